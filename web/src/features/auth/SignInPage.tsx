import { Alert, Button, PasswordInput, Text, TextInput, Title } from "@mantine/core";
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { welcomed } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { useLoginMutation } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { holdToken } from "@/api/session";
import { IconAlertCircle, IconInfoCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useBilingual } from "@/ui/useBilingual";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import classes from "./auth.module.css";

/** Sign-in by password. Where the person goes afterwards is the guard's affair. */
export function SignInPage() {
  const { t } = useTranslation("auth");
  const school = useSchool();
  const bilingual = useBilingual();
  const message = useMessage();
  const dispatch = useAppDispatch();
  const notice = useAppSelector((state) => state.auth.notice);
  const { admissionDetailsToken } = useParams();
  const [login, { isLoading, error }] = useLoginMutation();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (wait > 0) return;
    const who = name.trim();
    setMissing(!who || !password);
    if (!who || !password) {
      (who ? passwordField : nameField).current?.focus();
      return;
    }
    const answer = await login({ loginRequest: { ...(who.includes("@") ? { email: who } : { userName: who }), password } });
    if (!answer.data) {
      passwordField.current?.focus();
      return;
    }
    // A session begun from an encrypted link leaves nothing behind in the browser.
    holdToken(answer.data.token, answer.data.expires_in, { keep: !admissionDetailsToken });
    dispatch(welcomed(answer.data.user));
  };

  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  return (
    <form className={classes.card} onSubmit={(event) => void send(event)} noValidate>
      <div>
        <Title order={1}>{t("signIn.title")}</Title>
        <Text c="dimmed" size="sm">
          {t("signIn.lead", { school: bilingual(school.schoolNameLogo.lic_school_name) })}
        </Text>
      </div>
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      {!failure && notice && (
        <Alert role="status" color="gray" icon={<IconInfoCircle stroke={1.5} />}>
          {message(notice)}
        </Alert>
      )}
      <TextInput
        ref={nameField}
        size="md"
        label={t("signIn.email")}
        type="text"
        inputMode="email"
        name="email"
        dir="ltr"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={name}
        error={missing && !name.trim() ? t("signIn.email.missing") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        size="md"
        label={t("signIn.password")}
        name="password"
        dir="ltr"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": t("password.show"), tabIndex: 0 }}
        value={password}
        error={missing && !password ? t("signIn.password.missing") : undefined}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("signIn.send")}
      </Button>
    </form>
  );
}
