/** What the dashboard's numbers are asked by, and which places are meant by the same filters. Pure. */
import type { GetOverviewApiArg } from "@/api/generated";
import type { RoundSeats, StudentListRequest } from "@/api/generatedTypes";
import { campusOf, type Asked } from "./filters";

/** What the server is asked for: as the list of the same address is. */
export function overviewOf(asked: Asked, request: StudentListRequest): GetOverviewApiArg {
  const grade = request.grade?.join(",");
  return {
    ...(asked.round ? { round: asked.round } : asked.year && { academicYear: asked.year }),
    ...(grade && { grade }),
    ...(request.assigned_to && { owner: request.assigned_to }),
  };
}

export interface Places {
  id: string;
  year: string;
  /** Places that are left; null where no grade has a limit. */
  free: number | null;
  /** Of how many. */
  places: number;
}

/** The places of each round that is meant. Whose work an application is says nothing of places. */
export function placesLeft(rounds: readonly RoundSeats[], { year, round, grade, campus }: Asked): Places[] {
  const meant = rounds.filter((one) => (round ? one.id === round : !year || one.year === year || one.id === year));
  return meant.map(({ id, year: of, buckets }) => {
    const here = buckets.filter(({ bucket }) => (!grade || bucket === grade || bucket.split("/")[0] === grade) && (!campus || campusOf(bucket) === campus));
    const limited = here.filter(({ places }) => typeof places === "number");
    return {
      id,
      year: of,
      // What one grade has too many is no other's.
      free: limited.length > 0 ? limited.reduce((all, { free }) => all + Math.max(0, free ?? 0), 0) : null,
      places: limited.reduce((all, { places }) => all + (places ?? 0), 0),
    };
  });
}
