import { Alert, Button, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertCircle, IconMail } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useChangeEmailMutation, type Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { CurrentField } from "../security/CurrentField";
import { useCurrentProblem } from "../security/useCurrentProblem";

/** The address that a person signs in with; a new one counts once its own mailbox has confirmed it. */
export function EmailCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const verified = profile.email_verified;
  return (
    <Card
      title={t("profile.email.title")}
      aside={
        <span className={classes.word} data-good={verified || undefined}>
          {verified ? t("profile.email.verified") : t("profile.email.unverified")}
        </span>
      }
    >
      <Text>
        <bdi dir="ltr">{profile.email}</bdi>
      </Text>
      {sentTo && (
        <Alert role="status" color="gray" icon={<IconMail stroke={1.5} />}>
          {t("profile.email.sent", { email: `\u2068${sentTo}\u2069` })}
        </Alert>
      )}
      {!open && profile.email !== "" && (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t("profile.email.change")}
          </Button>
        </div>
      )}
      {open && (
        <EmailForm
          onDone={(email) => {
            setSentTo(email ?? sentTo);
            setOpen(false);
          }}
        />
      )}
    </Card>
  );
}

function EmailForm({ onDone }: { onDone: (sentTo: string | null) => void }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const byField = useProblemsByField();
  const [change, { isLoading, error, reset }] = useChangeEmailMutation();
  const [email, setEmail] = useState("");
  const [current, setCurrent] = useState("");
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const fields = failure ? byField(failure.problems) : {};
  const wrong = useCurrentProblem(error);
  const looksRight = /^[^\s@]+@[^\s@]+$/.test(email.trim());

  const forget = () => {
    setTried(false);
    setCurrent("");
    if (wait === 0) reset();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!looksRight || !current || wait > 0) return;
    const answer = await change({ changeEmailRequest: { email: email.trim(), current } });
    if (!answer.error) onDone(email.trim());
  };
  return (
    <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
      {failure && !wrong && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <div className={classes.fields}>
        <TextInput
          label={t("profile.email.new")}
          description={t("profile.email.help")}
          inputWrapperOrder={["label", "description", "input", "error"]}
          className={classes.wide}
          type="email"
          dir="ltr"
          autoComplete="email"
          value={email}
          error={tried && !looksRight ? t("profile.email.format") : fields.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <div className={classes.wide}>
          <CurrentField value={current} missing={tried && !current} error={wrong ?? undefined} onChange={setCurrent} onSent={forget} />
        </div>
      </div>
      <div className={classes.saveActions}>
        <Button variant="default" onClick={() => onDone(null)}>
          {t("profile.cancel")}
        </Button>
        <Button type="submit" loading={isLoading} disabled={wait > 0}>
          {t("profile.email.send")}
        </Button>
      </div>
    </form>
  );
}
