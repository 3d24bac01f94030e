import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { PasswordField } from "@/ui/fields/PasswordField";
import { useCountdown } from "@/ui/useCountdown";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useGetProfileQuery, useRequestStepUpMutation } from "../api";
import classes from "../profile.module.css";
import { CodeInput } from "./CodeInput";

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: string;
}

/** What shows that the account's own person asks: its password, or a code to its present address where there is none. */
export function CurrentField({ value, onChange, error }: Props) {
  const { t } = useTranslation("profile");
  const { data } = useGetProfileQuery();
  if (data?.profile.has_password ?? true) {
    return <PasswordField kind="current" label={t("profile.password.current")} value={value} error={error} onChange={onChange} />;
  }
  return <SentCode value={value} onChange={onChange} error={error} />;
}

function SentCode({ value, onChange, error }: Props) {
  const { t } = useTranslation("profile");
  const message = useMessage();
  const format = useFormat();
  const [ask, { data, error: refused, isLoading }] = useRequestStepUpMutation();
  const failure = refused ? failureOf(refused) : null;
  const left = useCountdown(failure ? failure.retryAfter : data?.resend_in, refused ?? data);
  return (
    <div className={classes.content}>
      <div>
        <Button variant="default" loading={isLoading} disabled={left > 0} onClick={() => void ask()}>
          {left > 0 ? t("profile.code.again", { left: format.number(left) }) : data ? t("profile.code.resend") : t("profile.code.send")}
        </Button>
      </div>
      <Text size="sm" role={failure ? "alert" : "status"} c={failure ? "red" : undefined}>
        {failure ? message(failure.messageId) : data ? t(data.by === "sms" ? "profile.code.sent.sms" : "profile.code.sent.mail") : t("profile.code.why")}
      </Text>
      <CodeInput label={t("profile.code.label")} value={value} onChange={onChange} error={error} />
    </div>
  );
}
