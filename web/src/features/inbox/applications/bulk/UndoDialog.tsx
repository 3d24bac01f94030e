import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";
import { useUndoMovesMutation } from "./moveApi";
import classes from "./moves.module.css";
import { NOTHING_SAID, ReasonFields, spelled } from "./ReasonFields";
import type { MoveReason } from "./useMoves";

interface Props {
  id: string;
  /** Whether some wait for their release, or for an approval. */
  waits: boolean;
  reasons: readonly MoveReason[];
  onClose: () => void;
}

/** Asks before those that were moved go back where each came from. */
export function UndoDialog({ id, waits, reasons, onClose }: Props) {
  const { t } = useTranslation(["moves", "applications"]);
  const { language } = useLanguage();
  const message = useMessage();
  const [undo, { isLoading, error }] = useUndoMovesMutation();
  const [said, setSaid] = useState(NOTHING_SAID);
  const [told, setTold] = useState(false);
  const failure = error ? failureOf(error) : null;
  const isReason = failure?.messageId === "F003";
  const words = failure && (failure.messageId === "A008" ? t("refused.busy") : failure.messageId === "A012" ? t("undo.nowhere") : message(failure.messageId));
  const send = async () => {
    const answer = await undo({ id, undoMovesRequest: { ...spelled(said), notify: told, lng: language } });
    if (answer.data) onClose();
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t("undo.title")} text={t(waits ? "undo.text.waits" : "undo.text")} confirm={t("undo")} busy={isLoading} error={isReason ? null : words} onConfirm={() => void send()}>
      <div className={classes.fields}>
        <ReasonFields value={said} reasons={reasons} error={isReason ? t("applications:reason.gone") : null} onChange={setSaid} />
        <Checkbox label={t("notify")} checked={told} onChange={(event) => setTold(event.currentTarget.checked)} />
      </div>
    </ConfirmDialog>
  );
}
