import { type Role, STAFF_ROLES, TILL_ROLES } from "@/api/roles";
import * as to from "../paths";

/** Roles that can be named at a page. */
export const NAMED_ROLES = [...STAFF_ROLES, "guardian", "student"] as const satisfies readonly Role[];

/** A role that must keep a page, or nobody could ever give it back. */
export function isFixed(route: string, role: string): boolean {
  return route === to.desk() && role === "school_admin";
}

/** Roles of those who work at a till: who is an administrator of a school without tills does not know the words. */
export const isTillRole = (role: string): boolean => (TILL_ROLES as readonly string[]).includes(role);

/** Whether a role can get to a page at all, whatever list the school makes: it needs the right, or the page needs none. */
export const canReach = (authority: readonly string[], role: string): boolean => authority.length === 0 || authority.includes(role);

/** The list with a role added or taken out, in the roles' own order. */
export function toggled(list: readonly string[], role: string, on: boolean): string[] {
  return NAMED_ROLES.filter((each) => (each === role ? on : list.includes(each)));
}
