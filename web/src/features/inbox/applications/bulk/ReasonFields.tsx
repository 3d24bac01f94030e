import { NativeSelect, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useBilingual } from "@/ui/useBilingual";
import type { MoveReason } from "./useMoves";

/** What the server takes of a reason in words. */
const LONGEST_REASON = 1000;

/** Why, by a name of the school's and in words. */
export interface Said {
  reason: string;
  text: string;
}

export const NOTHING_SAID: Said = { reason: "", text: "" };

/** Whether it is said why. */
export const isSaid = ({ reason, text }: Said): boolean => reason !== "" || text.trim() !== "";

/** As the server takes it. */
export const spelled = ({ reason, text }: Said) => ({ ...(reason && { reason_code: reason }), ...(text.trim() && { reason_text: text.trim() }) });

interface Props {
  value: Said;
  reasons: readonly MoveReason[];
  /** What is wrong with it. */
  error: string | null;
  onChange: (said: Said) => void;
}

/** Asks why. */
export function ReasonFields({ value, reasons, error, onChange }: Props) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  return (
    <>
      <NativeSelect
        label={t("reason")}
        description={t("reason.help")}
        value={value.reason}
        error={error}
        data={[{ value: "", label: t("reason.none") }, ...reasons.map(({ code, text }) => ({ value: code, label: bilingual(text) }))]}
        onChange={(event) => onChange({ ...value, reason: event.currentTarget.value })}
      />
      <Textarea label={t("reason.text")} rows={3} dir="auto" maxLength={LONGEST_REASON} value={value.text} onChange={(event) => onChange({ ...value, text: event.currentTarget.value })} />
    </>
  );
}
