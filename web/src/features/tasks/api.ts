/** Open tasks, page by page. */
import { enhancedApi, type ListTasksApiResponse } from "@/api/generated";

/** Whose tasks are listed. */
export const WHOSE = ["mine", "unassigned", "all"] as const;
export type Whose = (typeof WHOSE)[number];

const AT_ONCE = 50;

const tasksApi = enhancedApi.enhanceEndpoints({ addTagTypes: ["Tasks"] }).injectEndpoints({
  endpoints: (build) => ({
    taskPages: build.infiniteQuery<ListTasksApiResponse, Whose, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: "/v1/oa/tasks", params: { whose: queryArg, page_size: AT_ONCE, cursor: pageParam ?? undefined } }),
      providesTags: ["Tasks"],
    }),
  }),
});

export const { useTaskPagesInfiniteQuery } = tasksApi;
