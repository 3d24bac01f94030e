/** The figures of a grade's places, and which of the applications each of them counts. Pure. */
import type { SeatsLine } from "@/api/generated";
import { STATUSES, type Status } from "@/api/standing";

export type Sums = Pick<SeatsLine, "places" | "on_roll" | "booked" | "accepted" | "offered" | "free" | "waitlist" | "counts">;

export interface Column {
  id: "places" | "onRoll" | "booked" | "accepted" | "offered" | "free" | "waitlist";
  /** What the list of them is narrowed to; absent where no applications stand behind the number. */
  state?: string;
  /** How many of them there are. */
  of: (line: Sums) => number;
}

/** In the order in which they are taken off. */
export const COLUMNS: readonly Column[] = [
  { id: "places", of: () => 0 },
  // Of those on roll, the list has whom this product enrolled.
  { id: "onRoll", state: "C", of: ({ counts }) => counts.C },
  { id: "booked", state: "B", of: ({ booked }) => booked },
  { id: "accepted", state: "A", of: ({ counts }) => counts.A },
  { id: "offered", state: "F", of: ({ offered }) => offered },
  { id: "free", of: () => 0 },
  { id: "waitlist", state: "W/waitlist", of: ({ waitlist }) => waitlist },
];

/** All grades of a round together. What has no limit has no sum. */
export function totalOf(lines: readonly Sums[]): Sums {
  const sum = (pick: (line: Sums) => number) => lines.reduce((all, line) => all + pick(line), 0);
  const limited = lines.every(({ places }) => typeof places === "number");
  return {
    places: limited ? sum(({ places }) => places ?? 0) : null,
    on_roll: sum(({ on_roll }) => on_roll),
    booked: sum(({ booked }) => booked),
    accepted: sum(({ accepted }) => accepted),
    offered: sum(({ offered }) => offered),
    free: limited ? sum(({ free }) => free ?? 0) : null,
    waitlist: sum(({ waitlist }) => waitlist),
    counts: Object.fromEntries(STATUSES.map((status) => [status, sum(({ counts }) => counts[status])])) as Record<Status, number>,
  };
}
