/** What of a list's address a saved view keeps, and whether the address still says the same. Pure. */
import { withPart } from "./address";

/** The part of the address that names the view which is open. */
export const VIEW = "view";

/** Parameters of a list's address and their values. */
export type Query = Readonly<Record<string, string>>;

/** What an address says by the parameters of its list, and of `look` what it does not say itself. */
export function queryOf(search: URLSearchParams, names: readonly string[], look: Query = {}): Query {
  return Object.fromEntries(names.map((name) => [name, search.get(name)?.trim() || (look[name] ?? "")]).filter(([, value]) => value !== ""));
}

/** Whether two queries show the same; what a view does not say of `look` is as the person has it. */
export function isSame(saved: Query, now: Query, look: Query = {}): boolean {
  const [one, other] = [{ ...look, ...saved }, { ...look, ...now }];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

/** The address that opens a view: what it keeps, and its id. */
export const searchOf = (query: Query, id: string): string => `?${withPart(new URLSearchParams(query), VIEW, id).toString()}`;
