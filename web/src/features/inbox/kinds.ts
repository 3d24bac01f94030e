/** Which of what came in the list shows; its address says so. Pure. */
import { ENQUIRY } from "@/api/machines";
import type { EnquiryFilters } from "@/api/tags";
import { withoutParts, withPart } from "@/ui/list/address";

export const KINDS = ["enquiries", "applications"] as const;
export type Kind = (typeof KINDS)[number];

/** The kind that an address asks for; none where it asks for all. */
export const kindOf = (search: URLSearchParams): Kind | undefined => KINDS.find((kind) => kind === search.get("kind"));

/** The parts of the address that both lists understand. */
const SHARED = ["q", "owner", "grade", "year"] as const;

/** The address of the same list narrowed to a kind; what only the former one understands is left out. */
export function searchOfKind(search: URLSearchParams, kind: Kind | null): string {
  const others = [...search.keys()].filter((name) => !SHARED.some((each) => each === name));
  return `?${withPart(withoutParts(search, others), "kind", kind).toString()}`;
}

/** The filters of the list of everything, narrowed to enquiries where these alone are asked for. */
export function narrowed(filters: EnquiryFilters, kind: Kind | undefined): EnquiryFilters {
  return kind === "enquiries" && !filters.state ? { ...filters, state: ENQUIRY.states.join(",") } : filters;
}
