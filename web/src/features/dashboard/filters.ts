/** What of the dashboard's address narrows its applications, what the server is asked for by it, and which list holds the same. Pure. */
import type { RoundSeats, StudentListRequest } from "@/api/generatedTypes";
import type { Status } from "@/api/standing";
import { partsOf } from "@/ui/list/address";

/** The parts of the address. A round is of a year: where both are named, the round counts. */
export const FILTERS = ["year", "round", "grade", "campus", "owner"] as const;
export type FilterName = (typeof FILTERS)[number];
export type Asked = Partial<Record<FilterName, string>>;
type Rounds = readonly Pick<RoundSeats, "id" | "buckets">[];

/** How many grades the server takes at once. */
const MOST_BUCKETS = 100;

export const askedOf = (search: URLSearchParams): Asked => partsOf(search, FILTERS);

/** What of a bucket of places comes after its grade: the campus, or by whatever else the school divides a grade. */
export const campusOf = (bucket: string): string => bucket.split("/").slice(1).join("/");

/** Its name, out of the bucket's: each part of a bucket has one, in the same order. */
export function campusName(bucket: string, name: string): string {
  const parts = bucket.split("/").length - 1;
  const named = name.split(" · ");
  return parts > 0 && named.length > parts ? named.slice(-parts).join(" · ") : campusOf(bucket);
}

/** The grades that are asked for: one, or the buckets of a campus. */
function gradesOf({ round, grade, campus }: Asked, rounds: Rounds): string[] {
  if (!campus) return grade ? [grade] : [];
  const buckets = rounds.filter(({ id }) => !round || id === round).flatMap(({ buckets: all }) => all.map(({ bucket }) => bucket));
  const there = new Set(buckets.filter((bucket) => campusOf(bucket) === campus && (!grade || bucket.split("/")[0] === grade)));
  // Where no grade has that campus, nobody applied for it.
  return there.size > 0 ? [...there].slice(0, MOST_BUCKETS) : [`${grade ?? "any"}/${campus}`];
}

/** What the server is asked for. */
export function requestOf(asked: Asked, rounds: Rounds): StudentListRequest {
  const grade = gradesOf(asked, rounds);
  const year = asked.round ?? asked.year;
  return { ...(year && { academic_year: year }), ...(grade.length > 0 && { grade }), ...(asked.owner && { assigned_to: asked.owner }) };
}

/** The parts of the list's address that hold the applications of one status. */
export function listOf(status: Status, asked: Asked, rounds: Rounds): Record<string, string> {
  const grades = gradesOf(asked, rounds);
  const year = asked.round ?? asked.year;
  return { kind: "applications", state: status, ...(grades.length > 0 && { grade: grades.join(",") }), ...(year && { year }), ...(asked.owner && { owner: asked.owner }) };
}
