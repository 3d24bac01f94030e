import type { PlatformSchool, Subscription } from "@/api/platform";
import type { Tone } from "@/ui/record/StatusDot";

/** How a school does. */
export const HEALTH: Readonly<Record<PlatformSchool["state"], Tone>> = { active: "good", stale: "waiting", broken: "bad", suspended: "over" };

/** Where a request stands. */
export const REQUEST: Readonly<Record<Subscription["state"], Tone>> = { pending_review: "waiting", pending_email: "plain", provisioning: "seen", active: "good", rejected: "bad" };
