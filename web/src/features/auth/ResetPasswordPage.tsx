import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useResetPasswordMutation } from "@/api/generated";
import { useSchool } from "@/api/school";
import { PasswordField } from "@/ui/fields/PasswordField";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { judge } from "@/ui/passwordPolicy";
import { useMessage } from "@/ui/useMessage";
import { useProblemText } from "@/ui/useProblemText";
import { Card } from "./parts/Card";
import { EntryLink } from "./parts/EntryLink";
import { FailureNote } from "./parts/FailureNote";
import { Sent } from "./parts/Sent";
import { useLinkToken } from "@/ui/useLinkToken";
import { useRefusal } from "./parts/useRefusal";

/** A first or a new password, by a one-time link whose token stands in the address's fragment. */
export function ResetPasswordPage() {
  const { t } = useTranslation("auth");
  const token = useLinkToken();
  const { schoolNameLogo, school_id } = useSchool();
  const describe = useProblemText();
  const [reset, { isLoading, isSuccess, error, reset: forget }] = useResetPasswordMutation();
  const { failure, wait } = useRefusal(error);
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const state = judge(password, again);
  const fits = state.longEnough && state.varied;

  if (isSuccess) return <Done />;
  if (!token || failure?.messageId === "L010") return <DeadLink />;
  const send = () => {
    if (wait > 0) return;
    setTried(true);
    if (fits && state.same) void reset({ resetPasswordRequest: { token, password } });
    else field.current?.focus();
  };
  const refused = failure?.problems.map(describe).join(" ");
  return (
    <Card title={t("reset.title")} lead={t("reset.lead")} onSubmit={send}>
      <FailureNote failure={failure} wait={wait} />
      <PasswordField
        ref={field}
        kind="new"
        label={t("reset.password")}
        value={password}
        again={again}
        words={[schoolNameLogo.lic_school_name.en, schoolNameLogo.lic_school_name.ar, school_id]}
        error={tried && !fits ? t("reset.password.weak") : refused || undefined}
        onChange={(typed) => {
          // What was refused is not there any more; a wait is still to be waited.
          if (failure && wait === 0) forget();
          setPassword(typed);
        }}
      />
      <PasswordField kind="again" label={t("reset.again")} value={again} error={tried && !state.same ? t("reset.again.differs") : undefined} onChange={setAgain} />
      <Button type="submit" size="md" loading={isLoading} disabled={wait > 0}>
        {t("reset.send")}
      </Button>
    </Card>
  );
}

function Done() {
  const { t } = useTranslation("auth");
  return (
    <Sent icon={<IconCircleCheck size={28} stroke={1.5} />} title={t("reset.done.title")} text={t("reset.done.text")}>
      <Button component={Link} to="/sign-in" size="md">
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
      <Button component={Link} to="/forgot-password" size="md">
        {t("entry.link.new")}
      </Button>
      <EntryLink to="/sign-in">{t("reset.dead.signIn")}</EntryLink>
    </Sent>
  );
}
