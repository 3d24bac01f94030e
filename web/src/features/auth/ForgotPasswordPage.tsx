import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useForgetPasswordMutation } from "@/api/generated";
import { bringKnownBrowsers } from "@/api/knownBrowsers";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { Card } from "./parts/Card";
import { EntryLink } from "./parts/EntryLink";
import { FailureNote } from "./parts/FailureNote";
import { isMail } from "./parts/fields";
import { Sent } from "./parts/Sent";
import { useRefusal } from "./parts/useRefusal";
import * as to from "./paths";

/** Asks for a link to a new password. The answer is the same for every address. */
export function ForgotPasswordPage() {
  const { t } = useTranslation("auth");
  const [forget, { isLoading, error }] = useForgetPasswordMutation();
  const { failure, wait } = useRefusal(error);
  const captcha = useCaptcha();
  const [email, setEmail] = useState("");
  const [tried, setTried] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const send = async () => {
    if (wait > 0 || busy) return;
    setTried(true);
    const address = email.trim();
    if (!isMail(address)) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    const token = await captcha.token();
    const answer = await forget({ forgetPasswordRequest: { email: address, ...(token ? { captcha_token: token } : {}), ...bringKnownBrowsers() } });
    setBusy(false);
    if (answer.data) setSentTo(address);
  };

  if (sentTo) {
    return (
      <Sent title={t("entry.forgot.sent.title")} text={<Trans t={t} i18nKey="entry.forgot.sent.text" values={{ email: sentTo }} components={{ bdi: <bdi /> }} />}>
        <Button variant="default" onClick={() => setSentTo("")}>
          {t("entry.forgot.other")}
        </Button>
        <EntryLink to={to.signIn()}>{t("entry.back.signIn")}</EntryLink>
      </Sent>
    );
  }
  return (
    <Card title={t("entry.forgot.title")} lead={t("entry.forgot.lead")} onSubmit={() => void send()} onTouched={captcha.begin}>
      <FailureNote failure={failure} wait={wait} />
      <TextInput
        ref={field}
        size="md"
        type="email"
        name="email"
        dir="ltr"
        autoComplete="email"
        label={t("signIn.email")}
        value={email}
        error={tried && !isMail(email.trim()) ? t("entry.email.wrong") : undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {captcha.slot}
      <Button type="submit" size="md" loading={isLoading || busy} disabled={wait > 0}>
        {t("entry.forgot.send")}
      </Button>
      <EntryLink to={to.signIn()}>{t("entry.back.signIn")}</EntryLink>
    </Card>
  );
}
