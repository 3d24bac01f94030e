import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { isProof, ProofField, triesLeft } from "@/forms/ProofField";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useAdoptApplicationMutation, type FamilyHome } from "../api";
import classes from "./family.module.css";

type Found = FamilyHome["adoptable"][number];

/** What was sent before there was an account, with the address that it has proved: kept in it by whoever knows what only its sender knows. */
export function Adoptable({ found }: { found: FamilyHome["adoptable"] }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const [taking, setTaking] = useState<Found | null>(null);
  if (found.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="adoptable">
      <div>
        <Title order={2} id="adoptable">
          {t("family.adopt.title")}
        </Title>
        <span className={classes.quiet}>{t("family.adopt.text")}</span>
      </div>
      <ul className={classes.rows}>
        {found.map((one) => (
          <li key={one.id} className={classes.row}>
            <span className={classes.rowText}>
              <span className={classes.formName}>{bilingual(one.form_title)}</span>
              <span className={classes.quiet}>{t("family.sent", { date: format.day(one.submitted_at) })}</span>
            </span>
            <Button variant="default" onClick={() => setTaking(one)}>
              {t("family.adopt.go")}
            </Button>
          </li>
        ))}
      </ul>
      {taking && <Take one={taking} onDone={() => setTaking(null)} />}
    </section>
  );
}

/** An address may be mistyped, and then it is a stranger's: what its link would ask for is asked here too. */
function Take({ one, onDone }: { one: Found; onDone: () => void }) {
  const { t } = useTranslation(["family", "application"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const [adopt, { isLoading, error, reset }] = useAdoptApplicationMutation();
  const [proof, setProof] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const isReady = isProof(one.asks, proof);
  const send = async () => {
    setTried(true);
    if (!isReady) return;
    const answer = await adopt({ id: one.id, adoptApplicationRequest: { proof: proof.trim() } });
    if (!answer.error) onDone();
  };
  const wrong = () => {
    if (tried && !isReady) return t(`application:application.prove.missing.${one.asks}`);
    if (failure?.messageId !== "L004") return undefined;
    const count = triesLeft(failure.body);
    return t("application:application.prove.wrong", { count, shown: format.number(count) });
  };
  return (
    <ConfirmDialog
      opened
      onClose={onDone}
      title={bilingual(one.form_title)}
      text={t("family.adopt.prove")}
      confirm={t("family.adopt.go")}
      busy={isLoading}
      error={failure && failure.messageId !== "L004" ? message(failure.messageId) : null}
      onConfirm={() => void send()}
    >
      <ProofField
        asked={one.asks}
        value={proof}
        error={wrong()}
        onChange={(typed) => {
          if (failure) reset();
          setProof(typed);
        }}
      />
    </ConfirmDialog>
  );
}
