import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";
import { useSayOfFinancialMutation, useShowIbanMutation } from "./calls";

/** What the server takes of a reason. */
const LONGEST = 300;
const SHORTEST = 5;

interface Props {
  id: string;
  code: string;
  label: string;
  what: "return" | "iban";
  onClose: () => void;
}

/** Returns a document, or shows the whole account number, for a reason. */
export function ReasonDialog({ id, code, label, what, onClose }: Props) {
  const { t } = useTranslation("letterFinancial");
  const message = useMessage();
  const [say, saying] = useSayOfFinancialMutation();
  const [show, shown] = useShowIbanMutation();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const isFit = reason.trim().length >= SHORTEST;
  const error = what === "iban" ? shown.error : saying.error;
  const iban = shown.data?.iban;

  const go = async () => {
    if (iban) return onClose();
    setTried(true);
    if (!isFit) return;
    if (what === "iban") return void show({ id, code, reason: reason.trim() });
    const answer = await say({ id, code, state: "returned", reason: reason.trim() });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={what === "iban" ? label : t("staff.return.title")}
      text={t(what === "iban" ? "staff.show.text" : "staff.return.text")}
      confirm={t(iban ? "staff.close" : what === "iban" ? "staff.show" : "staff.return")}
      busy={saying.isLoading || shown.isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void go()}
    >
      {iban ? (
        <p role="status">
          <bdi dir="ltr">{iban.replace(/(.{4})(?=.)/g, "$1 ")}</bdi>
        </p>
      ) : (
        <Textarea label={t("staff.reason")} dir="auto" rows={3} maxLength={LONGEST} value={reason} error={tried && !isFit && t("staff.reason.missing")} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
    </ConfirmDialog>
  );
}
