/** The addresses of admission for families who have no account. */
import { applicationOf, standingOf, toldKind } from "@/api/admissionForm";
import type { SchoolDetails } from "@/api/types";

export const admission = () => "/admission" as const;
/** The few answers that begin an application without an account. */
export const start = () => "/admission#start" as const;
/** Where a tracking code is typed in. */
export const track = () => "/admission#track" as const;
export const dates = () => "/admission-dates" as const;

/** Where an application for a place begins today; null where none is taken. Without an account that is at the few answers that give a tracking code. */
export function apply(school: SchoolDetails, signedIn: boolean): string | null {
  const application = applicationOf(school);
  if (!application || !standingOf(school).takes || toldKind(school, application.id) !== "application") return null;
  return !signedIn && school.authPage.conditionalScreens.without_auth === "Y" ? start() : application.path;
}
