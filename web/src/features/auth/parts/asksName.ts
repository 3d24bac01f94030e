import { useLocation } from "react-router";

/** Goes along to the page that sets a password, where the account has no name that its owner told. */
export const ASKS_NAME = { asksName: true };

/** Whether the page before found that the account has none. */
export function useAsksName(): boolean {
  const state: unknown = useLocation().state;
  return typeof state === "object" && state !== null && "asksName" in state;
}
