/** A family's own view of what it began and sent: the generated calls, and what each makes stale. */
import { familyApi } from "@/api/generatedFamily";
import type { GetFamilyHomeApiResponse } from "@/api/generatedTypes";

/** All that a family's start page shows. */
export type FamilyHome = Omit<GetFamilyHomeApiResponse, "success" | "messageId">;
/** Something that a family sent for a child. */
export type Application = FamilyHome["children"][number]["applications"][number];
/** A form that was begun and not sent. */
export type FamilyDraft = FamilyHome["drafts"][number];
/** Something with a day by which it has to be done. */
export type Due = FamilyHome["due"][number];

familyApi.enhanceEndpoints({ addTagTypes: ["FamilyHome"] }).enhanceEndpoints({
  endpoints: {
    getFamilyHome: { providesTags: ["FamilyHome"] },
    adoptApplication: { invalidatesTags: (_result, error) => (error ? [] : ["FamilyHome"]) },
    removeDraft: { invalidatesTags: (_result, error) => (error ? [] : ["FamilyHome"]) },
    restoreDraft: { invalidatesTags: (_result, error) => (error ? [] : ["FamilyHome"]) },
    keepDraft: { invalidatesTags: (_result, error) => (error ? [] : ["FamilyHome"]) },
  },
});

export { useAdoptApplicationMutation, useGetFamilyHomeQuery, useKeepDraftMutation, useRemoveDraftMutation, useRestoreDraftMutation } from "@/api/generatedFamily";
