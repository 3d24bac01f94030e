/** The calls of a decision or a proposal that waits, and of a place, and what they make stale. */
import { enhancedApi } from "@/api/generated";

// The next on the waiting list may be somebody's task since.
const stale = (id: string) => [{ type: "Application" as const, id }, "Seats" as const, "Tasks" as const];
// And the application may stand elsewhere.
const moved = (id: string) => [...stale(id), { type: "Enquiry" as const, id }, "ApplicationList" as const, "EnquiryList" as const];

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["Application", "ApplicationList", "Enquiry", "EnquiryList", "Seats", "Tasks"] }).enhanceEndpoints({
  endpoints: {
    withdrawDecision: { invalidatesTags: (result, _error, { id }) => (result ? stale(id) : []) },
    releaseDecision: { invalidatesTags: (result, _error, { id }) => (result ? moved(id) : []) },
    approveProposal: { invalidatesTags: (result, _error, { id }) => (result ? moved(id) : []) },
    settlePlace: { invalidatesTags: (result, _error, { id }) => (result ? moved(id) : []) },
    returnProposal: { invalidatesTags: (result, _error, { id }) => (result ? [...stale(id), "ApplicationList" as const] : []) },
  },
});

export const { useApproveProposalMutation, useReleaseDecisionMutation, useReturnProposalMutation, useSettlePlaceMutation, useWithdrawDecisionMutation } = tagged;
