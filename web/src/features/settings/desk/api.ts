/** The calls of the desk (docs/contracts.md, section 6): the generated ones, what each makes stale, and those that come in pages. */
import type { CheckDraftSettingsApiResponse, CompareRevisionsApiResponse, ListRevisionsApiResponse, SearchTextsApiResponse } from "@/api/generated";
import { deskApi as generated } from "@/api/generatedDesk";

const ROOT = "/v1/oa/settings";

export interface TextFilters {
  q?: string;
  ns?: string;
  changed?: boolean;
}

/** What checking or comparing says. */
export type Comparison = Pick<CompareRevisionsApiResponse, "changes" | "diff">;

const tagged = generated.enhanceEndpoints({ addTagTypes: ["Desk", "DeskComponents", "DeskFiles", "DeskLayers", "DeskMessages", "DeskRevisions", "DeskTexts"] });

/** Publishing moves what is live, so that whatever was read of it is asked for anew. */
const MOVED = ["Desk", "DeskComponents", "DeskFiles", "DeskLayers", "DeskMessages", "DeskRevisions", "DeskTexts"] as const;
/** What another draft changes. */
const DRAFTED = ["Desk", "DeskComponents", "DeskFiles", "DeskMessages", "DeskTexts"] as const;

/** Whether an edit brings another component, or other rights of one. */
const touchesComponents = ({ file, pointer }: { file: string; pointer: string }) => file.startsWith("plugins/") || (file === "school.yaml" && pointer.startsWith("/plugins"));

tagged.enhanceEndpoints({
  endpoints: {
    getSettings: { providesTags: ["Desk"] },
    getSettingFiles: { providesTags: ["DeskFiles"] },
    getSettingFile: { providesTags: ["DeskLayers"] },
    saveDraftSettings: {
      invalidatesTags: (result, _error, { saveDraftSettingsRequest: { edits } }) =>
        result ? (edits.some(touchesComponents) ? ["DeskFiles", "DeskComponents"] : ["DeskFiles"]) : [],
    },
    discardDraftSettings: { invalidatesTags: (result) => (result ? DRAFTED : []) },
    publishSettings: { invalidatesTags: (result) => (result ? MOVED : []) },
    cancelSchedule: { invalidatesTags: DRAFTED },
    compareRevisions: { providesTags: ["DeskRevisions"] },
    restoreRevision: { invalidatesTags: (result) => (result ? DRAFTED : []) },
  },
});

/** Each call of the desk. */
export const deskApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    checkDraft: build.query<CheckDraftSettingsApiResponse, number>({
      // The argument is the draft's version, so that no check of an older draft is ever shown.
      query: () => ({ url: `${ROOT}/check`, method: "POST" }),
      keepUnusedDataFor: 0,
    }),
    revisionPages: build.infiniteQuery<ListRevisionsApiResponse, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ pageParam }) => ({ url: `${ROOT}/revisions`, params: { cursor: pageParam ?? undefined, page_size: 50 } }),
      providesTags: ["DeskRevisions"],
    }),
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

export const { useCheckDraftQuery, useRevisionPagesInfiniteQuery, useTextPagesInfiniteQuery } = deskApi;
export {
  useCancelScheduleMutation, useCompareRevisionsQuery, useGetSettingFileQuery, useGetSettingFilesQuery, useGetSettingsQuery, useOpenPreviewMutation,
  usePublishSettingsMutation, useRestoreRevisionMutation, useUploadSettingBlobMutation,
} from "@/api/generatedDesk";
