import { Button, UnstyledButton } from "@mantine/core";
import { useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import type { CodeTarget, LoginAnswer } from "@/api/entry";
import { failureOf } from "@/api/envelope";
import { useResendCodeMutation, useVerifyCodeMutation, type RequestCodeApiResponse } from "@/api/generated";
import { bringKnownBrowsers } from "@/api/knownBrowsers";
import { spacedPhone } from "@/forms/phone";
import { CodeInput } from "@/ui/fields/CodeInput";
import { useCountdown } from "@/ui/useCountdown";
import { useFailureText } from "@/ui/useFailureText";
import { useFormat } from "@/ui/useFormat";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { FailureNote } from "./FailureNote";
import { triesLeft, useRefusal } from "./useRefusal";
import { useResendClock } from "./useResendClock";

interface Props {
  target: CodeTarget;
  sent: RequestCodeApiResponse;
  /** The code was right; a second factor may still be asked for. */
  onAnswer: (answer: LoginAnswer) => void;
  /** Back to the address: it was the wrong one. */
  onAgain: () => void;
}

/** The code that was sent: typed, pasted or offered by the phone; how long it lives, and when another may be asked for. */
export function CodeStep({ target, sent: first, onAnswer, onAgain }: Props) {
  const { t } = useTranslation("auth");
  const format = useFormat();
  const [verify, verifying] = useVerifyCodeMutation();
  const [resend, resending] = useResendCodeMutation();
  const [sent, setSent] = useState(first);
  const [code, setCode] = useState("");
  const [again, setAgain] = useState(false);
  const clock = useResendClock(first.resend_in);
  const alive = useCountdown(sent.expires_in, sent.challenge_id);
  const refusal = useRefusal(resending.error ?? verifying.error);
  const failureText = useFailureText();
  const field = useRef<HTMLInputElement>(null);
  const left = triesLeft(refusal.failure);
  // The last wrong try ends the code: to try again would only be refused.
  const usedUp = left === 0 || failureOf(verifying.error).messageId === "L005";
  const dead = alive === 0 || usedUp;

  const check = async (typed: string) => {
    if (typed.length < 6 || verifying.isLoading || refusal.wait > 0 || dead) {
      field.current?.focus();
      return;
    }
    const answer = await verify({ verifyCodeRequest: { challenge_id: sent.challenge_id, code: typed } });
    if (answer.data) {
      onAnswer(answer.data);
      return;
    }
    if (failureOf(answer.error).messageId === "L004") setCode("");
    field.current?.focus();
  };
  const sendAgain = async () => {
    const answer = await resend({ resendCodeRequest: { challenge_id: sent.challenge_id, ...bringKnownBrowsers() } });
    if (!answer.data) return;
    verifying.reset();
    setSent(answer.data);
    setCode("");
    setAgain(true);
    clock.start(answer.data.resend_in);
    field.current?.focus();
  };

  const to = "phone" in target ? spacedPhone(target.phone) : target.email;
  return (
    <Card midway title={t("entry.otp.code.title")} lead={<Trans t={t} i18nKey="entry.otp.code.lead" values={{ target: to }} components={{ bdi: <bdi dir="ltr" /> }} />} onSubmit={() => void check(code)}>
      <FailureNote failure={refusal.failure && left === 0 ? { ...refusal.failure, messageId: "L005" } : refusal.failure} wait={refusal.wait} text={refusal.failure?.messageId === "L017" ? failureText(refusal.failure) : undefined}>
        {left !== undefined && left > 0 && <> {t("entry.tries", { count: left })}</>}
      </FailureNote>
      <CodeInput
        ref={field}
        autoFocus
        label={t("entry.code")}
        description={alive === 0 ? t("entry.otp.expired") : usedUp ? undefined : t("entry.otp.alive", { time: format.clock(alive) })}
        value={code}
        onChange={setCode}
        onComplete={(full) => void check(full)}
        disabled={verifying.isLoading || dead}
      />
      <p className={classes.hidden} role="status">
        {again ? t("entry.resend.sent") : ""}
      </p>
      <Button type="submit" size="md" loading={verifying.isLoading} disabled={refusal.wait > 0 || dead}>
        {t("signIn.title")}
      </Button>
      <div className={classes.between}>
        <UnstyledButton className={classes.textButton} disabled={clock.left > 0 || resending.isLoading || refusal.wait > 0} onClick={() => void sendAgain()}>
          {clock.left > 0 ? t("entry.resend.in", { time: format.clock(clock.left) }) : t("entry.resend.code")}
        </UnstyledButton>
        <UnstyledButton className={classes.textButton} onClick={onAgain}>
          {"phone" in target ? t("entry.otp.otherPhone") : t("entry.otp.otherMail")}
        </UnstyledButton>
      </div>
    </Card>
  );
}
