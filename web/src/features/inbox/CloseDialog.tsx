import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ENQUIRY_REASONS } from "@/api/reasons";
import type { CloseReason } from "@/api/types";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { LONGEST_COMMENT } from "./closing";

interface Props {
  /** What is closed, in words. */
  title: string;
  /** Comments belong to one enquiry. */
  withComment?: boolean;
  busy?: boolean;
  /** What went wrong last time. */
  error?: string | null;
  onSend: (reason: CloseReason, comment: string) => void;
  onClose: () => void;
}

/** Asks why an enquiry is closed. Nothing is chosen beforehand: a reason that nobody meant would be counted. */
export function CloseDialog({ title, withComment = false, busy = false, error = null, onSend, onClose }: Props) {
  const { t } = useTranslation("staff");
  const [reason, setReason] = useState<CloseReason | null>(null);
  const [comment, setComment] = useState("");
  const [isMissing, setMissing] = useState(false);
  const send = () => {
    setMissing(reason === null);
    if (reason) onSend(reason, comment.trim());
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={title} confirm={t("move.lost")} busy={busy} error={error} onConfirm={send}>
      <Radio.Group
        label={t("close.why")}
        error={isMissing && t("close.why.missing")}
        value={reason}
        onChange={(chosen) => {
          setReason(ENQUIRY_REASONS.find((each) => each === chosen) ?? null);
          setMissing(false);
        }}
      >
        <Stack gap={10} mt={10}>
          {ENQUIRY_REASONS.map((each, index) => (
            <Radio key={each} value={each} label={t(`close.reason.${each}`)} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      {withComment && <Textarea label={t("actions.comment")} rows={3} dir="auto" maxLength={LONGEST_COMMENT} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />}
    </ConfirmDialog>
  );
}
