import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Button, Checkbox, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import card from "@/ui/card.module.css";
import { useMessage } from "@/ui/useMessage";
import classes from "../letter.module.css";
import { isSigned, toSend, UNSIGNED, type Signature } from "../signature";
import { SignaturePad } from "../SignaturePad";
import { useSendChoicesMutation, type Choices, type Consents } from "./api";

interface Props {
  letter: Consents;
  choices: Choices;
  held: { token: string; grant: string; locale: string };
  /** Whether every consent has its choice; says so at each that has none. */
  isWhole: () => boolean;
  /** A choice is on its way: what is signed comes after it. */
  isKeeping: boolean;
  onSent: (sent: Pick<Consents, "status">) => void;
  /** The texts are others than those that were shown, or somebody answered meanwhile. */
  onStale: () => void;
  onUnproved: () => void;
}

/** One signature below all the choices. */
export function SignChoices({ letter, choices, held, isWhole, isKeeping, onSent, onStale, onUnproved }: Props) {
  const { t } = useTranslation(["letterConsents", "letters"]);
  const message = useMessage();
  const [send, { error, isLoading, reset }] = useSendChoicesMutation();
  const [signature, setSignature] = useState<Signature>(UNSIGNED);
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const me = letter.signers.find((signer) => signer.is_you);

  const go = async () => {
    setTried(true);
    if (!isWhole() || !agreed || !isSigned(signature)) return;
    const given = { ...toSend(signature), agreed_text_hash: letter.text_sha256, document_hash: letter.document_sha256 };
    const answer = await send({ ...held, form_version: letter.form_version, values: choices, signature: given });
    if (answer.data) return onSent(answer.data);
    const { messageId } = failureOf(answer.error);
    if (messageId === "L010") onUnproved();
    if (messageId === "A003" || messageId === "A021" || messageId === "F004") onStale();
  };
  const wrong = (field: "typed_name" | "strokes") =>
    failure?.problems.some(({ path }) => path.endsWith(`/${field}`)) ? t(`letters:offer.wrong.${field === "strokes" ? "strokes" : "name"}`) : undefined;
  const isOfFields = failure?.messageId === "F003" && Boolean(wrong("typed_name") ?? wrong("strokes"));
  return (
    <section className={card.card} aria-label={t("sign.title")}>
      <header className={classes.head}>
        <Title order={2} fz="h3">
          {t("sign.title")}
        </Title>
        <p className={classes.quiet}>{t("sign.text")}</p>
      </header>
      <SignaturePad
        label={t("letters:offer.sign", { role: t(`letters:offer.role.${me?.role ?? "guardian1"}`) })}
        value={signature}
        tried={tried}
        problems={{ typed_name: wrong("typed_name"), strokes: wrong("strokes") }}
        disabled={isLoading}
        onChange={(next) => {
          if (failure) reset();
          setSignature(next);
        }}
      />
      <Checkbox
        label={t("sign.agree", { reference: `\u2066${letter.reference}\u2069` })}
        checked={agreed}
        error={tried && !agreed && t("sign.agree.missing")}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      {failure && !isOfFields && (
        <Alert role="alert" color="red">
          {message(failure.messageId)}
        </Alert>
      )}
      <div className={classes.tools}>
        <Button size="md" loading={isLoading} disabled={isKeeping} onClick={() => void go()}>
          {t("sign.go")}
        </Button>
      </div>
    </section>
  );
}
