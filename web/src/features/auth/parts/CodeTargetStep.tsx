import { Button, TextInput, UnstyledButton } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CodeTarget } from "@/api/entry";
import { useRequestCodeMutation, type RequestCodeApiResponse } from "@/api/generated";
import { bringKnownBrowsers } from "@/api/knownBrowsers";
import { useSchool } from "@/api/school";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import { useLanguage } from "@/i18n/useLanguage";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { FailureNote } from "./FailureNote";
import { isMail } from "./fields";
import { OtherWays } from "./OtherWays";
import { useRefusal } from "./useRefusal";

interface Props {
  /** What stood here before, when the person comes back to change it. */
  first: CodeTarget;
  onSent: (target: CodeTarget, sent: RequestCodeApiResponse) => void;
}

/** Where the code shall go: an address or a telephone. */
export function CodeTargetStep({ first, onSent }: Props) {
  const { t } = useTranslation("auth");
  const { language } = useLanguage();
  const [request, { error }] = useRequestCodeMutation();
  const { failure, wait } = useRefusal(error);
  const captcha = useCaptcha();
  const school = useSchool();
  const [byPhone, setByPhone] = useState("phone" in first);
  const [email, setEmail] = useState("email" in first ? first.email : "");
  const [phone, setPhone] = useState("phone" in first ? first.phone : "");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const phoneFault = usePhoneFault();
  const badPhone = phone ? phoneFault(phone) : t("entry.phone.wrong");
  const fits = byPhone ? !badPhone : isMail(email.trim());

  const send = async () => {
    if (wait > 0 || busy) return;
    setTried(true);
    if (!fits) {
      field.current?.focus();
      return;
    }
    setBusy(true);
    const target: CodeTarget = byPhone ? { phone } : { email: email.trim() };
    const token = await captcha.token();
    const answer = await request({ codeRequest: { ...target, purpose: "sign_in", locale: language, ...(token ? { captcha_token: token } : {}), ...bringKnownBrowsers() } });
    setBusy(false);
    if (answer.data) onSent(target, answer.data);
  };
  return (
    <Card title={t("entry.otp.title")} lead={t("entry.otp.lead")} onSubmit={() => void send()} onTouched={captcha.begin}>
      <FailureNote failure={failure} wait={wait} />
      <div>
        {byPhone ? (
          <PhoneField ref={field} label={t("entry.phone")} size="md" value={phone} error={tried ? badPhone : undefined} onChange={setPhone} />
        ) : (
          <TextInput
            ref={field}
            size="md"
            type="email"
            name="email"
            dir="ltr"
            autoComplete="email"
            label={t("signIn.email")}
            value={email}
            error={tried && !fits ? t("entry.email.wrong") : undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {school.sms && (
          <div className={classes.between}>
            <UnstyledButton
              className={classes.textButton}
              onClick={() => {
                setByPhone(!byPhone);
                setTried(false);
              }}
            >
              {byPhone ? t("entry.otp.byMail") : t("entry.otp.byPhone")}
            </UnstyledButton>
          </div>
        )}
      </div>
      {captcha.slot}
      <Button type="submit" size="md" loading={busy} disabled={wait > 0}>
        {t("entry.otp.send")}
      </Button>
      <OtherWays here="otp" />
    </Card>
  );
}
