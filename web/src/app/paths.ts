/** Addresses that the routing rules of the seed name. */
export const ROOT = "/";
export const SIGN_IN = "/sign-in";
export const SIGN_UP = "/sign-up";
export const OTP = "/otp-authentication";
export const ADMISSION = "/admission";
export const ENTRY = "/dashboard";
export const ACCESS_DENIED = "/access-denied";
export const POS = "/pos";
export const POS_SIGN_IN = "/pos-sign-in";
/** The first set-up of a school. */
export const SETUP = "/settings/setup";
export const REDIRECT_PARAM = "redirectUrl";

/** Prefixes that the seed treats as public or special. */
const PUBLIC_PREFIXES: readonly string[] = [
  "/enquiry", "/mogra", "/access-denied", "/hr", "/faceid", "/pos-self", "/student_admission/register", "/financial",
  "/book-tour", "/consent", "/offer-letter", "/conditional-offer-letter", "/acceptance", "/student-encrypted",
];

/** Whether a path is for families whatever its route says: a lost session never sends a person away from it. */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`) || SPELLED_ON.has(pathname));
}

/** Seed routes that go on from a prefix without a slash. */
const SPELLED_ON: ReadonlySet<string> = new Set(["/enquiryform/abq"]);

/** Whether a path belongs to the tills: `/pos` itself or anything below it, but not `/pos-sign-in`. */
export function isPosPath(pathname: string): boolean {
  return pathname === POS || pathname.startsWith(`${POS}/`);
}

/** The pages of the platform's own host, where no school lives. */
export const REGISTRATION = "/registration-form";
export const CONSOLE = "/console";

/** Whether a path belongs to the platform's own host and not to a school's. */
export function isPlatformPath(pathname: string): boolean {
  return [REGISTRATION, CONSOLE].some((place) => pathname === place || pathname.startsWith(`${place}/`));
}
