import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DeclineReason } from "@/api/generatedTypes";
import { ConfirmDialog } from "@/ui/ConfirmDialog";

/** What the server takes of a family's own words. */
const LONGEST = 500;

const REASONS = ["another_school", "moved_away", "fees", "other"] as const satisfies readonly DeclineReason[];

export interface Why {
  reason_code?: DeclineReason;
  reason_text?: string;
}

interface Props {
  title: string;
  sure: string;
  go: string;
  /** Whether it is asked why: of an application, and of no enquiry. */
  asksWhy: boolean;
  busy: boolean;
  error: string | null | false;
  onConfirm: (why: Why) => void;
  onClose: () => void;
}

/** Asks once more before something is withdrawn or declined, and why. */
export function WithdrawDialog({ title, sure, go, asksWhy, busy, error, onConfirm, onClose }: Props) {
  const { t } = useTranslation("application");
  const [reason, setReason] = useState("");
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const chosen = REASONS.find((each) => each === reason);
  const confirm = () => {
    setTried(true);
    if (asksWhy && !chosen) return;
    onConfirm({ ...(chosen && { reason_code: chosen }), ...(text.trim() && { reason_text: text.trim() }) });
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={title} text={sure} confirm={go} danger busy={busy} error={error || null} onConfirm={confirm}>
      {asksWhy && (
        <>
          <NativeSelect
            label={t("application.why")}
            value={reason}
            error={tried && !chosen && t("application.why.missing")}
            data={[{ value: "", label: t("application.why.choose") }, ...REASONS.map((value) => ({ value, label: t(`application.why.${value}`) }))]}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Textarea label={t("application.why.text")} rows={3} dir="auto" maxLength={LONGEST} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </>
      )}
    </ConfirmDialog>
  );
}
