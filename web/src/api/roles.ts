import type { SessionUser } from "./types";

/** A role that a school gives. */
export type Role = SessionUser["authority"][number];

/** Roles that stand on the family's side of the desk. */
const FAMILY: ReadonlySet<string> = new Set(["guardian", "student"]);
/** Roles that read what came in. */
const DESK: ReadonlySet<string> = new Set(["school_admin", "admissions_officer", "principal", "auditor"]);

/** Whether somebody is here as a family and as nothing else. */
export function isFamily(authority: readonly string[]): boolean {
  return authority.length > 0 && authority.every((role) => FAMILY.has(role));
}

/** Whether somebody reads what families send: the server's `enquiry.read`. */
export function readsEnquiries(authority: readonly string[]): boolean {
  return authority.some((role) => DESK.has(role));
}
