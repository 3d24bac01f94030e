import { useMemo } from "react";
import { useListSeatsQuery, type RoundSeats, type StudentListRequest } from "@/api/generated";
import { withPart, withoutParts } from "@/ui/list/address";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { askedOf, requestOf, type Asked, type FilterName } from "./filters";

const NONE: readonly RoundSeats[] = [];

export interface DashboardFilters {
  asked: Asked;
  /** The rounds and their buckets, as far as they are known. */
  rounds: readonly RoundSeats[];
  /** What the server is asked for; null until it is known what a campus means. */
  request: StudentListRequest | null;
  setFilter: (name: FilterName, value: string | null) => void;
}

/** What the dashboard is narrowed to: it stands in its address. */
export function useDashboardFilters(): DashboardFilters {
  const [search, change] = useAddressSearch();
  const seats = useListSeatsQuery({});
  const rounds = seats.data?.rounds ?? NONE;
  const asked = useMemo(() => askedOf(search), [search]);
  // The buckets of a campus alone are looked up: nothing else waits for them, or is asked for again when they come.
  const known = asked.campus ? rounds : NONE;
  const waits = asked.campus !== undefined && !seats.data && !seats.isError;
  const request = useMemo(() => (waits ? null : requestOf(asked, known)), [waits, asked, known]);
  const setFilter = (name: FilterName, value: string | null) =>
    change((now) => {
      // A round is of one year.
      const other = name === "round" ? "year" : name === "year" ? "round" : null;
      return withPart(other && value ? withoutParts(now, [other]) : now, name, value);
    });
  return { asked, rounds, request, setFilter };
}
