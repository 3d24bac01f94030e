import { ENQUIRY } from "@/api/machines";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry, EnquiryState } from "@/api/types";
import { isOver } from "./closing";

type Moved = Pick<Enquiry, "state" | "timeline" | "timeline_cursor" | "submitted_at">;

/** The entry of its history that brought it to where it stands. */
const lastMove = ({ state, timeline }: Moved) => timeline.findLast((entry) => (entry.kind === "state" || entry.kind === "status") && entry.to === state);

/** Since when it stands there; null where that is further back than what came along of its history. */
export function sinceOf(enquiry: Moved): string | null {
  const moved = lastMove(enquiry);
  if (moved) return moved.at;
  return enquiry.timeline_cursor ? null : enquiry.submitted_at;
}

/** Where a closed enquiry is opened again: where it stood before. */
export function stoodAt(enquiry: Moved): EnquiryState {
  const from = lastMove(enquiry)?.from;
  return ENQUIRY.states.find((state) => state === from && !isOver(state)) ?? ENQUIRY.states[0];
}

/** The usual next state; none for one that is over, or that has come as far as it goes, and none for an application: that one has ways of its own. */
export function onwardOf({ state, next_states }: Pick<Enquiry, "state" | "next_states">): EnquiryState | undefined {
  if (!isEnquiryState(state) || isOver(state)) return undefined;
  return ENQUIRY.states.find((each) => !isOver(each) && next_states.includes(each) && ENQUIRY.states.indexOf(each) > ENQUIRY.states.indexOf(state));
}
