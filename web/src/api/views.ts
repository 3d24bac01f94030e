/** Saved views of lists: the generated calls, and what each makes stale. */
import { enhancedApi } from "./generated";

export type { SavedView, ViewList } from "./generated";

enhancedApi.enhanceEndpoints({ addTagTypes: ["Views"] }).enhanceEndpoints({
  endpoints: {
    listViews: { providesTags: ["Views"], keepUnusedDataFor: 300 },
    addView: { invalidatesTags: (result) => (result ? ["Views"] : []) },
    // A stale copy, and one that is gone, are also reasons to look again.
    updateView: { invalidatesTags: ["Views"] },
    removeView: { invalidatesTags: ["Views"] },
  },
});

export { useAddViewMutation, useListViewsQuery, useRemoveViewMutation, useUpdateViewMutation } from "./generated";
