import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";
import * as toConsole from "@/features/console/paths";
import * as toDashboard from "@/features/dashboard/paths";
import * as toPos from "@/features/pos/paths";
import * as toRegistration from "@/features/registration/paths";
import * as toSettings from "@/features/settings/paths";

/** Addresses that the routing rules of the seed name. */
export const ROOT = "/";
export const SIGN_IN = toAuth.signIn();
export const SIGN_UP = toAuth.signUp();
export const OTP = toAuth.codeSignIn();
export const ADMISSION = toAdmission.admission();
export const ENTRY = toDashboard.dashboard();
export const ACCESS_DENIED = toAuth.accessDenied();
export const POS = toPos.till();
export const POS_SIGN_IN = toAuth.tillSignIn();
/** The first set-up of a school. */
export const SETUP = toSettings.setup();
export const REDIRECT_PARAM = "redirectUrl";

/** Prefixes that the seed treats as public or special. */
const PUBLIC_PREFIXES: readonly string[] = [
  "/enquiry", "/mogra", "/access-denied", "/hr", "/faceid", "/pos-self", "/student_admission/register", "/financial",
  "/book-tour", "/consent", "/offer-letter", "/conditional-offer-letter", "/acceptance", "/student-encrypted",
];

/** Whether a path is for families whatever its route says: a lost session never sends a person away from it. */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
}

/** Whether a path belongs to the tills: `/pos` itself or anything below it, but not `/pos-sign-in`. */
export function isPosPath(pathname: string): boolean {
  return pathname === POS || pathname.startsWith(`${POS}/`);
}

/** The pages of the platform's own host, where no school lives. */
export const REGISTRATION = toRegistration.registration();
export const CONSOLE = toConsole.console();

/** Whether a path belongs to the platform's own host and not to a school's. */
export function isPlatformPath(pathname: string): boolean {
  return [REGISTRATION, CONSOLE].some((place) => pathname === place || pathname.startsWith(`${place}/`));
}
