import { useTranslation } from "react-i18next";
import type { EnquiryState } from "@/api/types";
import { StatusDot, type Tone } from "./record/StatusDot";

const TONES: Readonly<Record<EnquiryState, Tone>> = { new: "fresh", contacted: "waiting", toured: "seen", applying: "good", lost: "over" };

/** Where an enquiry stands. */
export function StateDot({ state }: { state: EnquiryState }) {
  const { t } = useTranslation();
  return <StatusDot tone={TONES[state]}>{t(`state.${state}`)}</StatusDot>;
}
