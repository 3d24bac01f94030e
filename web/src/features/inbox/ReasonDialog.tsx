import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";

/** What the server takes of a reason. */
const LONGEST = 300;

interface Props {
  title: string;
  /** What happens then. */
  text: string;
  confirm: string;
  danger?: boolean;
  busy: boolean;
  error: string | null;
  onSend: (reason: string) => void;
  onClose: () => void;
}

/** Asks why, in words for colleagues. */
export function ReasonDialog({ title, text, confirm, danger, busy, error, onSend, onClose }: Props) {
  const { t } = useTranslation("documents");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const said = reason.trim();
  const send = () => {
    setTried(true);
    if (said) onSend(said);
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={title} text={text} confirm={confirm} danger={danger} busy={busy} error={error} onConfirm={send}>
      <Textarea
        data-autofocus
        label={t("why")}
        description={t("why.hint")}
        error={tried && !said && t("why.missing")}
        rows={2}
        dir="auto"
        maxLength={LONGEST}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
