import { partsOf } from "@/ui/list/address";
import type { Till } from "./api";
import { stateOf } from "./state";
import { STORES } from "./stores";

/** What of the address narrows the list of tills. */
export const NAMES = ["q", "state", "sells"] as const;

/** Those that show as chips which can be taken off. */
export const CHIPS = ["state", "sells"] as const;

const STATES = ["active", "invited", "disabled"] as const;

/** The choices of each filter. */
export const CHOICES = { state: STATES, sells: STORES } as const;

export interface TillFilters {
  q?: string;
  state?: (typeof STATES)[number];
  sells?: (typeof STORES)[number];
}

/** Reads the filters from an address; what it does not know, it leaves out. */
export function filtersOf(search: URLSearchParams): TillFilters {
  const { q, ...named } = partsOf(search, NAMES);
  const state = STATES.find((each) => each === named.state);
  const sells = STORES.find((each) => each === named.sells);
  return { ...(q && { q }), ...(state && { state }), ...(sells && { sells }) };
}

/** The tills that fit all filters; a school has so few that they come at once. */
export function narrowed(tills: readonly Till[], { q = "", state, sells }: TillFilters): readonly Till[] {
  const typed = q.toLocaleLowerCase();
  const matches = (till: Till) => [till.code, till.name, till.device_label, till.signed_in?.name ?? ""].some((text) => text.toLocaleLowerCase().includes(typed));
  return tills.filter((till) => (!state || stateOf(till) === state) && (!sells || till.store_types.includes(sells)) && matches(till));
}
