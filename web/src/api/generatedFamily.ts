import { enhancedApi as api } from "./generated";
import type {
  GetFamilyHomeApiResponse,
  GetFamilyHomeApiArg,
  KeepDraftApiResponse,
  KeepDraftApiArg,
  RemoveDraftApiResponse,
  RemoveDraftApiArg,
  RestoreDraftApiResponse,
  RestoreDraftApiArg,
  AdoptApplicationApiResponse,
  AdoptApplicationApiArg,
  ListFamilyFilesApiResponse,
  ListFamilyFilesApiArg,
  ReuseFileApiResponse,
  ReuseFileApiArg,
} from "./generatedTypes";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getFamilyHome: build.query<GetFamilyHomeApiResponse, GetFamilyHomeApiArg>({
      query: () => ({ url: `/api/v1/oa/family/home` }),
    }),
    keepDraft: build.mutation<KeepDraftApiResponse, KeepDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/drafts`,
        method: "POST",
        body: queryArg.keepDraftRequest,
      }),
    }),
    removeDraft: build.mutation<RemoveDraftApiResponse, RemoveDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/drafts/remove`,
        method: "POST",
        body: queryArg.keepDraftRequest,
      }),
    }),
    restoreDraft: build.mutation<RestoreDraftApiResponse, RestoreDraftApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/drafts/restore`,
        method: "POST",
        body: queryArg.keepDraftRequest,
      }),
    }),
    adoptApplication: build.mutation<
      AdoptApplicationApiResponse,
      AdoptApplicationApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/applications/${encodeURIComponent(String(queryArg.id))}`,
        method: "POST",
        body: queryArg.adoptApplicationRequest,
      }),
    }),
    listFamilyFiles: build.query<
      ListFamilyFilesApiResponse,
      ListFamilyFilesApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/library`,
        params: {
          for: queryArg["for"],
        },
      }),
    }),
    reuseFile: build.mutation<ReuseFileApiResponse, ReuseFileApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/family/papers/reuse`,
        method: "POST",
        body: queryArg.reuseFileRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as familyApi };
export const {
  useGetFamilyHomeQuery,
  useLazyGetFamilyHomeQuery,
  useKeepDraftMutation,
  useRemoveDraftMutation,
  useRestoreDraftMutation,
  useAdoptApplicationMutation,
  useListFamilyFilesQuery,
  useLazyListFamilyFilesQuery,
  useReuseFileMutation,
} = injectedRtkApi;
