import { enhancedApi as api } from "./generated";
import type {
  PreviewMovesApiResponse,
  PreviewMovesApiArg,
  ListMovesApiResponse,
  ListMovesApiArg,
  RequestMovesApiResponse,
  RequestMovesApiArg,
  RemoveMovesApiResponse,
  RemoveMovesApiArg,
  ListMoveResultsApiResponse,
  ListMoveResultsApiArg,
  CancelMovesApiResponse,
  CancelMovesApiArg,
  UndoMovesApiResponse,
  UndoMovesApiArg,
  ApproveProposalsApiResponse,
  ApproveProposalsApiArg,
} from "./generatedTypes";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    previewMoves: build.mutation<PreviewMovesApiResponse, PreviewMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/preview`,
        method: "POST",
        body: queryArg.movesRequest,
      }),
    }),
    listMoves: build.query<ListMovesApiResponse, ListMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves`,
        params: {
          of: queryArg["of"],
        },
      }),
    }),
    requestMoves: build.mutation<RequestMovesApiResponse, RequestMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves`,
        method: "POST",
        body: queryArg.movesRequest,
      }),
    }),
    removeMoves: build.mutation<RemoveMovesApiResponse, RemoveMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/${encodeURIComponent(String(queryArg.id))}`,
        method: "DELETE",
      }),
    }),
    listMoveResults: build.query<
      ListMoveResultsApiResponse,
      ListMoveResultsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/${encodeURIComponent(String(queryArg.id))}/results`,
        params: {
          outcome: queryArg.outcome,
          cursor: queryArg.cursor,
        },
      }),
    }),
    cancelMoves: build.mutation<CancelMovesApiResponse, CancelMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/${encodeURIComponent(String(queryArg.id))}/cancel`,
        method: "POST",
      }),
    }),
    undoMoves: build.mutation<UndoMovesApiResponse, UndoMovesApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/${encodeURIComponent(String(queryArg.id))}/undo`,
        method: "POST",
        body: queryArg.undoMovesRequest,
      }),
    }),
    approveProposals: build.mutation<
      ApproveProposalsApiResponse,
      ApproveProposalsApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/student/moves/approve`,
        method: "POST",
        body: queryArg.approveProposalsRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as movesApi };
export const {
  usePreviewMovesMutation,
  useListMovesQuery,
  useLazyListMovesQuery,
  useRequestMovesMutation,
  useRemoveMovesMutation,
  useListMoveResultsQuery,
  useLazyListMoveResultsQuery,
  useCancelMovesMutation,
  useUndoMovesMutation,
  useApproveProposalsMutation,
} = injectedRtkApi;
