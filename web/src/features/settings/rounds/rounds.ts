/** Admission rounds as the school's file has them (`tenants/src/bundle/rounds.rs`): what follows from them, and what is wrong with them. Pure. */

export interface Round {
  id: string;
  year: string;
  places?: Record<string, number>;
  closed_grades?: "Y" | "N";
  over_offer?: number;
  on_roll?: Record<string, number>;
  offer_days?: number;
  approval?: "officer" | "principal";
  direct_offer?: "Y" | "N";
  book_before_conditions?: "Y" | "N";
  application_fee?: { amount: string };
  form?: string;
  waitlist?: WaitlistRule[];
  waitlist_unconfirmed?: "Y" | "N";
  waitlist_shows?: WaitlistShows;
  waitlist_offers?: "Y" | "N";
}

/** What moves an application up the waiting list. */
export const RULES = ["sibling", "staff_child", "score", "date"] as const;
export type WaitlistRule = (typeof RULES)[number];

/** What a family reads of where its child stands there. */
export const SHOWS = ["band", "number", "nothing"] as const;
export type WaitlistShows = (typeof SHOWS)[number];

/** What the server takes where a round says nothing. */
export const OFFER_DAYS = 7;
export const WAITLIST: readonly WaitlistRule[] = ["sibling", "staff_child", "date"];
export const MOST_ROUNDS = 20;
export const MOST_PLACES = 100_000;

export const APPROVALS = ["officer", "principal"] as const;

/** Two school years that follow each other. */
export function isYear(text: string): boolean {
  const match = /^(20\d{2})-(20\d{2})$/.exec(text);
  return match !== null && Number(match[2]) === Number(match[1]) + 1;
}

/** A grade's code, and up to three parts that divide it further. */
export const isBucket = (text: string): boolean => /^[a-z0-9_-]{1,40}(\/[a-z0-9_-]{1,40}){0,3}$/.test(text);

/** Whether places can be offered without anybody's doing: nobody has to approve, and no shortlist comes before. */
export const mayOffer = ({ approval = "officer", direct_offer = "N" }: Round): boolean => approval === "officer" && direct_offer === "Y";

/** The round as it is said; what is offered without anybody's doing ends where somebody has to. */
export const settled = (round: Round): Round => (round.waitlist_offers === "Y" && !mayOffer(round) ? { ...round, waitlist_offers: "N" } : round);

/** An amount as the file keeps it. */
export const isAmount = (text: string): boolean => /^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(text);

/** What begins a registration id. */
export const isPrefix = (text: string): boolean => /^[A-Z]{2,6}$/.test(text);

/** All places together, of rounds that name some. */
export const placesOf = (rounds: readonly Round[]): number => rounds.flatMap(({ places = {} }) => Object.values(places)).reduce((sum, n) => sum + n, 0);

/** A grade of a round with its numbers. */
export interface Line {
  bucket: string;
  places: number;
  onRoll: number;
}

/** The grades of a round: as the application's form orders them, and what it does not know behind, in the order in which people count. */
export function linesOf({ places = {}, on_roll: onRoll = {} }: Round, grades: readonly { code: string }[] = []): Line[] {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const at = (bucket: string) => {
    const found = grades.findIndex(({ code }) => code === bucket.split("/")[0]);
    return found < 0 ? grades.length : found;
  };
  return Object.entries(places)
    .map(([bucket, n]) => ({ bucket, places: n, onRoll: onRoll[bucket] ?? 0 }))
    .toSorted((one, other) => at(one.bucket) - at(other.bucket) || compare(one.bucket, other.bucket));
}

/** The round with one grade as it is said; nothing takes the grade away. Nobody is on roll where there are no places. */
export function withLine(round: Round, bucket: string, line: Partial<Omit<Line, "bucket">> | null): Round {
  const { [bucket]: hadPlaces = 0, ...places } = round.places ?? {};
  const { [bucket]: hadOnRoll = 0, ...onRoll } = round.on_roll ?? {};
  if (line === null) return { ...round, places, on_roll: onRoll };
  const now = line.onRoll ?? hadOnRoll;
  return { ...round, places: { ...places, [bucket]: line.places ?? hadPlaces }, on_roll: now > 0 ? { ...onRoll, [bucket]: now } : onRoll };
}

/** The round of another year. Its id stays where applications may name it already. */
export function withYear(round: Round, year: string, published: readonly Round[], others: readonly Round[]): Round {
  if (published.some(({ id }) => id === round.id) || !isYear(year)) return { ...round, year };
  return { ...round, year, id: freeId(year, others) };
}

/** The years for which families apply today, and whose places no round counts. */
export function uncounted(dates: readonly { year: string; sims_admission_start_from: string; sims_admission_end: string }[], rounds: readonly Round[], today: string): string[] {
  const open = dates.filter((row) => row.sims_admission_start_from <= today && today <= row.sims_admission_end).map(({ year }) => year);
  return [...new Set(open)].filter((year) => !rounds.some((round) => round.year === year));
}

/** The round that comes next: a year on, the same places. */
export function nextRound(rounds: readonly Round[], today: string): Round {
  const last = rounds.filter(({ year }) => isYear(year)).toSorted((one, other) => one.year.localeCompare(other.year)).at(-1);
  const first = last ? Number(last.year.slice(0, 4)) + 1 : Number(today.slice(0, 4)) + 1;
  const year = `${first}-${first + 1}`;
  // Who is on roll then nobody knows yet.
  const { on_roll: _, ...same } = last ?? { id: "", year, places: {}, offer_days: OFFER_DAYS };
  return { ...same, id: freeId(year, rounds), year };
}

function freeId(year: string, rounds: readonly Round[]): string {
  const first = year.slice(0, 4);
  const taken = (id: string) => rounds.some((round) => round.id === id);
  let [id, n] = [first, 2];
  while (taken(id)) id = `${first}-${n++}`;
  return id;
}
