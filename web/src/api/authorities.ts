import type { Role } from "./roles";

/**
 * Who is led to a place: the roles behind the server's rights (docs/permissions.md). They only hide doors; the server
 * asks for the right at every call.
 */
export const DESK: readonly Role[] = ["school_admin", "admissions_officer", "principal", "auditor"];
export const ADMINS: readonly Role[] = ["school_admin"];
export const TILL_MANAGERS: readonly Role[] = ["school_admin", "pos_supervisor"];
export const AUDIT_READERS: readonly Role[] = ["school_admin", "auditor"];
export const TILL_USERS: readonly Role[] = ["cashier", "pos_supervisor", "uniform_approver"];
export const FAMILIES: readonly Role[] = ["guardian", "student"];
/** The server's `settings.read`. */
export const DESK_READERS: readonly Role[] = ["school_admin", "form_designer", "auditor"];
/** Who finds something under the settings at all. */
export const SETTINGS_READERS: readonly Role[] = [...new Set([...DESK_READERS, ...TILL_MANAGERS, ...AUDIT_READERS])];
