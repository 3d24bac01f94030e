import type { ApplicationChange } from "./applications";
import { enhancedApi, type ListEnquiriesApiArg, type ListEnquiriesApiResponse } from "./generated";
import { isEnquiryState, standingOf } from "./standing";
import type { EnquiryRow, Stand } from "./types";

/** The list's filters without its paging. */
export type EnquiryFilters = Omit<ListEnquiriesApiArg, "pageSize" | "cursor">;

/** Rows asked for at a time. */
export const ENQUIRY_PAGE_SIZE = 100;

const withTags = enhancedApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "EnquiryList", "EnquiryExports", "EnquiryNotes", "EnquiryPapers", "EnquiryMessages", "Tasks", "Application", "ApplicationList", "Seats"] });

/** What invalidates what; the generated endpoints know nothing of it. */
const tagged = withTags.enhanceEndpoints({
  endpoints: {
    getSchoolDetails: { keepUnusedDataFor: 3600 },
    checkAccess: { keepUnusedDataFor: 3600 },
    listAssignees: { keepUnusedDataFor: 300 },
    listEnquiryChoices: { keepUnusedDataFor: 300 },
    listEnquiries: { providesTags: ["EnquiryList"] },
    getEnquiry: { providesTags: (_result, _error, { id }) => [{ type: "Enquiry", id }] },
    listEnquiryExports: { providesTags: ["EnquiryExports"] },
    requestEnquiryExport: { invalidatesTags: ["EnquiryExports"] },
    cancelEnquiryExport: { invalidatesTags: ["EnquiryExports"] },
    removeEnquiryExport: { invalidatesTags: ["EnquiryExports"] },
    listNotes: { providesTags: (_result, _error, { id }) => [{ type: "EnquiryNotes", id }] },
    // What one recommends stands in the list of applications.
    addNote: {
      invalidatesTags: (_result, _error, { id }) => [{ type: "EnquiryNotes", id }, "ApplicationList"],
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => countNotes(id, 1, dispatch, queryFulfilled),
    },
    updateNote: { invalidatesTags: (_result, _error, { id }) => [{ type: "EnquiryNotes", id }, "ApplicationList"] },
    removeNote: {
      invalidatesTags: (_result, _error, { id }) => [{ type: "EnquiryNotes", id }, "ApplicationList"],
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => countNotes(id, -1, dispatch, queryFulfilled),
    },
    listPapers: { providesTags: (_result, _error, { id }) => [{ type: "EnquiryPapers", id }] },
    // Its answer says how all papers stand then; what may be asked for is another thing then.
    reviewPaper: { invalidatesTags: (_result, _error, { id }) => [{ type: "EnquiryPapers", id }, { type: "EnquiryMessages", id }, { type: "Enquiry", id }] },
    listEnquiryMessages: { providesTags: (_result, _error, { id }) => [{ type: "EnquiryMessages", id }] },
    // Whatever the school writes answers the family.
    sendEnquiryMessage: {
      invalidatesTags: (result, _error, { id }) => (result ? afterMessage(id) : []),
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => markWaiting(id, false, dispatch, queryFulfilled),
    },
    askForPapers: {
      invalidatesTags: (result, _error, { id }) => (result ? afterMessage(id) : []),
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => markWaiting(id, false, dispatch, queryFulfilled),
    },
    readEnquiryMessages: {
      invalidatesTags: (_result, _error, { id }) => afterMessage(id),
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => markWaiting(id, false, dispatch, queryFulfilled),
    },
    unreadEnquiryMessages: {
      invalidatesTags: (_result, _error, { id }) => afterMessage(id),
      onQueryStarted: ({ id }, { dispatch, queryFulfilled }) => markWaiting(id, true, dispatch, queryFulfilled),
    },
    // It is begun, or its family is written to: its record says so.
    convertEnquiry: { invalidatesTags: (_result, _error, { id }) => [{ type: "Enquiry", id }] },
    listTasks: { providesTags: ["Tasks"] },
    listEnquiryTasks: { providesTags: (_result, _error, { id }) => ["Tasks", { type: "Tasks", id }] },
    addTask: { invalidatesTags: (result) => (result ? ["Tasks"] : []) },
    updateTask: { invalidatesTags: (_result, _error, { id }) => ["Tasks", { type: "Enquiry", id }, { type: "Application", id }] },
    updateEnquiry: {
      // The answer goes straight into the cached record, in whichever language; the lists are asked again.
      async onQueryStarted({ id }, { dispatch, queryFulfilled, getState }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        const { version, state, closed_for, owner, timeline, timeline_cursor, next_states } = data.enquiry;
        const opened = withTags.util.selectInvalidatedBy(getState(), [{ type: "Enquiry", id }]);
        for (const { originalArgs } of opened) {
          dispatch(
            enhancedApi.util.updateQueryData("getEnquiry", originalArgs as { id: string }, (draft) => {
              Object.assign(draft.enquiry, { version, state, closed_for, owner, timeline, timeline_cursor, next_states });
            }),
          );
        }
        dispatch(patchRow(data.enquiry));
        await patchApplication({ id, version, assigned_to: owner ?? null }, dispatch);
      },
      invalidatesTags: (result, _error, { id }) => (result ? ["EnquiryList", "ApplicationList", { type: "Application", id }] : []),
    },
    listStudents: { providesTags: ["ApplicationList"] },
    getOverview: { providesTags: ["ApplicationList"] },
    listSeats: { providesTags: ["Seats"] },
    listWaitlist: { providesTags: ["Seats"] },
    // What changes the record may change what is missing of it.
    getEnquiryApplication: { providesTags: (_result, _error, { id }) => [{ type: "Application", id }, { type: "Enquiry", id }] },
    updateStudent: {
      // The answer says where it stands and may go since; its history and its tasks are asked for again.
      async onQueryStarted({ studentId: id }, { dispatch, queryFulfilled, getState }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (!data) return;
        const { version, status, sub_status, since, bucket, offer_until, review_by, decision, appointment } = data;
        const standing = standingOf({ sims_admission_status: status, sub_status });
        dispatch(enhancedApi.util.updateQueryData("getEnquiryApplication", { id }, () => data));
        for (const { endpointName, originalArgs } of withTags.util.selectInvalidatedBy(getState(), [{ type: "Enquiry", id }])) {
          if (endpointName !== "getEnquiry") continue;
          dispatch(enhancedApi.util.updateQueryData("getEnquiry", originalArgs as { id: string }, (draft) => void Object.assign(draft.enquiry, { version, state: standing })));
        }
        dispatch(patchStand(id, version, standing));
        await patchApplication({ id, version, standing, bucket, due_at: offer_until ?? review_by ?? null, status_since: since, decided: decision, appointment: appointment ?? null }, dispatch);
      },
      invalidatesTags: (result, _error, { studentId: id }) => (result ? [{ type: "Enquiry", id }, "EnquiryList", "ApplicationList", "Seats", "Tasks"] : []),
    },
  },
});

/** The inbox as one growing list; each page is a call of `list_enquiries` with the cursor of the one before. */
export const enquiryPages = tagged.injectEndpoints({
  endpoints: (build) => ({
    enquiryPages: build.infiniteQuery<ListEnquiriesApiResponse, EnquiryFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: "/v1/oa/enquiries",
        params: { ...queryArg, page_size: ENQUIRY_PAGE_SIZE, cursor: pageParam ?? undefined },
      }),
    }),
  }),
});

export const { useEnquiryPagesInfiniteQuery } = enquiryPages;

type Rows = ListEnquiriesApiResponse;

/** Changes a row in every loaded list page, so that a long scroll is not thrown away for one change. */
function changeRow(id: string, change: (row: EnquiryRow, first: Rows) => void) {
  return (dispatch: (action: unknown) => unknown, getState: () => unknown) => {
    const state = getState() as { api: Parameters<typeof enquiryPages.util.selectCachedArgsForQuery>[0]["api"] };
    for (const filters of enquiryPages.util.selectCachedArgsForQuery(state, "enquiryPages")) {
      dispatch(
        enquiryPages.util.updateQueryData("enquiryPages", filters, (draft) => {
          const [first] = draft.pages;
          const row = draft.pages.flatMap((page) => page.items).find((each) => each.id === id);
          if (first && row) change(row, first);
        }),
      );
    }
  };
}

function patchRow({ id, version, state, closed_for, owner }: Pick<EnquiryRow, "id" | "version" | "state" | "closed_for" | "owner">) {
  return changeRow(id, (row, first) => {
    if (row.state !== state) {
      // Applications are counted by a list of their own.
      if (isEnquiryState(row.state)) first.counts[row.state] -= 1;
      if (isEnquiryState(state)) first.counts[state] += 1;
    }
    Object.assign(row, { version, state, closed_for, owner });
  });
}

/** An application in the lists of applications. No page begins with these: where their code does not come, none is shown. */
async function patchApplication(change: ApplicationChange, dispatch: (action: never) => unknown) {
  const list = await import("./applications").catch(() => null);
  if (list) dispatch(list.patchApplicationRow(change) as never);
}

/** An application in the list of everything. */
function patchStand(id: string, version: number, state: Stand) {
  return changeRow(id, (row) => void Object.assign(row, { version, state }));
}

const succeeds = (done: Promise<unknown>) =>
  done.then(
    () => true,
    () => false,
  );

/** Counts a note in the list once the server has it. */
async function countNotes(id: string, by: number, dispatch: (action: never) => unknown, done: Promise<unknown>) {
  if (await succeeds(done)) dispatch(changeRow(id, (row) => void (row.notes += by)) as never);
}

/** What shows whether a family waits for an answer. */
const afterMessage = (id: string) => [{ type: "EnquiryMessages" as const, id }, { type: "Enquiry" as const, id }, "EnquiryList" as const];

/** Says in the list whether the family waits for an answer, once the server has it. */
async function markWaiting(id: string, waits: boolean, dispatch: (action: never) => unknown, done: Promise<unknown>) {
  if (!(await succeeds(done))) return;
  const change = (row: EnquiryRow) => {
    const others = row.flags.filter((flag) => flag !== "unread");
    Object.assign(row, { unread: waits ? Math.max(row.unread, 1) : 0, flags: waits ? [...others, "unread"] : others });
  };
  dispatch(changeRow(id, change) as never);
}
