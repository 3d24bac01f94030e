/** What goes with a link from one way in to another: what was remembered, and that the person knows the front door already. */
export function within(state: unknown): object {
  return { ...(typeof state === "object" ? state : null), within: true };
}
