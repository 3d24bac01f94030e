import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox, Radio, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RefusalReason } from "@/api/generated";
import { ConfirmDialog } from "@/ui/ConfirmDialog";

const REASONS: readonly RefusalReason[] = ["unreadable", "wrong_paper", "expired", "incomplete", "other"];
const LONGEST = 500;

interface Props {
  /** The file's own name. */
  name: string;
  busy: boolean;
  error: string | null;
  /** `thenWrite`: the family is to be written to next. */
  onSend: (reason: RefusalReason, comment: string, thenWrite: boolean) => void;
  onClose: () => void;
}

/** Asks why a paper is refused, in words that the family reads. Nothing is chosen beforehand. */
export function RefuseDialog({ name, busy, error, onSend, onClose }: Props) {
  const { t } = useTranslation("staff");
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const [comment, setComment] = useState("");
  const [thenWrite, setThenWrite] = useState(false);
  const [tried, setTried] = useState(false);
  const needsComment = reason === "other" && comment.trim() === "";
  const send = () => {
    setTried(true);
    if (reason && !needsComment) onSend(reason, comment.trim(), thenWrite);
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t("papers.refuse.title", { name: `\u2068${name}\u2069` })} confirm={t("papers.refuse")} busy={busy} error={error} onConfirm={send}>
      <Radio.Group
        label={t("papers.why")}
        error={tried && !reason && t("papers.why.missing")}
        value={reason}
        onChange={(chosen) => setReason(REASONS.find((each) => each === chosen) ?? null)}
      >
        <Stack gap={10} mt={10}>
          {REASONS.map((each, index) => (
            <Radio key={each} value={each} label={t(`papers.reason.${each}`)} data-autofocus={index === 0 || undefined} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t("papers.comment")}
        error={tried && needsComment && t("papers.comment.missing")}
        rows={2}
        dir="auto"
        maxLength={LONGEST}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Text size="sm">{t("papers.refuse.told")}</Text>
      <Checkbox label={t("papers.refuse.write")} checked={thenWrite} onChange={(event) => setThenWrite(event.currentTarget.checked)} />
    </ConfirmDialog>
  );
}
