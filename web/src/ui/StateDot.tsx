import { useTranslation } from "react-i18next";
import type { EnquiryState } from "@/api/types";
import { StatusDot, type Tone } from "./record/StatusDot";

const TONES: Readonly<Record<EnquiryState, Tone>> = { new: "fresh", contacted: "waiting", toured: "seen", applying: "good", lost: "over" };

/** Where an enquiry stands, and where it is told, why. */
export function StateDot({ state, why }: { state: EnquiryState; why?: string | undefined }) {
  const { t } = useTranslation();
  return <StatusDot tone={TONES[state]}>{why ? `${t(`state.${state}`)}: ${why}` : t(`state.${state}`)}</StatusDot>;
}
