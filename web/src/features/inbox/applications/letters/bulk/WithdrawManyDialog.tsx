import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useWithdrawLetterJobMutation, type LetterJob } from "./bulkCalls";
import { useBulkRefused } from "./useBulkWhy";

/** What the server takes of a reason. */
const LONGEST = 300;

/** Asks before the letters of a job that nobody has opened are withdrawn. */
export function WithdrawManyDialog({ job, onClose }: { job: LetterJob; onClose: () => void }) {
  const { t } = useTranslation("letters");
  const refusedWhy = useBulkRefused();
  const [withdraw, { isLoading, error }] = useWithdrawLetterJobMutation();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const isSaid = reason.trim() !== "";
  const isReason = error && failureOf(error).problems.some(({ path }) => path === "/reason");
  const send = async () => {
    setTried(true);
    if (!isSaid) return;
    const answer = await withdraw({ id: job.id, reason: reason.trim() });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog opened danger onClose={onClose} title={t("bulk.withdraw.title")} text={t("bulk.withdraw.text")} confirm={t("bulk.withdraw.go")} busy={isLoading} error={isReason ? null : refusedWhy(error)} onConfirm={() => void send()}>
      <TextInput data-autofocus label={t("bulk.withdraw.reason")} dir="auto" maxLength={LONGEST} value={reason} error={((tried && !isSaid) || isReason) && t("bulk.withdraw.reason.missing")} onChange={(event) => setReason(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
