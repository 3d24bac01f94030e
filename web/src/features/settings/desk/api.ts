/** The calls of the desk (docs/contracts.md, section 6). */
import { baseApi } from "@/api/baseApi";
import type { CompareRevisionsApiResponse, ListRevisionsApiResponse, PublishSettingsApiResponse, SearchTextsApiResponse } from "@/api/generated";
import type { Diagnostic, Draft, Edit, FileEntry, SettingBlob, SettingFile, Settings } from "./types";

const ROOT = "/v1/oa/settings";

export interface TextFilters {
  q?: string;
  ns?: string;
  changed?: boolean;
}

/** What checking or comparing says. */
export type Comparison = Pick<CompareRevisionsApiResponse, "changes" | "diff">;

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["Desk", "DeskFiles", "DeskLayers", "DeskRevisions", "DeskTexts"] });

/** Publishing moves what is live, so that whatever was read of it is asked for anew. */
const MOVED = ["Desk", "DeskFiles", "DeskLayers", "DeskRevisions", "DeskTexts"] as const;

/** Each call of the desk. */
export const deskApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    desk: build.query<Settings, void>({ query: () => ROOT, providesTags: ["Desk"] }),
    deskFiles: build.query<{ items: FileEntry[] }, void>({ query: () => `${ROOT}/files`, providesTags: ["DeskFiles"] }),
    deskFile: build.query<SettingFile, string>({ query: (file) => ({ url: `${ROOT}/file`, params: { file } }), providesTags: ["DeskLayers"] }),
    saveEdits: build.mutation<{ draft: Draft; problems: Diagnostic[] }, { version: number; edits: Edit[] }>({
      query: (body) => ({ url: `${ROOT}/draft`, method: "PATCH", body }),
      invalidatesTags: (result) => (result ? ["DeskFiles"] : []),
    }),
    discardEdits: build.mutation<{ draft: Draft }, { version: number }>({
      query: (body) => ({ url: `${ROOT}/draft/discard`, method: "POST", body }),
      invalidatesTags: (result) => (result ? ["Desk", "DeskFiles", "DeskTexts"] : []),
    }),
    uploadBlob: build.mutation<{ blob: SettingBlob }, { kind: "logo" | "picture" | "plugin"; file: Blob }>({
      query: ({ kind, file }) => ({ url: `${ROOT}/blobs`, method: "POST", body: { kind, file } }),
    }),
    checkDraft: build.query<Comparison & { problems: Diagnostic[] }, number>({
      // The argument is the draft's version, so that no check of an older draft is ever shown.
      query: () => ({ url: `${ROOT}/check`, method: "POST" }),
      keepUnusedDataFor: 0,
    }),
    publishDraft: build.mutation<PublishSettingsApiResponse, { version: number; note: string; at?: string }>({
      query: (body) => ({ url: `${ROOT}/publish`, method: "POST", body }),
      invalidatesTags: (result) => (result ? MOVED : []),
    }),
    dropSchedule: build.mutation<unknown, string>({
      query: (id) => ({ url: `${ROOT}/schedules/${encodeURIComponent(id)}`, method: "DELETE" }),
      invalidatesTags: ["Desk", "DeskFiles", "DeskTexts"],
    }),
    revisionPages: build.infiniteQuery<ListRevisionsApiResponse, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ pageParam }) => ({ url: `${ROOT}/revisions`, params: { cursor: pageParam ?? undefined, page_size: 50 } }),
      providesTags: ["DeskRevisions"],
    }),
    revisionDiff: build.query<Comparison, { from: string; to: string }>({ query: (params) => ({ url: `${ROOT}/revisions/compare`, params }), providesTags: ["DeskRevisions"] }),
    bringBack: build.mutation<{ draft: Draft }, { seq: number; version: number }>({
      query: ({ seq, version }) => ({ url: `${ROOT}/revisions/${seq}/restore`, method: "POST", body: { version } }),
      invalidatesTags: (result) => (result ? ["Desk", "DeskFiles", "DeskTexts"] : []),
    }),
    previewToken: build.mutation<{ token: string; expires_in: number }, void>({ query: () => ({ url: `${ROOT}/preview`, method: "POST" }) }),
    textPages: build.infiniteQuery<SearchTextsApiResponse, TextFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg: { q, ns, changed }, pageParam }) => ({
        url: `${ROOT}/texts`,
        params: { q: q || undefined, ns: ns || undefined, changed: changed || undefined, cursor: pageParam ?? undefined },
      }),
      providesTags: ["DeskTexts"],
    }),
  }),
});

export const {
  useDeskQuery, useDeskFilesQuery, useDeskFileQuery, useUploadBlobMutation, useCheckDraftQuery, usePublishDraftMutation, useDropScheduleMutation,
  useRevisionPagesInfiniteQuery, useRevisionDiffQuery, useBringBackMutation, usePreviewTokenMutation, useTextPagesInfiniteQuery,
} = deskApi;
