import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useMessage } from "@/ui/useMessage";
import { useWithdrawOwnConsentMutation, type OwnConsent } from "./api";

/** What the server takes of a reason. */
const LONGEST = 300;

/** Asks once more before a consent is withdrawn, and says what stops with it. */
export function WithdrawDialog({ consent, onClose }: { consent: OwnConsent; onClose: () => void }) {
  const { t } = useTranslation("letterConsents");
  const bilingual = useBilingual();
  const message = useMessage();
  const [withdraw, { error, isLoading }] = useWithdrawOwnConsentMutation();
  const [reason, setReason] = useState("");
  const go = async () => {
    const answer = await withdraw({ id: consent.id, reason: reason.trim() });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t("own.withdraw.title", { title: `\u2068${bilingual(consent.title)}\u2069` })}
      text={
        <>
          {t("own.withdraw.text")} {consent.required && t("own.withdraw.required")}
        </>
      }
      confirm={t("own.withdraw")}
      busy={isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void go()}
    >
      <Textarea label={t("own.withdraw.reason")} rows={3} dir="auto" maxLength={LONGEST} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
