import type { SchoolDetails } from "./types";

/** A round of admission: its days, and where today stands. */
export interface Round {
  year: string;
  /** Codes; empty for all, or for those that no other round of its year names. */
  grades: readonly string[];
  /** Whether it is for the grades that others of its year do not name. */
  isRest: boolean;
  from: string;
  until: string;
  state: "before" | "open" | "closed";
  /** Days until it opens or closes; 0 is today. */
  daysLeft: number;
}

const DAY_MS = 86_400_000;

/** Whole days from one ISO date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** The school's rounds as of its own date: the open ones first, then those to come, then the past. */
export function roundsOf(dates: SchoolDetails["schoolDates"], today: string): Round[] {
  const order = { open: 0, before: 1, closed: 2 } as const;
  return dates
    .map((row): Round => {
      const from = row.sims_admission_start_from;
      const until = row.sims_admission_end;
      const state = today < from ? "before" : today > until ? "closed" : "open";
      const daysLeft = state === "closed" ? 0 : daysBetween(today, state === "open" ? until : from);
      const grades = row.grades ?? [];
      const isRest = grades.length === 0 && dates.some((other) => other.year === row.year && (other.grades ?? []).length > 0);
      return { year: row.year, grades, isRest, from, until, state, daysLeft };
    })
    .sort((one, two) => order[one.state] - order[two.state] || one.from.localeCompare(two.from) || one.until.localeCompare(two.until));
}

/** The next day on which a round opens. */
export function nextOpening(rounds: readonly Round[]): string | null {
  return rounds.filter((round) => round.state === "before").map((round) => round.from).sort()[0] ?? null;
}
