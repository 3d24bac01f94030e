/** The calls of moves of many, and what they make stale. */
import { movesApi } from "@/api/generatedMoves";

const tagged = movesApi.enhanceEndpoints({ addTagTypes: ["Moves", "Application", "ApplicationList", "Enquiry", "EnquiryList", "Seats", "Tasks"] }).enhanceEndpoints({
  endpoints: {
    listMoves: { providesTags: ["Moves"] },
    requestMoves: { invalidatesTags: ["Moves"] },
    cancelMoves: { invalidatesTags: ["Moves"] },
    undoMoves: { invalidatesTags: ["Moves"] },
    approveProposals: { invalidatesTags: ["Moves"] },
    removeMoves: { invalidatesTags: ["Moves"] },
  },
});

/** What stands otherwise once applications were moved. */
export const movesEnded = () => tagged.util.invalidateTags(["Application", "ApplicationList", "Enquiry", "EnquiryList", "Seats", "Tasks"]);

export const { useApproveProposalsMutation, useCancelMovesMutation, useListMoveResultsQuery, useListMovesQuery, usePreviewMovesMutation, useRemoveMovesMutation, useRequestMovesMutation, useUndoMovesMutation } = tagged;
