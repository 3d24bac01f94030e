import { Alert, Button, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { spacedPhone } from "@/forms/phone";
import { IconAlertCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useFailureText } from "@/ui/useFailureText";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useConfirmPhoneMutation, useResendPhoneCodeMutation } from "../api";
import classes from "../profile.module.css";
import { CodeInput } from "../security/CodeInput";
import { useCurrentProblem } from "../security/useCurrentProblem";

interface Props {
  sentTo: string;
  /** Seconds until another code may be asked for. */
  resendIn: number;
  onDone: () => void;
  /** Back to the number: none is waited for any more. */
  onAgain: () => void;
  onClose: () => void;
}

/** The code that went to the new number, or another one in its place. */
export function NumberCode({ sentTo, resendIn, onDone, onAgain, onClose }: Props) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const failureText = useFailureText();
  const format = useFormat();
  const [confirm, { isLoading, error, reset }] = useConfirmPhoneMutation();
  const [resend, resending] = useResendPhoneCodeMutation();
  const [code, setCode] = useState("");
  const failure = error ? failureOf(error) : null;
  const refused = resending.error ? failureOf(resending.error) : null;
  const wait = useCountdown(refused ? refused.retryAfter : (resending.data?.resend_in ?? resendIn), resending.error ?? resending.data);
  const wrong = useCurrentProblem(error);
  const over = refused?.messageId === "L005";

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return;
    const answer = await confirm({ confirmPhoneRequest: { code } });
    if (!answer.error) onDone();
  };
  const again = async () => {
    const answer = await resend();
    if (answer.error) return;
    // What was wrong with the first one is settled.
    reset();
    setCode("");
  };
  if (over) {
    return (
      <>
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {t("profile.number.over")}
        </Alert>
        <div className={classes.saveActions}>
          <Button variant="default" onClick={onClose}>
            {t("profile.cancel")}
          </Button>
          <Button onClick={onAgain}>{t("profile.number.begin")}</Button>
        </div>
      </>
    );
  }
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
      {failure && !wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)}
        </Alert>
      )}
      {refused && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {failureText(refused)} <RetryNote left={wait} />
        </Alert>
      )}
      <Text role="status">
        {resending.data ? `${t("profile.number.again.sent")} ` : ""}
        {t("profile.number.sent", { phone: `\u2066${spacedPhone(sentTo)}\u2069` })}
      </Text>
      <CodeInput label={t("profile.number.code")} value={code} onChange={setCode} error={wrong ?? undefined} autoFocus="now" />
      <div>
        <Button variant="default" loading={resending.isLoading} disabled={wait > 0} onClick={() => void again()}>
          {wait > 0 ? t("profile.number.again.in", { left: format.number(wait) }) : t("profile.number.again")}
        </Button>
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
        <Button type="submit" loading={isLoading} disabled={code.length < 6}>
          {t("profile.number.confirm")}
        </Button>
      </div>
    </form>
  );
}
