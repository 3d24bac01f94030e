import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useConfirmSessionMutation, useGetProfileQuery, useRequestStepUpMutation } from "@/api/generated";
import { ConfirmDialog } from "./ConfirmDialog";
import { CodeInput } from "./fields/CodeInput";
import { PasswordField } from "./fields/PasswordField";
import { RetryNote } from "./RetryNote";
import { useCountdown } from "./useCountdown";
import { useFailureText } from "./useFailureText";
import { useFormat } from "./useFormat";
import { useMessage } from "./useMessage";

const WORDS = {
  list: { title: "confirmIdentity.title", byCode: "confirmIdentity.title.code", text: "confirmIdentity.text", go: "confirmIdentity.go" },
  prepare: { title: "confirmIdentity.prepare.title", byCode: "confirmIdentity.prepare.title.code", text: "confirmIdentity.text", go: "confirmIdentity.prepare.go" },
  power: { title: "confirmIdentity.power.title", byCode: "confirmIdentity.power.title.code", text: "confirmIdentity.power.text", go: "confirmIdentity.power.go" },
  publish: { title: "confirmIdentity.publish.title", byCode: "confirmIdentity.publish.title.code", text: "confirmIdentity.publish.text", go: "confirmIdentity.publish.go" },
  cancel: { title: "confirmIdentity.power.title", byCode: "confirmIdentity.power.title.code", text: "confirmIdentity.cancel.text", go: "confirmIdentity.power.go" },
} as const;

interface Props {
  /** What it is asked for: a list that leaves, now or when it is ready, who gets in and what they may do, what goes live, or that something does not. */
  asks?: keyof typeof WORDS;
  onDone: () => void;
  onClose: () => void;
}

/** Asks who is signed in to show once more that it is they: by the password, or by a code where there is none. */
export function ConfirmIdentity({ asks = "list", onDone, onClose }: Props) {
  const { t } = useTranslation();
  const words = WORDS[asks];
  const message = useMessage();
  const { data } = useGetProfileQuery();
  const [confirm, { isLoading, error, reset }] = useConfirmSessionMutation();
  const [current, setCurrent] = useState("");
  const [missing, setMissing] = useState(false);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const byPassword = data?.profile.has_password ?? true;
  const change = (value: string) => {
    setMissing(false);
    setCurrent(value);
  };
  const forget = () => {
    setMissing(false);
    setCurrent("");
    if (wait === 0) reset();
  };
  const send = async () => {
    setMissing(!current);
    if (!current || wait > 0) return;
    const answer = await confirm({ confirmSessionRequest: { current } });
    if (!answer.error) onDone();
  };
  const wrong = missing ? t(byPassword ? "confirmIdentity.missing" : "confirmIdentity.missing.code") : failure ? message(failure.messageId) : undefined;
  return (
    <ConfirmDialog opened onClose={onClose} title={t(byPassword ? words.title : words.byCode)} text={t(words.text)} confirm={t(words.go)} busy={isLoading} disabled={wait > 0} onConfirm={() => void send()}>
      {byPassword ? <PasswordField autoFocus kind="current" label={t("confirmIdentity.password")} value={current} error={wrong} onChange={change} /> : <Code value={current} error={wrong} onChange={change} onSent={forget} />}
      {wait > 0 && (
        <Text size="sm" role="status">
          <RetryNote left={wait} />
        </Text>
      )}
    </ConfirmDialog>
  );
}

interface CodeProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Another code is asked for: what was wrong with the last is settled. */
  onSent: () => void;
}

function Code({ value, error, onChange, onSent }: CodeProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const failureText = useFailureText();
  const [ask, { data, error: refused, isLoading }] = useRequestStepUpMutation();
  const failure = refused ? failureOf(refused) : null;
  const left = useCountdown(failure ? failure.retryAfter : data?.resend_in, refused ?? data);
  return (
    <>
      <div>
        <Button
          variant="default"
          data-autofocus
          loading={isLoading}
          disabled={left > 0}
          onClick={() => {
            onSent();
            void ask();
          }}
        >
          {left > 0 ? t("confirmIdentity.again", { left: format.number(left) }) : t("confirmIdentity.send")}
        </Button>
      </div>
      {(failure ?? data) && (
        <Text size="sm" role={failure ? "alert" : "status"}>
          {failure ? failureText(failure) : t("confirmIdentity.sent")}
        </Text>
      )}
      <CodeInput label={t("confirmIdentity.code")} value={value} onChange={onChange} error={error} />
    </>
  );
}
