import { Button, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEnrolTillMutation } from "@/api/generated";
import type { EnrolledTill } from "@/api/till";
import { toWesternDigits } from "@/i18n/digits";
import { Card } from "./Card";
import { EntryLink } from "./EntryLink";
import { FailureNote } from "./FailureNote";
import { useRefusal } from "./useRefusal";
import * as to from "../paths";

/** Makes this device a till, by the code that an administrator reads out. */
export function EnrolStep({ onEnrolled }: { onEnrolled: (till: EnrolledTill) => void }) {
  const { t } = useTranslation("auth");
  const [enrol, { isLoading, error }] = useEnrolTillMutation();
  const { failure, wait } = useRefusal(error);
  const [code, setCode] = useState("");
  const [label, setLabel] = useState("");
  const [tried, setTried] = useState(false);
  const codeField = useRef<HTMLInputElement>(null);
  const labelField = useRef<HTMLInputElement>(null);

  const send = async () => {
    if (wait > 0) return;
    setTried(true);
    if (!code.trim() || !label.trim()) {
      (code.trim() ? labelField : codeField).current?.focus();
      return;
    }
    const answer = await enrol({ enrolTillRequest: { enrolment_code: code.trim(), device_label: label.trim() } });
    if (answer.data) onEnrolled({ device_id: answer.data.device_id, till: answer.data.till });
    else codeField.current?.focus();
  };
  return (
    <Card title={t("entry.pos.enrol.title")} lead={t("entry.pos.enrol.lead")} onSubmit={() => void send()}>
      <FailureNote failure={failure} wait={wait} />
      <TextInput
        ref={codeField}
        size="lg"
        dir="ltr"
        name="enrolment-code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        label={t("entry.pos.enrol.code")}
        value={code}
        error={tried && !code.trim() ? t("entry.pos.enrol.code.missing") : undefined}
        onChange={(event) => setCode(toWesternDigits(event.currentTarget.value))}
      />
      <TextInput
        ref={labelField}
        size="lg"
        name="device-label"
        autoComplete="off"
        label={t("entry.pos.enrol.device")}
        description={t("entry.pos.enrol.device.help")}
        value={label}
        error={tried && !label.trim() ? t("entry.pos.enrol.device.missing") : undefined}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" loading={isLoading} disabled={wait > 0}>
        {t("entry.pos.enrol.send")}
      </Button>
      <EntryLink to={to.signIn()}>{t("entry.pos.office")}</EntryLink>
    </Card>
  );
}
