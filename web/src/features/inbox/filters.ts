import type { EnquiryFilters } from "@/api/tags";

/** The parts of the address that say what the inbox shows. */
const NAMES = ["q", "state", "form", "owner", "tag", "flag", "sort"] as const;
export type FilterName = (typeof NAMES)[number];

/** Those that show as removable chips; state has its tabs, q its field, sort its heading. */
export const CHIP_NAMES = ["form", "owner", "tag", "flag"] as const satisfies readonly FilterName[];
export type ChipName = (typeof CHIP_NAMES)[number];

export const SORTS = ["-submitted_at", "submitted_at", "-score", "score", "person", "-person"] as const;
export type Sort = (typeof SORTS)[number];
const FLAGS = ["plugin_failed", "duplicate"] as const;
export const DEFAULT_SORT: Sort = "-submitted_at";

/** Reads the filters from an address; what it does not know, it leaves out. */
export function filtersOf(search: URLSearchParams): EnquiryFilters {
  const found: EnquiryFilters = {};
  for (const name of NAMES) {
    const value = search.get(name)?.trim();
    if (!value) continue;
    if (name === "sort") found.sort = SORTS.find((sort) => sort === value);
    else if (name === "flag") found.flag = FLAGS.find((flag) => flag === value);
    else found[name] = value;
  }
  return found;
}

/** The address with one filter set, or removed by null. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** The address without any filter; the sorting stays. */
export function withoutFilters(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of NAMES) if (name !== "sort") next.delete(name);
  return next;
}

/** Whether anything narrows the list. */
export function isFiltered(filters: EnquiryFilters): boolean {
  return NAMES.some((name) => name !== "sort" && filters[name] !== undefined);
}

/** The sorting after a click on a column: down first for numbers and dates, then up, then the default again. */
export function nextSort(current: string | undefined, column: "submitted_at" | "score" | "person"): Sort {
  const first: Sort = column === "person" ? "person" : `-${column}`;
  const second: Sort = column === "person" ? "-person" : column;
  if ((current ?? DEFAULT_SORT) === first) return second;
  return current === second && second !== DEFAULT_SORT ? DEFAULT_SORT : first;
}

/** The export's address: the list's own filters, without paging; the headings are in the shown language. */
export function exportPath(filters: EnquiryFilters, format: "csv" | "xlsx", lng: string): string {
  const query = new URLSearchParams({ format, lng });
  for (const name of NAMES) {
    const value = filters[name];
    if (value) query.set(name, value);
  }
  return `/v1/oa/enquiries/export?${query.toString()}`;
}
