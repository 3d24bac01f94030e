import { RIGHTS, type Right } from "./rights";
import type { Role } from "./roles";

/** The roles that have one of these rights of the server. They only hide doors; the server asks for the right at every call. */
export function rolesWith(...rights: readonly Right[]): readonly Role[] {
  return [...new Set(rights.flatMap((right): readonly Role[] => RIGHTS[right]))];
}

/** Whether somebody with these roles has a right. */
export function may(roles: readonly string[] | undefined, right: Right): boolean {
  return roles?.some((role) => (RIGHTS[right] as readonly string[]).includes(role)) ?? false;
}

const KNOWING = rolesWith("application.edit", "application.offer", "audit.read");

/** Whether somebody knows of decisions before they are released. */
export const knowsDecisions = (roles: readonly string[] | undefined): boolean => KNOWING.some((role) => roles?.includes(role));

/** Whether somebody is here as a family and as nothing else. */
export function isFamily(authority: readonly string[]): boolean {
  return authority.length > 0 && authority.every((role) => may([role], "family.read"));
}
