import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { ConsentMark } from "@/ui/consents/ConsentMark";
import { IconMail } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import letters from "../letters.module.css";
import { AskForConsents } from "./AskForConsents";
import { useReadConsentsOfChildQuery, type AnsweredConsent, type ConsentOfChild } from "./calls";

/** What the family has agreed to and refused, with everything that was said before, and a way to ask. */
export function ConsentsBlock({ id, version }: { id: string; version: number }) {
  const { t } = useTranslation("letterConsents");
  const asks = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const { data } = useReadConsentsOfChildQuery({ id, version });
  const [isAsking, setAsking] = useState(false);
  const items = data?.items ?? [];
  const open = items.filter((one) => one.version !== "");
  if (items.length === 0) return null;
  return (
    <section className={letters.letters} aria-labelledby="consents-of-child">
      <h2 id="consents-of-child">{t("staff.title")}</h2>
      <ul>
        {items.map((one) => (
          <One key={one.code} consent={one} />
        ))}
      </ul>
      {asks && open.length > 0 && (
        <Button size="compact-sm" variant="default" leftSection={<IconMail size={16} />} onClick={() => setAsking(true)}>
          {t("staff.ask")}
        </Button>
      )}
      {isAsking && <AskForConsents id={id} open={open} onClose={() => setAsking(false)} />}
    </section>
  );
}

function One({ consent }: { consent: ConsentOfChild }) {
  const { t } = useTranslation("letterConsents");
  const bilingual = useBilingual();
  return (
    <li>
      <strong>{bilingual(consent.title)}</strong>
      <p>
        <ConsentMark state={consent.state} />
        {consent.required && ` · ${t("required")}`}
      </p>
      {consent.history.length > 0 && (
        <ul aria-label={t("staff.history", { title: `\u2068${bilingual(consent.title)}\u2069` })}>
          {consent.history.map((answer) => (
            <Answer key={answer.id} answer={answer} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Answer({ answer }: { answer: AnsweredConsent }) {
  const { t } = useTranslation("letterConsents");
  const format = useFormat();
  return (
    <li>
      {t(`own.${answer.choice}`, { day: format.day(answer.signed_at) })} · <bdi>{answer.signer}</bdi> ·{" "}
      <bdi dir="ltr" className={letters.reference}>
        {answer.reference}
      </bdi>
      {answer.withdrawn_at && ` · ${t("own.withdrawn", { day: format.day(answer.withdrawn_at) })}`}
      {answer.withdrawn_reason && (
        <>
          : <bdi>{answer.withdrawn_reason}</bdi>
        </>
      )}
    </li>
  );
}
