import { APPLICATION, ENQUIRY } from "@/api/machines";
import { ENQUIRY_REASONS } from "@/api/reasons";
import type { CloseReason, EnquiryState, Stand, TimelineEntry } from "@/api/types";

/** Whether who sends an enquiry there says why. */
export const asksWhy = (state: EnquiryState): boolean => ENQUIRY.withReason.some((each) => each === state);

/** Whether nobody has to do anything about it there. */
export const isOver = (state: Stand): boolean => [...ENQUIRY.over, ...APPLICATION.over].some((each) => each === state);

/** Why it was closed, by an entry of its history. */
const reasonOf = (entry: TimelineEntry): CloseReason | undefined => ENQUIRY_REASONS.find((each) => each === entry.reason);

/** Why it was closed last; those that were closed before reasons were asked have none. */
export const lastReason = (entries: readonly TimelineEntry[]): CloseReason => entries.toSorted((one, other) => other.seq - one.seq).map(reasonOf).find((reason) => reason !== undefined) ?? "other";

/** What the server takes of a comment. */
export const LONGEST_COMMENT = 4000;
