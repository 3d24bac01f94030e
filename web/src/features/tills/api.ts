/** The tills: the generated calls, and what each makes stale. */
import type { AddTillApiResponse, ListedTill } from "@/api/generated";
import { deskApi } from "@/api/generatedDesk";

/** A device that sells. */
export type Till = ListedTill;
/** A till whose enrolment code is shown this once. */
export type FreshTill = Pick<AddTillApiResponse, "till" | "enrolment_code">;

deskApi.enhanceEndpoints({ addTagTypes: ["Tills"] }).enhanceEndpoints({
  endpoints: {
    listTills: { providesTags: ["Tills"] },
    addTill: { invalidatesTags: (result) => (result ? ["Tills"] : []) },
    // A stale copy is also a reason to look again.
    updateTill: { invalidatesTags: ["Tills"] },
    renewEnrolment: { invalidatesTags: (result) => (result ? ["Tills"] : []) },
  },
});

export { useAddTillMutation, useListTillsQuery, useRenewEnrolmentMutation, useUpdateTillMutation } from "@/api/generatedDesk";
