import type { ExportRequest } from "@/api/generatedTypes";
import type { EnquiryFilters } from "@/api/tags";
import { partsOf, withoutParts } from "@/ui/list/address";
import type { Wish } from "./exports/useWish";

/** The parts of the address that say what the inbox shows. */
const NAMES = ["q", "state", "form", "owner", "tag", "grade", "year", "guardian", "flag", "sort"] as const;
/** What a list of applications is narrowed to besides. */
const OF_APPLICATIONS = ["round", "part", "channel", "documents", "conditions", "financial"] as const;
export type FilterName = (typeof NAMES)[number];

/** What a saved view of the inbox keeps. */
export const VIEW_NAMES = ["kind", ...NAMES, "round", "part", "channel", "ends", "documents", "conditions", "financial", "approval", "review", "decided", "columns"] as const;

/** Those that show as removable chips; state has its tabs, q its field, sort its heading. */
export const CHIP_NAMES = ["form", "owner", "tag", "grade", "year", "guardian", "flag"] as const satisfies readonly FilterName[];
export type ChipName = (typeof CHIP_NAMES)[number];

/** What the filter by what forms declare is called among the choices. */
export const LISTED = { grade: "grade", year: "school_year" } as const satisfies Partial<Record<ChipName, string>>;

export const SORTS = ["-submitted_at", "submitted_at", "-score", "score", "person", "-person"] as const;
export type Sort = (typeof SORTS)[number];
/** What the list is sorted by, whichever way. */
export type SortBy = "submitted_at" | "score" | "person";
const FLAGS = ["plugin_failed", "duplicate", "unread"] as const;
export const DEFAULT_SORT: Sort = "-submitted_at";

/** Reads the filters from an address; what it does not know, it leaves out. */
export function filtersOf(search: URLSearchParams): EnquiryFilters {
  const { sort, flag, ...found } = partsOf(search, NAMES);
  const [known, odd] = [SORTS.find((each) => each === sort), FLAGS.find((each) => each === flag)];
  return { ...found, ...(known && { sort: known }), ...(odd && { flag: odd }) };
}

/** The address without any filter; the sorting stays. */
export const withoutFilters = (search: URLSearchParams): URLSearchParams => withoutParts(search, NAMES.filter((name) => name !== "sort"));

/** Whether anything narrows the list. */
export function isFiltered(filters: EnquiryFilters): boolean {
  return NAMES.some((name) => name !== "sort" && filters[name] !== undefined);
}

/** The sorting after a click on a column: down first for numbers and dates, then up, then the default again. */
export function nextSort(current: string | undefined, column: SortBy): Sort {
  const first: Sort = column === "person" ? "person" : `-${column}`;
  const second: Sort = column === "person" ? "-person" : column;
  if ((current ?? DEFAULT_SORT) === first) return second;
  return current === second && second !== DEFAULT_SORT ? DEFAULT_SORT : first;
}

/** The export's address: the list's own filters, without paging, narrowed to the form whose answers are wanted; its words are in the shown language. */
export function exportPath(filters: EnquiryFilters, { kind, form, columns }: Wish, lng: string): string {
  const query = new URLSearchParams({ format: kind, lng });
  const narrowed = { ...filters, form };
  if (narrowed.offerEndsBy) query.set("offer_ends_by", narrowed.offerEndsBy);
  for (const name of [...NAMES, ...OF_APPLICATIONS]) {
    const value = narrowed[name];
    if (value) query.set(name, value);
  }
  if (columns) query.set("columns", columns);
  return `/v1/oa/enquiries/export?${query.toString()}`;
}

/** What a file that is made meanwhile is to hold: the same. */
export function exportRequest({ q, state, owner, tag, grade, year, round, part, offerEndsBy: offer_ends_by, guardian, channel, documents, conditions, financial, flag, sort }: EnquiryFilters, { kind, form, columns }: Wish, lng: "en" | "ar"): ExportRequest {
  return { format: kind, lng, q, state, form, owner, tag, grade, year, round, part, offer_ends_by, guardian, channel, documents, conditions, financial, flag, sort, columns };
}
