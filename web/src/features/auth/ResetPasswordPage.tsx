import { Button, Loader, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useCheckResetLinkMutation, useResetPasswordMutation } from "@/api/generated";
import { useSchool } from "@/api/school";
import { PasswordField } from "@/ui/fields/PasswordField";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { judge } from "@/ui/passwordPolicy";
import { useMessage } from "@/ui/useMessage";
import { useProblemText } from "@/ui/useProblemText";
import { useAsksName } from "./parts/asksName";
import { Card } from "./parts/Card";
import { EntryLink } from "./parts/EntryLink";
import { FailureNote } from "./parts/FailureNote";
import { Sent } from "./parts/Sent";
import { useLinkToken } from "@/ui/useLinkToken";
import { useRefusal } from "./parts/useRefusal";
import * as to from "./paths";

/** A first or a new password, by a one-time link whose token stands in the address's fragment. */
export function ResetPasswordPage() {
  const { t } = useTranslation("auth");
  const token = useLinkToken();
  const { schoolNameLogo, school_id } = useSchool();
  const describe = useProblemText();
  const [reset, { isLoading, isSuccess, error, reset: forget }] = useResetPasswordMutation();
  const { failure, wait } = useRefusal(error);
  const checked = useChecked(token);
  const asksName = useAsksName();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const nameField = useRef<HTMLInputElement>(null);
  const state = judge(password, again);
  const fits = state.longEnough && state.varied;

  if (isSuccess) return <Done />;
  if (!token || checked === "dead" || failure?.messageId === "L010") return <DeadLink />;
  if (checked === "asking") return <Sent icon={<Loader size={28} />} title={t("reset.title")} text={t("entry.verify.working")} />;
  const nameless = asksName && !name.trim();
  const send = () => {
    if (wait > 0) return;
    setTried(true);
    if (nameless) nameField.current?.focus();
    else if (fits && state.same) void reset({ resetPasswordRequest: { token, password, ...(asksName ? { name: name.trim() } : {}) } });
    else field.current?.focus();
  };
  const problemsAt = (ofName: boolean) => failure?.problems.filter(({ path }) => (path === "/name") === ofName).map(describe).join(" ");
  return (
    <Card title={t("reset.title")} lead={t("reset.lead")} onSubmit={send}>
      <FailureNote failure={failure} wait={wait} />
      {asksName && (
        <TextInput
          ref={nameField}
          size="md"
          name="name"
          autoComplete="name"
          label={t("entry.name")}
          value={name}
          error={tried && nameless ? t("entry.name.missing") : problemsAt(true) || undefined}
          onChange={(event) => {
            if (failure && wait === 0) forget();
            setName(event.currentTarget.value);
          }}
        />
      )}
      <PasswordField
        ref={field}
        kind="new"
        label={t("reset.password")}
        value={password}
        again={again}
        words={[schoolNameLogo.lic_school_name.en, schoolNameLogo.lic_school_name.ar, school_id]}
        error={tried && !fits ? t("reset.password.weak") : problemsAt(false) || undefined}
        onChange={(typed) => {
          // What was refused is not there any more; a wait is still to be waited.
          if (failure && wait === 0) forget();
          setPassword(typed);
        }}
      />
      <PasswordField kind="again" label={t("reset.again")} value={again} error={tried && password !== again ? t("reset.again.differs") : undefined} onChange={setAgain} />
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("reset.send")}
      </Button>
    </Card>
  );
}

/** What the server says of the link before anything is typed; looking uses nothing up. Where it says nothing the form does. */
function useChecked(token: string): "asking" | "fine" | "dead" {
  const [check, { isSuccess, error }] = useCheckResetLinkMutation();
  useEffect(() => {
    if (token) void check({ checkResetLinkRequest: { token } });
  }, [token, check]);
  if (error) return failureOf(error).messageId === "L010" ? "dead" : "fine";
  return isSuccess ? "fine" : "asking";
}

function Done() {
  const { t } = useTranslation("auth");
  return (
    <Sent icon={<IconCircleCheck size={28} stroke={1.5} />} title={t("reset.done.title")} text={t("reset.done.text")}>
      <Button component={Link} to={to.signIn()} size="md">
        {t("signIn.title")}
      </Button>
    </Sent>
  );
}

function DeadLink() {
  const { t } = useTranslation("auth");
  const message = useMessage();
  return (
    <Sent icon={<IconAlertCircle size={28} stroke={1.5} />} title={t("reset.dead.title")} text={message("L010")}>
      <Button component={Link} to={to.forgotPassword()} size="md">
        {t("entry.link.new")}
      </Button>
      <EntryLink to={to.signIn()}>{t("reset.dead.signIn")}</EntryLink>
    </Sent>
  );
}
