import { Alert, Button, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import { IconAlertCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useChangeEmailMutation, useChangePhoneMutation } from "../api";
import classes from "../profile.module.css";
import { CurrentField } from "../security/CurrentField";
import { useCurrentProblem } from "../security/useCurrentProblem";

/** What a person signs in by. */
export type Key = "email" | "number";

interface Props {
  which: Key;
  /** There is none yet that this one would take the place of. */
  isFirst: boolean;
  /** Something went to the new one; seconds until it may go there again. */
  onSent: (to: string, resendIn: number) => void;
  onClose: () => void;
}

/** The new address or number, and what shows that the account's own person asks. */
export function KeyForm({ which, isFirst, onSent, onClose }: Props) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const byField = useProblemsByField();
  const [changeEmail, byMail] = useChangeEmailMutation();
  const [changePhone, bySms] = useChangePhoneMutation();
  const byPhone = which === "number";
  const { isLoading, error, reset } = byPhone ? bySms : byMail;
  const [value, setValue] = useState("");
  const [current, setCurrent] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const fields = failure ? byField(failure.problems) : {};
  const refused = byPhone ? fields.phone : fields.email;
  const wrong = useCurrentProblem(error);
  const typed = value.trim();
  const phoneFault = usePhoneFault();
  const badPhone = typed ? phoneFault(typed) : t("profile.number.missing");
  const looksRight = byPhone ? !badPhone : /^[^\s@]+@[^\s@]+$/.test(typed);

  const forget = () => {
    setTried(false);
    setCurrent("");
    if (wait === 0) reset();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!looksRight || !current || wait > 0) return;
    if (byPhone) {
      const { data } = await changePhone({ changePhoneRequest: { phone: typed, current } });
      if (data) onSent(typed, data.resend_in);
    } else {
      const { data } = await changeEmail({ changeEmailRequest: { email: typed, current } });
      if (data) onSent(typed, 0);
    }
  };
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
      {failure && !wrong && !refused && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <Text size="sm">{byPhone ? t("profile.number.help") : t(isFirst ? "profile.email.add.help" : "profile.email.help")}</Text>
      <div className={classes.fields}>
        {byPhone ? (
          <PhoneField label={t("profile.number.new")} value={value} onChange={setValue} error={(tried && badPhone) || refused} />
        ) : (
          <TextInput
            label={t(isFirst ? "profile.email.title" : "profile.email.new")}
            className={classes.wide}
            type="email"
            dir="ltr"
            autoComplete="email"
            value={value}
            error={tried && !looksRight ? t("profile.email.format") : refused}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        )}
        <div className={classes.wide}>
          <CurrentField value={current} missing={tried && !current} error={wrong ?? undefined} onChange={setCurrent} onSent={forget} />
        </div>
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
        <Button type="submit" loading={isLoading} disabled={wait > 0}>
          {byPhone ? t("profile.number.send") : t("profile.email.send")}
        </Button>
      </div>
    </form>
  );
}
