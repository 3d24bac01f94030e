import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useGetStudentMutation, type FileField } from "@/api/student";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";

/** What the server takes of a reason, in characters. */
const LEAST = 5;
const MOST = 300;

interface Props {
  id: string;
  onShown: (fields: readonly FileField[]) => void;
  onClose: () => void;
}

/** Asks why somebody needs it: that they opened it is written down. */
export function MedicalDialog({ id, onShown, onClose }: Props) {
  const { t } = useTranslation("student");
  const message = useMessage();
  const format = useFormat();
  const [open, { isLoading, reset }] = useGetStudentMutation();
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const bounds = { least: format.number(LEAST), most: format.number(MOST) };
  const send = async () => {
    const said = reason.trim();
    setFailed(null);
    if ([...said].length < LEAST) return setWrong(t("medical.reason.short", bounds));
    const { data, error } = await open({ studentId: id, studentFileRequest: { sections: ["medical"], reason: said } });
    // The store keeps nothing of what was opened.
    reset();
    if (data) {
      const fields = data.sections.medical?.fields ?? [];
      // What an audience alone reads stays hidden from the others, whatever they say.
      return fields.every(({ masked }) => masked) ? setFailed(t("medical.others")) : onShown(fields);
    }
    const failure = failureOf(error);
    if (failure.problems.some(({ path }) => path === "/reason")) setWrong(t("medical.reason.refused", bounds));
    else setFailed(message(failure.messageId));
  };
  return (
    <ConfirmDialog opened title={t("medical.title")} text={t("medical.text")} confirm={t("medical.confirm")} onConfirm={() => void send()} busy={isLoading} error={failed} onClose={onClose}>
      <Textarea
        data-autofocus
        label={t("medical.reason")}
        description={t("medical.reason.help")}
        rows={3}
        dir="auto"
        maxLength={MOST}
        required
        value={reason}
        error={wrong}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setWrong(null);
        }}
      />
    </ConfirmDialog>
  );
}
