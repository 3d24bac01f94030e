import { ALL_ROLES } from "@/api/roles";

/** A role that a page may be looked at with. */
type ViewerRole = (typeof ALL_ROLES)[number];

/** Whose eyes a page is seen with: whoever usually sees it, a stranger's, one's own, or those of a role. */
export type Viewer = "usual" | "visitor" | "me" | ViewerRole;

/** In the order in which they are offered. */
export const VIEWERS: readonly Viewer[] = ["usual", "visitor", "me", ...ALL_ROLES];

/** The part of the preview's address that says so. */
export function viewerParams(viewer: Viewer, usual: "visitor" | "me"): Record<string, string> {
  if (viewer === "usual") return { as: usual };
  if (viewer === "visitor" || viewer === "me") return { as: viewer };
  return { as: "me", role: viewer };
}
