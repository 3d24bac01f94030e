import { Alert, Button, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { PhoneField } from "@/forms/PhoneField";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useChangePhoneMutation, useConfirmPhoneMutation, type Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { CodeInput } from "../security/CodeInput";
import { CurrentField } from "../security/CurrentField";
import { useCurrentProblem } from "../security/useCurrentProblem";

/** The number that a person signs in with; a new one counts once a code that came there was told. */
export function PhoneCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [changed, setChanged] = useState(false);
  const close = () => {
    setOpen(false);
    setSentTo(null);
  };
  return (
    <Card
      title={t("profile.number.title")}
      aside={
        <span className={classes.word} data-good>
          {t("profile.email.verified")}
        </span>
      }
    >
      <Text>
        <bdi dir="ltr">{profile.phone}</bdi>
      </Text>
      {changed && (
        <Alert role="status" color="gray" icon={<IconCircleCheck stroke={1.5} />}>
          {t("profile.number.changed")}
        </Alert>
      )}
      {!open && (
        <div>
          <Button
            variant="default"
            onClick={() => {
              setChanged(false);
              setOpen(true);
            }}
          >
            {t("profile.number.change")}
          </Button>
        </div>
      )}
      {open && sentTo === null && <NumberForm onSent={setSentTo} onClose={close} />}
      {open && sentTo !== null && (
        <CodeForm
          sentTo={sentTo}
          onClose={close}
          onDone={() => {
            setChanged(true);
            close();
          }}
        />
      )}
    </Card>
  );
}

function NumberForm({ onSent, onClose }: { onSent: (phone: string) => void; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const byField = useProblemsByField();
  const [change, { isLoading, error, reset }] = useChangePhoneMutation();
  const [phone, setPhone] = useState("");
  const [current, setCurrent] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const fields = failure ? byField(failure.problems) : {};
  const wrong = useCurrentProblem(error);

  const forget = () => {
    setTried(false);
    setCurrent("");
    if (wait === 0) reset();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!phone.trim() || !current || wait > 0) return;
    const answer = await change({ changePhoneRequest: { phone: phone.trim(), current } });
    if (!answer.error) onSent(phone.trim());
  };
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
      {failure && !wrong && !fields.phone && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <Text size="sm">{t("profile.number.help")}</Text>
      <div className={classes.fields}>
        <PhoneField label={t("profile.number.new")} value={phone} onChange={setPhone} error={tried && !phone.trim() ? t("profile.number.missing") : fields.phone} />
        <div className={classes.wide}>
          <CurrentField value={current} missing={tried && !current} error={wrong ?? undefined} onChange={setCurrent} onSent={forget} />
        </div>
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" onClick={onClose}>
          {t("profile.cancel")}
        </Button>
        <Button type="submit" loading={isLoading} disabled={wait > 0}>
          {t("profile.number.send")}
        </Button>
      </div>
    </form>
  );
}

function CodeForm({ sentTo, onDone, onClose }: { sentTo: string; onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const [confirm, { isLoading, error }] = useConfirmPhoneMutation();
  const [code, setCode] = useState("");
  const failure = error ? failureOf(error) : null;
  const wrong = useCurrentProblem(error);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return;
    const answer = await confirm({ confirmPhoneRequest: { code } });
    if (!answer.error) onDone();
  };
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
      {failure && !wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)}
        </Alert>
      )}
      <Text role="status">{t("profile.number.sent", { phone: `\u2066${sentTo}\u2069` })}</Text>
      <CodeInput label={t("profile.number.code")} value={code} onChange={setCode} error={wrong ?? undefined} autoFocus="now" />
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
