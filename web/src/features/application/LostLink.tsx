import { Button, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSendApplicationLinkMutation } from "@/api/generated";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import classes from "./application.module.css";
import own from "./standing.module.css";

/** Whether this can be an address at all. */
const isMail = (text: string) => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);

/** Asks for a lost link by what is on the confirmation. The answer is the same for every reference and address. */
export function LostLink() {
  const { t } = useTranslation("application");
  const message = useMessage();
  const [ask, { error, isLoading, reset }] = useSendApplicationLinkMutation();
  const [reference, setReference] = useState("");
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const [sent, setSent] = useState(false);
  // Asked for once the server wants it: the school has sent many links in this hour.
  const [proof, setProof] = useState(false);
  const captcha = useCaptcha(proof);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const missing = { reference: !reference.trim(), email: !isMail(email.trim()) };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.reference || missing.email || isLoading || wait > 0) return;
    const token = await captcha.token();
    const asked = { reference: reference.trim(), email: email.trim(), ...(token ? { captcha_token: token } : {}) };
    const answer = await ask({ applicationLinkRequest: asked });
    if (answer.data) setSent(true);
    else if (failureOf(answer.error).messageId === "L012") setProof(true);
  };
  const type = (set: (text: string) => void) => (text: string) => {
    if (failure) reset();
    setSent(false);
    set(text);
  };
  return (
    <form className={own.lost} onSubmit={(event) => void send(event)} noValidate aria-labelledby="lost">
      <h2 id="lost">{t("application.lost.title")}</h2>
      <p className={classes.quiet}>{t("application.lost.text")}</p>
      <TextInput
        label={t("application.reference")}
        dir="ltr"
        autoComplete="off"
        maxLength={60}
        value={reference}
        error={tried && missing.reference ? t("application.lost.reference.missing") : undefined}
        onChange={(event) => type(setReference)(event.currentTarget.value)}
      />
      <TextInput
        label={t("application.lost.email")}
        type="email"
        dir="ltr"
        autoComplete="email"
        maxLength={254}
        value={email}
        error={tried && missing.email ? t("application.lost.email.missing") : undefined}
        onChange={(event) => type(setEmail)(event.currentTarget.value)}
      />
      {captcha.slot}
      {failure && wait === 0 && (
        <p role="alert" className={classes.problem}>
          {message(failure.messageId)}
        </p>
      )}
      <RetryNote left={wait} />
      <div>
        <Button type="submit" variant="default" loading={isLoading} disabled={wait > 0}>
          {t("application.lost.go")}
        </Button>
      </div>
      <p role="status">{sent ? t("application.lost.sent") : ""}</p>
    </form>
  );
}
