/** The list of applications as one growing list, and what of its rows is another once something was changed. */
import { enhancedApi, type AnswerApplicationPayload, type ListStudentsApiResponse, type StudentItem, type StudentListRequest } from "./generated";
import { standingOf, statusOf, type Standing, type Status } from "./standing";

/** Where one application stands and where the caller may send it. */
export type ApplicationStanding = Omit<AnswerApplicationPayload, "success" | "messageId">;

/** What the list is narrowed to and ordered by, without its paging. */
export type ApplicationFilters = Omit<StudentListRequest, "cursor" | "page_size">;

/** A row of the list. */
export type ApplicationRow = StudentItem & { standing: Standing };

interface Page {
  items: ApplicationRow[];
  total: number;
  counts: Record<Status, number>;
  next_cursor: string | null;
}

/** Rows asked for at a time. */
const AT_ONCE = 100;

const pageOf = ({ students, total, counts, next_cursor }: ListStudentsApiResponse): Page => ({
  items: students.map((student) => ({ ...student, standing: standingOf(student) })),
  total,
  counts,
  next_cursor: next_cursor ?? null,
});

/** Each page is a call of `list_students` with the cursor of the one before. */
const applicationPages = enhancedApi.injectEndpoints({
  endpoints: (build) => ({
    applicationPages: build.infiniteQuery<Page, ApplicationFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: "/v1/oa/student/student_list", method: "POST", body: { ...queryArg, page_size: AT_ONCE, cursor: pageParam } }),
      transformResponse: pageOf,
    }),
  }),
});

export const { useApplicationPagesInfiniteQuery } = applicationPages;

/** What is known of a row since. */
export type ApplicationChange = Pick<ApplicationRow, "id" | "version"> & Partial<Pick<ApplicationRow, "standing" | "assigned_to" | "due_at" | "status_since" | "bucket" | "decided" | "appointment" | "recommendation">>;

/** Changes a row in every loaded list, so that a long scroll is not thrown away for one change. */
export function patchApplicationRow({ id, standing, ...change }: ApplicationChange) {
  return (dispatch: (action: unknown) => unknown, getState: () => unknown) => {
    const state = getState() as { api: Parameters<typeof applicationPages.util.selectCachedArgsForQuery>[0]["api"] };
    for (const filters of applicationPages.util.selectCachedArgsForQuery(state, "applicationPages")) {
      dispatch(
        applicationPages.util.updateQueryData("applicationPages", filters, (draft) => {
          const [first] = draft.pages;
          const row = draft.pages.flatMap((page) => page.items).find((each) => each.id === id);
          if (!first || !row) return;
          Object.assign(row, change);
          if (!standing || standing === row.standing) return;
          first.counts[statusOf(row.standing)] -= 1;
          first.counts[statusOf(standing)] += 1;
          // It stays in sight, and counts no more where the list is of another status.
          const isOf = (each: Standing) => !filters.status?.length || filters.status.includes(statusOf(each));
          first.total += Number(isOf(standing)) - Number(isOf(row.standing));
          const [status = "", sub = ""] = standing.split("/");
          Object.assign(row, { standing, sims_admission_status: status, sub_status: sub });
        }),
      );
    }
  };
}
