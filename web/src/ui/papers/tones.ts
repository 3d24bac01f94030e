import type { PaperState } from "@/api/generated";
import type { Tone } from "@/ui/record/StatusDot";

/** What the colour of a paper says. */
export const PAPER_TONES: Readonly<Record<PaperState, Tone>> = {
  missing: "waiting",
  scanning: "waiting",
  infected: "bad",
  received: "fresh",
  accepted: "good",
  expired: "bad",
  refused: "bad",
  waived: "over",
};
