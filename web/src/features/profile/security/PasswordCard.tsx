import { Alert, Button } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppSelector } from "@/api/hooks";
import { PasswordField } from "@/ui/fields/PasswordField";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { judge } from "@/ui/passwordPolicy";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useChangePasswordMutation, type Profile } from "../api";
import { Card } from "../Card";
import classes from "../profile.module.css";
import { CurrentField } from "./CurrentField";
import { useCurrentProblem } from "./useCurrentProblem";

/** A new password, against the present one; every other browser is signed out by it. */
export function PasswordCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const byField = useProblemsByField();
  const email = useAppSelector((state) => state.auth.user?.email ?? "");
  const [change, { isLoading, isSuccess, error, reset }] = useChangePasswordMutation();
  const [values, setValues] = useState({ current: "", password: "", again: "" });
  const [tried, setTried] = useState(false);
  const rules = judge(values.password, values.again);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const fields = failure ? byField(failure.problems) : {};
  const currentWrong = useCurrentProblem(error);
  const strong = rules.longEnough && rules.varied;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!values.current || !strong || !rules.same || wait > 0) return;
    const answer = await change({ changePasswordRequest: { current: values.current, password: values.password } });
    if (answer.error) return;
    setTried(false);
    setValues({ current: "", password: "", again: "" });
  };
  const forget = () => {
    setTried(false);
    if (wait === 0) reset();
    setValues((before) => ({ ...before, current: "" }));
  };
  const set = (name: keyof typeof values) => (value: string) => {
    if (isSuccess) reset();
    setValues((before) => ({ ...before, [name]: value }));
  };
  return (
    <Card title={t("profile.password.title")} lead={profile.has_password ? t("profile.password.lead") : t("profile.password.none")}>
      <form className={classes.content} onSubmit={(event) => void send(event)} noValidate>
        {/* Password managers file the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        {failure && !currentWrong && (
          <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
            {fields.password ?? message(failure.messageId)} <RetryNote left={wait} />
          </Alert>
        )}
        {isSuccess && (
          <Alert role="status" color="green" icon={<IconCircleCheck stroke={1.5} />}>
            {t("profile.password.done")}
          </Alert>
        )}
        <div className={classes.narrow}>
          <CurrentField value={values.current} missing={tried && !values.current} error={currentWrong ?? undefined} onChange={set("current")} onSent={forget} />
        </div>
        <div className={classes.narrow}>
          <PasswordField kind="new" label={t("profile.password.new")} value={values.password} again={values.again} words={[email]} error={tried && !strong ? t("profile.password.weak") : undefined} onChange={set("password")} />
        </div>
        <div className={classes.narrow}>
          <PasswordField kind="again" label={t("profile.password.again")} value={values.again} error={tried && values.password !== values.again ? t("profile.password.differs") : undefined} onChange={set("again")} />
        </div>
        <div>
          <Button type="submit" loading={isLoading} disabled={wait > 0}>
            {profile.has_password ? t("profile.password.send") : t("profile.password.set")}
          </Button>
        </div>
      </form>
    </Card>
  );
}
