/** The calls about what a family gave before, and what they make stale. */
import { familyApi } from "./generatedFamily";

const tagged = familyApi.enhanceEndpoints({ addTagTypes: ["FamilyFiles"] }).enhanceEndpoints({
  endpoints: {
    listFamilyFiles: { providesTags: ["FamilyFiles"] },
    // What it has already is not offered again.
    reuseFile: { invalidatesTags: ["FamilyFiles"] },
    takeBackApplicationFile: { invalidatesTags: ["FamilyFiles"] },
    bringBackApplicationFile: { invalidatesTags: ["FamilyFiles"] },
  },
});

export const { useListFamilyFilesQuery, useReuseFileMutation, useTakeBackApplicationFileMutation, useBringBackApplicationFileMutation } = tagged;
