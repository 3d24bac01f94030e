import { ADMINS, AUDIT_READERS, SETTINGS_READERS, TILL_MANAGERS, TILL_USERS } from "@/api/authorities";
import type { Role } from "@/api/roles";
import { STAFF_ROLES } from "../roles";

/** Who sees a page where the school says nothing (as `app/routeTable` has it); empty is everybody who is signed in. */
export const STANDARD: Readonly<Record<string, readonly Role[]>> = {
  "/dashboard": [],
  "/pre_admission": [],
  "/admission-dates": [],
  "/settings": SETTINGS_READERS,
  "/settings/people": ADMINS,
  "/settings/tills": TILL_MANAGERS,
  "/settings/audit": AUDIT_READERS,
  "/pos": TILL_USERS,
};

/** Roles that can be named at a page. */
export const NAMED_ROLES = [...STAFF_ROLES, "guardian", "student"] as const satisfies readonly Role[];

/** A role that must keep a page, or nobody could ever give it back. */
export function isKept(route: string, role: string): boolean {
  return route === "/settings" && role === "school_admin";
}

/** The list with a role added or taken out, in the roles' own order. */
export function toggled(list: readonly string[], role: string, on: boolean): string[] {
  return NAMED_ROLES.filter((each) => (each === role ? on : list.includes(each)));
}
