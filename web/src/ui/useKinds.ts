import { enhancedApi, useListEnquiryChoicesQuery } from "@/api/generated";
import { useMaybeSchool } from "@/api/school";

/** What of all that came in somebody reads. */
export interface Kinds {
  enquiries: boolean;
  applications: boolean;
}

/** Until the server has said it, what the school has. */
function kindsOf(told: Partial<Kinds> | undefined, application: unknown): Kinds {
  return { enquiries: told?.enquiries ?? true, applications: told?.applications ?? Boolean(application) };
}

/** What of all that came in the signed-in person reads, and whether the server has said so yet. */
export function useKinds(): Kinds & { isKnown: boolean } {
  const { data, isLoading } = useListEnquiryChoicesQuery();
  return { ...kindsOf(data, useMaybeSchool()?.application), isKnown: !isLoading };
}

/** The same as far as it is known: asks for nothing. */
export function useKnownKinds(): Kinds {
  const { data } = enhancedApi.endpoints.listEnquiryChoices.useQueryState();
  return kindsOf(data, useMaybeSchool()?.application);
}

/** The one kind that somebody reads; none where they read both, or nothing. */
export const onlyKindOf = ({ enquiries, applications }: Kinds): "enquiries" | "applications" | undefined => {
  if (enquiries === applications) return undefined;
  return enquiries ? "enquiries" : "applications";
};
