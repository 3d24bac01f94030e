import { Alert, Anchor, Button, PasswordInput, Text, Title } from "@mantine/core";
import { useEffect, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf, type Problem } from "@/api/envelope";
import { useResetPasswordMutation } from "@/api/generated";
import { IconAlertCircle, IconCircle, IconCircleCheck } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import classes from "./auth.module.css";
import { judge, LONGEST, SHORTEST, tokenOf } from "./policy";

/** A first or a new password, by a one-time link whose token stands in the address's fragment. */
export function ResetPasswordPage() {
  const [token] = useState(() => tokenOf(location.hash));
  // The token is kept in memory only: neither history nor a shared address shall hold it.
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname);
  }, []);
  const [reset, { isLoading, isSuccess, error }] = useResetPasswordMutation();
  const failure = error ? failureOf(error) : null;

  if (isSuccess) return <Done />;
  if (!token || failure?.messageId === "L010") return <DeadLink />;
  return <PasswordForm busy={isLoading} failure={failure} onSend={(password) => void reset({ resetPasswordRequest: { token, password } })} />;
}

interface FormProps {
  busy: boolean;
  failure: { messageId: string; problems: Problem[] } | null;
  onSend: (password: string) => void;
}

function PasswordForm({ busy, failure, onSend }: FormProps) {
  const { t } = useTranslation("auth");
  const message = useMessage();
  const describe = useProblemText();
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [tried, setTried] = useState(false);
  const state = judge(password, again);

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (state.longEnough && state.varied && state.same) onSend(password);
  };
  const reveal = { "aria-label": t("password.show"), tabIndex: 0 };
  return (
    <form className={classes.card} onSubmit={send} noValidate>
      <div>
        <Title order={1}>{t("reset.title")}</Title>
        <Text c="dimmed" size="sm">
          {t("reset.lead")}
        </Text>
      </div>
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {failure.problems.length > 0 ? failure.problems.map(describe).join(" ") : message(failure.messageId)}
        </Alert>
      )}
      <PasswordInput
        size="md"
        label={t("reset.password")}
        dir="ltr"
        name="new-password"
        autoComplete="new-password"
        visibilityToggleButtonProps={reveal}
        aria-describedby="password-rules"
        value={password}
        error={tried && !(state.longEnough && state.varied) ? t("reset.password.weak") : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <PasswordInput
        size="md"
        label={t("reset.again")}
        dir="ltr"
        name="new-password-again"
        autoComplete="new-password"
        visibilityToggleButtonProps={reveal}
        value={again}
        error={tried && !state.same ? t("reset.again.differs") : undefined}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <ul id="password-rules" className={classes.rules}>
        <Rule met={state.longEnough}>{t("policy.length", { least: SHORTEST, most: LONGEST })}</Rule>
        <Rule met={state.varied}>{t("policy.varied")}</Rule>
        <Rule met={state.same}>{t("policy.same")}</Rule>
      </ul>
      <Button type="submit" size="md" loading={busy}>
        {t("reset.send")}
      </Button>
    </form>
  );
}

/** A rule with a tick once it is met; the word for readers that do not see the tick. */
function Rule({ met, children }: { met: boolean; children: string }) {
  const { t } = useTranslation("auth");
  return (
    <li className={classes.rule} data-met={met || undefined}>
      {met ? <IconCircleCheck size={18} stroke={1.5} aria-label={t("policy.met")} /> : <IconCircle size={18} stroke={1.5} aria-label={t("policy.open")} />}
      {children}
    </li>
  );
}

function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation("auth");
  return ({ code, params }) => {
    const limit = Number(params.limit ?? 0);
    if (code === "tooShort") return t("problem.tooShort", { count: limit });
    if (code === "tooLong") return t("problem.tooLong", { count: limit });
    if (code === "tooCommon") return t("problem.tooCommon");
    return t("problem.tooWeak");
  };
}

function Done() {
  const { t } = useTranslation("auth");
  return (
    <div className={classes.card}>
      <StateScreen
        order={1}
        icon={<IconCircleCheck size={28} stroke={1.5} />}
        title={t("reset.done.title")}
        text={t("reset.done.text")}
        action={
          <Button component={Link} to="/sign-in">
            {t("signIn.title")}
          </Button>
        }
      />
    </div>
  );
}

function DeadLink() {
  const { t } = useTranslation("auth");
  const message = useMessage();
  return (
    <div className={classes.card}>
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertCircle size={28} stroke={1.5} />}
        title={t("reset.dead.title")}
        text={
          <>
            {message("L010")} {t("reset.dead.text")}
          </>
        }
        action={
          <Anchor component={Link} to="/sign-in">
            {t("reset.dead.signIn")}
          </Anchor>
        }
      />
    </div>
  );
}
