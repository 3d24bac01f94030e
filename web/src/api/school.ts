import { createContext, use } from "react";
import type { SchoolDetails } from "./types";

/** The school of this host; null until school-details has answered. */
export const SchoolContext = createContext<SchoolDetails | null>(null);

/** The school of this host. Every routed page is drawn after school-details has answered. */
export function useSchool(): SchoolDetails {
  const school = use(SchoolContext);
  if (!school) throw new Error("useSchool is for pages inside the school's gate");
  return school;
}

/** The school, or null on the screens that appear when there is none. */
export function useMaybeSchool(): SchoolDetails | null {
  return use(SchoolContext);
}
