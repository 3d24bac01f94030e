import type { PeopleFilters } from "../api";

const NAMES = ["q", "role", "status", "kind"] as const;
export type FilterName = (typeof NAMES)[number];

/** Those that show as chips which can be taken off. */
export const CHIPS = ["role", "status", "kind"] as const satisfies readonly FilterName[];

/** Reads the filters from an address; what it does not know, it leaves out. */
export function filtersOf(search: URLSearchParams): PeopleFilters {
  const found: PeopleFilters = {};
  for (const name of NAMES) {
    const value = search.get(name)?.trim();
    if (value) found[name] = value;
  }
  return found;
}

/** The address with one part set, or removed by null. */
export function withPart(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** The address without any filter. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of NAMES) next.delete(name);
  return next;
}

/** Whether anything narrows the list. */
export function isFiltered(filters: PeopleFilters): boolean {
  return NAMES.some((name) => filters[name] !== undefined);
}
