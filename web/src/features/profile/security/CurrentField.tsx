import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { PasswordField } from "@/ui/fields/PasswordField";
import { useCountdown } from "@/ui/useCountdown";
import { useFailureText } from "@/ui/useFailureText";
import { useFormat } from "@/ui/useFormat";
import { useGetProfileQuery, useRequestStepUpMutation } from "../api";
import classes from "../profile.module.css";
import { CodeInput } from "./CodeInput";

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** Nothing was typed: said here, since only this field knows what is asked. */
  missing?: boolean;
  /** A dialog opens with the focus here. */
  autoFocus?: boolean;
  /** Another code is asked for: what was wrong with the last is settled. */
  onSent?: () => void;
}

/** What shows that the account's own person asks: its password, or a code to its present address where there is none. */
export function CurrentField(props: Props) {
  const { value, onChange, error, missing, autoFocus } = props;
  const { t } = useTranslation("profile");
  const { data } = useGetProfileQuery();
  if (data?.profile.has_password ?? true) {
    return <PasswordField kind="current" label={t("profile.password.current")} autoFocus={autoFocus} value={value} error={missing ? t("profile.current.missing") : error} onChange={onChange} />;
  }
  return <SentCode {...props} />;
}

function SentCode({ value, onChange, error, missing, autoFocus, onSent }: Props) {
  const { t } = useTranslation("profile");
  const failureText = useFailureText();
  const format = useFormat();
  const [ask, { data, error: refused, isLoading }] = useRequestStepUpMutation();
  const failure = refused ? failureOf(refused) : null;
  const left = useCountdown(failure ? failure.retryAfter : data?.resend_in, refused ?? data);
  return (
    <div className={classes.content}>
      <div>
        <Button
          variant="default"
          data-autofocus={autoFocus}
          loading={isLoading}
          disabled={left > 0}
          onClick={() => {
            onSent?.();
            void ask();
          }}
        >
          {left > 0 ? t("profile.code.again", { left: format.number(left) }) : data ? t("profile.code.resend") : t("profile.code.send")}
        </Button>
      </div>
      <Text size="sm" role={failure ? "alert" : "status"} c={failure ? "red" : undefined}>
        {failure ? failureText(failure) : data ? t(data.by === "sms" ? "profile.code.sent.sms" : "profile.code.sent.mail") : t("profile.code.why")}
      </Text>
      <CodeInput label={t("profile.code.label")} value={value} onChange={onChange} error={missing ? t("profile.code.missing") : error} />
    </div>
  );
}
