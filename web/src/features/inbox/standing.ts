import { useTranslation } from "react-i18next";
import { ENQUIRY } from "@/api/machines";
import type { CloseReason, Enquiry, EnquiryRow, EnquiryState } from "@/api/types";
import { isOver } from "./closing";

type Moved = Pick<Enquiry, "state" | "timeline" | "timeline_cursor" | "submitted_at">;

/** The entry of its history that brought it to where it stands. */
const lastMove = ({ state, timeline }: Moved) => timeline.findLast((entry) => entry.kind === "state" && entry.to === state);

/** Since when it stands there; null where that is further back than what came along of its history. */
export function sinceOf(enquiry: Moved): string | null {
  const moved = lastMove(enquiry);
  if (moved) return moved.at;
  return enquiry.timeline_cursor ? null : enquiry.submitted_at;
}

/** Where a closed one is opened again: where it stood before. */
export function stoodAt(enquiry: Moved): EnquiryState {
  const from = lastMove(enquiry)?.from;
  return ENQUIRY.states.find((state) => state === from && !isOver(state)) ?? ENQUIRY.states[0];
}

/** The usual next state; none for one that is over, or that has come as far as it goes. */
export function onwardOf({ state, next_states }: Pick<Enquiry, "state" | "next_states">): EnquiryState | undefined {
  if (isOver(state)) return undefined;
  return ENQUIRY.states.find((each) => !isOver(each) && next_states.includes(each) && ENQUIRY.states.indexOf(each) > ENQUIRY.states.indexOf(state));
}

/** Why one was closed, in words; nothing for what is open, and for what was closed before reasons were asked. */
export function useClosedWhy(): (row: Pick<EnquiryRow, "closed_for">) => string | undefined {
  const { t } = useTranslation("staff");
  return ({ closed_for }) => {
    const reason: CloseReason | undefined = ENQUIRY.reasons.find((each) => each === closed_for);
    return reason && t(`close.reason.${reason}`);
  };
}
