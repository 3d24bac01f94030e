/** The calls about what a family gave before, and what they make stale. */
import { enhancedApi } from "@/api/generated";

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["FamilyFiles"] }).enhanceEndpoints({
  endpoints: {
    listFamilyFiles: { providesTags: ["FamilyFiles"] },
    // What it has already is not offered again.
    reuseFile: { invalidatesTags: ["FamilyFiles"] },
    takeBackFile: { invalidatesTags: ["FamilyFiles"] },
  },
});

export const { useListFamilyFilesQuery, useReuseFileMutation, useTakeBackFileMutation } = tagged;
