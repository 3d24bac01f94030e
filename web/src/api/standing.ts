/** Where an application stands, as its text says it (docs/states.md): `W/review` is the status W, refined by `review`. Pure. */
import type { StatusCounts, Standing } from "./generatedTypes";
import { APPLICATION, ENQUIRY } from "./machines";
import type { EnquiryState } from "./types";

export type { Standing };

/** The eight statuses, by their letters. */
export type Status = keyof StatusCounts;

/** In the order in which an application usually goes. */
export const STATUSES = ["W", "S", "O", "F", "A", "B", "C", "R"] as const satisfies readonly Status[];

/** Nobody stands anywhere. */
export const NO_COUNTS: Readonly<Record<Status, number>> = { W: 0, S: 0, O: 0, F: 0, A: 0, B: 0, C: 0, R: 0 };

/** Whether it is an application's, and no enquiry's state. */
export const isStanding = (text: string | null | undefined): text is Standing => APPLICATION.states.some((each) => each === text);

/** Whether it is an enquiry's. */
export const isEnquiryState = (text: string | null | undefined): text is EnquiryState => ENQUIRY.states.some((each) => each === text);

/** The status of a standing. */
export function statusOf(standing: Standing): Status {
  return STATUSES.find((each) => each === standing[0]) ?? "W";
}

/** Whether a place is kept for it that does not follow its answers: from an offer on, until it is enrolled or closed. */
export const hasPlace = (state: string): boolean => isStanding(state) && ["F", "A", "B"].includes(statusOf(state));

/** The standing of a status and what refines it, as the list of applications tells them apart. */
export function standingOf({ sims_admission_status: status, sub_status: sub }: { sims_admission_status: string; sub_status: string }): Standing {
  const text = sub ? `${status}/${sub}` : status;
  return APPLICATION.states.find((each) => each === text) ?? "W/review";
}
