import type { MyApplication } from "@/api/generatedTypes";
import { useInstitution } from "@/ui/useInstitution";

/** What the form was for, as texts take it for their context. */
export type Kind = "application" | "enquiry" | "job" | "form";

/** What something that was sent is called. */
export const kindOf = ({ kind }: Pick<MyApplication, "kind">): Kind => (kind === "other" ? "form" : kind);

/** Whether a family decides: elsewhere, and for work, people write for themselves. */
export function useIsOfFamily({ kind }: Pick<MyApplication, "kind">): boolean {
  return useInstitution() === "school" && (kind === "application" || kind === "enquiry");
}
