import { Alert, Button, Skeleton, Title } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOperatorSetUpMutation, type Enrolment } from "@/api/platform";
import { CodeInput } from "@/ui/fields/CodeInput";
import { PasswordField } from "@/ui/fields/PasswordField";
import { IconAlertCircle } from "@/ui/icons";
import { judge } from "@/ui/passwordPolicy";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { RetryNote } from "@/ui/RetryNote";
import { StateScreen } from "@/ui/StateScreen";
import { TotpSecret } from "@/ui/TotpSecret";
import { useCountdown } from "@/ui/useCountdown";
import { useLinkToken } from "@/ui/useLinkToken";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import * as to from "./paths";

/** An operator's first visit, by the link that `qabul operator add` prints. */
export function ConsoleSetUpPage() {
  const { t } = useTranslation("console");
  const message = useMessage();
  const navigate = useNavigate();
  const token = useLinkToken();
  const [begin, beginning] = useOperatorSetUpMutation();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const asked = useRef(false);
  useTitle(t("setUp.title"));
  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    void begin({ operatorSetUpRequest: { token } });
  }, [token, begin]);

  if (codes) {
    return (
      <div className={classes.card}>
        <Title order={1}>{t("setUp.codes")}</Title>
        <RecoveryCodes codes={codes} school="qabul-operator" onDone={() => void navigate(to.console(), { replace: true })} />
      </div>
    );
  }
  const failure = beginning.error ? failureOf(beginning.error) : null;
  if (!token || failure) {
    const dead = !token || failure?.messageId === "L010";
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertCircle size={28} stroke={1.5} />}
        title={t(dead ? "setUp.dead" : "error")}
        text={dead ? t("setUp.dead.text") : message(failure?.messageId ?? "L000")}
        action={
          <Button component={Link} to={to.signIn()} variant="default">
            {t("setUp.toSignIn")}
          </Button>
        }
      />
    );
  }
  const { enrolment } = beginning.data ?? {};
  if (!enrolment) return <Skeleton height={420} radius="md" role="progressbar" aria-label={t("loading")} />;
  return <Enrol token={token} enrolment={enrolment} onCodes={setCodes} />;
}

function Enrol({ token, enrolment, onCodes }: { token: string; enrolment: Enrolment; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation("console");
  const message = useMessage();
  const [setUp, { isLoading, error }] = useOperatorSetUpMutation();
  const [values, setValues] = useState({ password: "", again: "", code: "" });
  const [tried, setTried] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const state = judge(values.password, values.again);
  const fits = state.longEnough && state.varied;
  const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!fits || !state.same || values.code.length < 6 || isLoading || wait > 0) return;
    const answer = await setUp({ operatorSetUpRequest: { token, password: values.password, code: values.code } });
    if (answer.data?.recovery_codes) onCodes(answer.data.recovery_codes);
    else set({ code: "" });
  };
  return (
    <form className={classes.card} noValidate onSubmit={(event) => void send(event)}>
      <div>
        <Title order={1}>{t("setUp.title")}</Title>
        <p className={classes.quiet}>{t("setUp.lead")}</p>
      </div>
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <TotpSecret totp={{ secret: enrolment.secret, uri: enrolment.uri, qr: enrolment.qr_svg }} />
      <PasswordField kind="new" label={t("signIn.password")} value={values.password} again={values.again} error={tried && !fits ? t("setUp.weak") : undefined} onChange={(password) => set({ password })} />
      <PasswordField kind="again" label={t("setUp.again")} value={values.again} error={tried && !state.same ? t("setUp.differs") : undefined} onChange={(again) => set({ again })} />
      <CodeInput label={t("setUp.code")} value={values.code} error={tried && values.code.length < 6 ? t("setUp.codeMissing") : undefined} onChange={(code) => set({ code })} />
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("setUp.send")}
      </Button>
    </form>
  );
}
