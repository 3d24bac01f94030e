import { RIGHTS } from "./rights";
import type { SessionUser } from "./types";

/** A role that a school gives. */
export type Role = SessionUser["authority"][number];

/** The roles that a school gives, most often given first; the platform's own is not among them. */
export const STAFF_ROLES = [
  "admissions_officer", "school_admin", "principal", "reviewer", "registrar", "finance", "form_designer", "auditor", "pos_supervisor", "cashier", "uniform_approver",
] as const satisfies readonly Role[];

/** Roles of those who sign in at a till with a code and a PIN. */
export const TILL_ROLES = RIGHTS["till.use"] satisfies readonly Role[];

/** Every role that a list of people may be narrowed to. */
export const ALL_ROLES = [...STAFF_ROLES, "guardian", "student"] as const satisfies readonly Role[];
