/** In how many days an application is to leave a status, as the school's file has it (`targets` of `tenants/src/bundle/config.rs`). Pure. */
import type { Status } from "@/api/standing";

/** The statuses that something follows, in the order in which an application goes. */
export const TIMED = ["W", "S", "O", "F", "A", "B"] as const satisfies readonly Status[];
export type Targets = Partial<Record<(typeof TIMED)[number], number>>;

export const MOST_TARGET = 365;

/** With a target of a status, or without one; nothing is left where none is. */
export function withTarget(targets: Targets, status: (typeof TIMED)[number], days: number | null): Targets | undefined {
  const { [status]: _, ...others } = targets;
  const next = days === null || days < 1 ? others : { ...others, [status]: Math.min(days, MOST_TARGET) };
  return Object.keys(next).length > 0 ? next : undefined;
}
