import { type Role, STAFF_ROLES } from "@/api/roles";
import * as to from "../paths";

/** Roles that can be named at a page. */
export const NAMED_ROLES = [...STAFF_ROLES, "guardian", "student"] as const satisfies readonly Role[];

/** A role that must keep a page, or nobody could ever give it back. */
export function isFixed(route: string, role: string): boolean {
  return route === to.desk() && role === "school_admin";
}

/** The list with a role added or taken out, in the roles' own order. */
export function toggled(list: readonly string[], role: string, on: boolean): string[] {
  return NAMED_ROLES.filter((each) => (each === role ? on : list.includes(each)));
}
