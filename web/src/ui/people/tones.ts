import type { Tone } from "../record/StatusDot";

/** How an account, or a till, stands: used, not yet or not now, no more. */
export const TONES = { active: "good", invited: "waiting", locked: "waiting", disabled: "over" } as const satisfies Readonly<Record<string, Tone>>;
