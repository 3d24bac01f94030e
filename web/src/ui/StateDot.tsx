import { useTranslation } from "react-i18next";
import { isEnquiryState } from "@/api/standing";
import type { EnquiryState, Stand } from "@/api/types";
import { StatusDot, type Tone } from "./record/StatusDot";
import { StandingDot } from "./StandingDot";

const TONES: Readonly<Record<EnquiryState, Tone>> = { new: "fresh", contacted: "waiting", toured: "seen", applying: "good", lost: "over" };

interface Props<Of extends Stand> {
  state: Of;
  /** Why it stands there, where that is told. */
  why?: string | undefined;
}

/** Where a submission stands: an enquiry in a state, and where it is told, why; an application in a status. */
export function StateDot({ state, why }: Props<Stand>) {
  return isEnquiryState(state) ? <EnquiryDot state={state} why={why} /> : <StandingDot standing={state} />;
}

function EnquiryDot({ state, why }: Props<EnquiryState>) {
  const { t } = useTranslation();
  return <StatusDot tone={TONES[state]}>{why ? `${t(`state.${state}`)}: ${why}` : t(`state.${state}`)}</StatusDot>;
}
