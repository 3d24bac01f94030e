import { NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DeclineReason } from "@/api/generatedTypes";
import { ConfirmDialog } from "@/ui/ConfirmDialog";

/** What the server takes of a family's own words. */
const LONGEST = 500;

const REASONS = ["another_school", "moved_away", "fees", "other"] as const satisfies readonly DeclineReason[];

export interface Declined {
  reason: DeclineReason;
  text: string;
}

interface Props {
  /** What is given up: the offer, or the place that was accepted already. */
  of: "offer" | "accept";
  busy: boolean;
  onConfirm: (declined: Declined) => void;
  onClose: () => void;
}

/** Asks once more before an offer is declined for all who sign, and why. */
export function DeclineDialog({ of, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("letters");
  const [reason, setReason] = useState("");
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const chosen = REASONS.find((each) => each === reason);
  const confirm = () => {
    setTried(true);
    if (chosen) onConfirm({ reason: chosen, text: text.trim() });
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t(`${of}.decline.title`)} text={t(`${of}.decline.text`)} confirm={t(of === "accept" ? "accept.decline" : "offer.decline.go")} danger busy={busy} error={null} onConfirm={confirm}>
      <NativeSelect
        label={t("offer.why")}
        value={reason}
        error={tried && !chosen && t("offer.why.missing")}
        data={[{ value: "", label: t("offer.why.choose") }, ...REASONS.map((value) => ({ value, label: t(`offer.why.${value}`) }))]}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Textarea label={t("offer.why.text")} rows={3} dir="auto" maxLength={LONGEST} value={text} onChange={(event) => setText(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
