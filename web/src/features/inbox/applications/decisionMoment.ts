/** When a decision is told: now, or at a moment of the school's own clock. Pure. */
import type { Failure } from "@/api/envelope";
import { statusOf, type Standing } from "@/api/standing";

export type Moment = { kind: "now" } | { kind: "later"; day: string; time: string; at: string | null };

/** Where it stands in what is sent. */
export const MOMENT = "/transition/publish_at";

const SOONEST_MS = 60_000;
const FARTHEST_MS = 180 * 86_400_000;

/** Whether what leads there may be told later. */
export const mayWait = (to: Standing) => statusOf(to) === "F" || to === "R/school";

/** What is wrong with a moment; null where nothing is. */
export function faultOf(moment: Moment, now: number): "missing" | "past" | "far" | null {
  if (moment.kind === "now") return null;
  if (!moment.at) return "missing";
  const ahead = Date.parse(moment.at) - now;
  if (ahead < SOONEST_MS) return "past";
  return ahead > FARTHEST_MS ? "far" : null;
}

/** The same as the server says it: its clock may be another. */
export function refusedMoment(failure: Failure | null, at: string = MOMENT): "missing" | "past" | "far" | null {
  const problem = failure?.problems.find(({ path }) => path === at);
  if (!problem) return null;
  if (problem.code === "minDate") return "past";
  return problem.code === "maxDate" ? "far" : "missing";
}
