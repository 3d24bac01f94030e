import { useMaybeSchool } from "@/api/school";
import type { SchoolDetails } from "@/api/types";

/** What kind of institution the school is. Texts take it as their context: `t(key, { context })` finds `key_college`, or `key` where both say the same. */
export function useInstitution(): SchoolDetails["kind_of_institution"] {
  return useMaybeSchool()?.kind_of_institution ?? "school";
}
