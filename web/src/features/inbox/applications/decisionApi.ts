/** The call of a decision that waits, and what it makes stale. */
import { enhancedApi } from "@/api/generated";

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["Application", "Seats", "Tasks"] }).enhanceEndpoints({
  endpoints: {
    // The next on the waiting list may be somebody's task since.
    withdrawDecision: { invalidatesTags: (result, _error, { id }) => (result ? [{ type: "Application", id }, "Seats", "Tasks"] : []) },
  },
});

export const { useWithdrawDecisionMutation } = tagged;
