/** Goes with a link of ours to a draft that was begun with answers of another form: whose they are, told once. */
import { OWN_DRAFT } from "./ownDraft";

/** The state of such a link; `name` is whom the other form was for. */
export const filledFrom = (name: string) => ({ ...OWN_DRAFT, filledFrom: name });

/** Whom the other form was for: empty where nobody said; null for any other way here. */
export function filledFromOf(state: unknown): string | null {
  return typeof state === "object" && state !== null && "filledFrom" in state && typeof state.filledFrom === "string" ? state.filledFrom : null;
}
