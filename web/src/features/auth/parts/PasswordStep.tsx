import { Button, PasswordInput, Text, TextInput } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LoginAnswer } from "@/api/entry";
import { failureOf } from "@/api/envelope";
import { useLoginMutation } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { bringKnownBrowsers } from "@/api/knownBrowsers";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { EntryLink } from "./EntryLink";
import { FailureNote, Notice } from "./FailureNote";
import { OtherWays } from "./OtherWays";
import { useRefusal } from "./useRefusal";
import * as to from "../paths";

const ResendVerification = lazy(async () => ({ default: (await import("./ResendVerification")).ResendVerification }));

interface Props {
  /** The session will live in this page alone. */
  memoryOnly: boolean;
  onAnswer: (answer: LoginAnswer) => void;
}

/** E-mail and password, and the school's other ways in. */
export function PasswordStep({ memoryOnly, onAnswer }: Props) {
  const { t } = useTranslation("auth");
  const school = useSchool();
  const bilingual = useBilingual();
  const context = useInstitution();
  const message = useMessage();
  const notice = useAppSelector((state) => state.auth.notice);
  const [login, { isLoading, error }] = useLoginMutation();
  const { failure, wait } = useRefusal(error);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [missing, setMissing] = useState(false);
  // The server asks for it after some failures, and not before.
  const [proof, setProof] = useState(false);
  const captcha = useCaptcha(proof);
  const nameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const who = name.trim();
  // Whether an address waits to be confirmed is told to nobody: whoever may have registered is offered the letter again.
  const mayWait = failure?.messageId === "L001" && who.includes("@") && school.authPage.conditionalScreens.signUp === "Y";
  const waits = failure?.messageId === "L003" || mayWait;
  const send = async () => {
    if (wait > 0 || isLoading) return;
    setMissing(!who || !password);
    if (!who || !password) {
      (who ? passwordField : nameField).current?.focus();
      return;
    }
    const token = await captcha.token();
    const answer = await login({ loginRequest: { ...(who.includes("@") ? { email: who } : { userName: who }), password, ...(token ? { captcha_token: token } : {}), ...bringKnownBrowsers() } });
    if (answer.data) {
      onAnswer(answer.data);
      return;
    }
    if (failureOf(answer.error).messageId === "L012") setProof(true);
    passwordField.current?.focus();
  };

  return (
    <Card title={t("signIn.title")} lead={t("signIn.lead", { context, school: bilingual(school.schoolNameLogo.lic_school_name) })} onSubmit={() => void send()} onTouched={captcha.begin}>
      <FailureNote failure={failure} wait={wait} />
      {waits && (
        <Suspense fallback={null}>
          {failure?.messageId === "L001" && <Text size="sm">{t("signIn.unconfirmed")}</Text>}
          <ResendVerification email={who} />
        </Suspense>
      )}
      {!failure && notice && <Notice>{message(notice)}</Notice>}
      {memoryOnly && !failure && <Notice>{t("entry.memoryOnly")}</Notice>}
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
        error={missing && !who ? t("signIn.email.missing") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.password}>
        <PasswordInput
          ref={passwordField}
          size="md"
          label={t("signIn.password")}
          name="password"
          dir="ltr"
          autoComplete="current-password"
          aria-invalid={(missing && !password) || undefined}
          visibilityToggleButtonProps={{ "aria-label": t("password.show"), tabIndex: 0 }}
          value={password}
          error={missing && !password ? t("signIn.password.missing") : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <div className={classes.between}>
          <EntryLink to={to.forgotPassword()}>{t("entry.forgot.link")}</EntryLink>
        </div>
      </div>
      {captcha.slot}
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("signIn.send")}
      </Button>
      <OtherWays here="login" />
    </Card>
  );
}
