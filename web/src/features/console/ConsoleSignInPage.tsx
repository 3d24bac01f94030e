import { Alert, Button, TextInput, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { failureOf } from "@/api/envelope";
import { useOperatorSignInMutation } from "@/api/platform";
import { toWesternDigits } from "@/i18n/digits";
import { PasswordField } from "@/ui/fields/PasswordField";
import { IconAlertCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import * as to from "./paths";

/** Password and second factor at once: nobody learns which of them was wrong. */
export function ConsoleSignInPage() {
  const { t } = useTranslation("console");
  const message = useMessage();
  const navigate = useNavigate();
  const [signIn, { isLoading, error }] = useOperatorSignInMutation();
  const [values, setValues] = useState({ email: "", password: "", code: "" });
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  useTitle(t("title"));
  const whole = values.email.trim() !== "" && values.password !== "" && values.code.trim() !== "";
  const set = (part: Partial<typeof values>) => setValues((before) => ({ ...before, ...part }));
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!whole || isLoading || wait > 0) return;
    const answer = await signIn({ operatorSignInRequest: { email: values.email.trim(), password: values.password, code: toWesternDigits(values.code).replaceAll(/\s/g, "") } });
    if (answer.data) void navigate(to.console(), { replace: true });
    // A code works once, so that the next try needs another; one that was not looked at yet stays.
    else if (failureOf(answer.error).messageId !== "L002") set({ code: "" });
  };
  return (
    <form className={classes.card} noValidate onSubmit={(event) => void send(event)}>
      <div>
        <Title order={1}>{t("signIn.title")}</Title>
        <p className={classes.quiet}>{t("signIn.lead")}</p>
      </div>
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <TextInput size="md" type="email" name="email" dir="ltr" autoComplete="username" label={t("signIn.email")} value={values.email} onChange={(event) => set({ email: event.currentTarget.value })} />
      <PasswordField kind="current" label={t("signIn.password")} value={values.password} onChange={(password) => set({ password })} />
      <TextInput
        size="md"
        name="one-time-code"
        dir="ltr"
        autoComplete="one-time-code"
        spellCheck={false}
        autoCapitalize="none"
        maxLength={40}
        label={t("signIn.code")}
        description={t("signIn.code.help")}
        value={values.code}
        onChange={(event) => set({ code: event.currentTarget.value })}
      />
      <Button type="submit" size="md" loading={isLoading} disabled={!whole || wait > 0}>
        {t("signIn.send")}
      </Button>
    </form>
  );
}
