/** What of the address narrows the list of people. */
export const NAMES = ["q", "role", "status", "kind", "audience", "erasure_asked"] as const;

/** Those that show as chips which can be taken off. */
export const CHIPS = ["role", "status", "kind", "audience", "erasure_asked"] as const;
export type ChipName = (typeof CHIPS)[number];
