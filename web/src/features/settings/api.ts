/** What those who run a school ask and change: the generated calls, the growing lists, and what each makes stale. */
import {
  enhancedApi, type AddTillApiResponse, type AuditItem, type ListAuditApiArg, type ListAuditApiResponse, type ListedPerson, type ListedTill, type ListPeopleApiResponse,
  type PersonChange as SentChange, type PersonKind,
} from "@/api/generated";

export type PersonStatus = "active" | "invited" | "disabled";
/** Somebody with an account at this school; the document leaves the two words open. */
export type Person = Omit<ListedPerson, "status" | "kind"> & { status: PersonStatus; kind: PersonKind };
/** What narrows the list of people. */
export type PeopleFilters = Partial<Record<"q" | "role" | "status" | "kind", string>>;
/** What may be changed about a person. */
export type PersonChange = Omit<SentChange, "version">;
/** A device that sells. */
export type Till = ListedTill;
/** A till whose enrolment code is shown this once. */
export type FreshTill = Pick<AddTillApiResponse, "till" | "enrolment_code">;
/** Something that was done. */
export type AuditEntry = AuditItem;
/** What narrows the log, as the addresses of the page and of its export write it. */
export type AuditFilters = Pick<ListAuditApiArg, "actor" | "action" | "from" | "to"> & { object_kind?: string };

type PeoplePage = Omit<ListPeopleApiResponse, "items"> & { items: Person[] };

const PEOPLE = "/v1/oa/people";
/** The log's address, which its export shares. */
export const AUDIT = "/v1/oa/audit";
const PEOPLE_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 100;

const withTags = enhancedApi.enhanceEndpoints({ addTagTypes: ["People", "Tills"] });

/** Puts a changed person into every loaded page, so that a long list is not thrown away for one change. */
const shown = {
  async onQueryStarted(_arg: unknown, { dispatch, getState, queryFulfilled }: Started): Promise<void> {
    const { data } = await queryFulfilled.catch(() => ({ data: null }));
    if (!data) return;
    const state = getState() as Parameters<typeof settingsApi.util.selectCachedArgsForQuery>[0];
    for (const filters of settingsApi.util.selectCachedArgsForQuery(state, "peoplePages")) {
      const patch = settingsApi.util.updateQueryData("peoplePages", filters, (draft) => {
        for (const page of draft.pages) {
          const row = page.items.find((each) => each.id === data.person.id);
          if (row) Object.assign(row, data.person);
        }
      });
      dispatch(patch as never);
    }
  },
};

interface Started {
  dispatch: (action: never) => unknown;
  getState: () => unknown;
  queryFulfilled: Promise<{ data: { person: ListedPerson } }>;
}

const tagged = withTags.enhanceEndpoints({
  endpoints: {
    invitePerson: { invalidatesTags: (result) => (result ? ["People"] : []) },
    updatePerson: shown,
    inviteAgain: shown,
    signPersonOut: shown,
    resetSecondFactor: shown,
    listTills: { providesTags: ["Tills"] },
    addTill: { invalidatesTags: (result) => (result ? ["Tills"] : []) },
    // A stale copy is also a reason to look again.
    updateTill: { invalidatesTags: ["Tills"] },
    renewEnrolment: { invalidatesTags: (result) => (result ? ["Tills"] : []) },
  },
});

/** The lists that grow, page by page. */
export const settingsApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    peoplePages: build.infiniteQuery<PeoplePage, PeopleFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: PEOPLE, params: { ...queryArg, page_size: PEOPLE_AT_ONCE, cursor: pageParam ?? undefined } }),
      providesTags: ["People"],
    }),
    auditPages: build.infiniteQuery<ListAuditApiResponse, AuditFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: AUDIT, params: { ...queryArg, page_size: ENTRIES_AT_ONCE, cursor: pageParam ?? undefined } }),
    }),
  }),
});

export const { usePeoplePagesInfiniteQuery, useAuditPagesInfiniteQuery } = settingsApi;
export {
  useAddTillMutation, useInviteAgainMutation, useInvitePersonMutation, useListTillsQuery, useRenewEnrolmentMutation, useResetSecondFactorMutation,
  useSignPersonOutMutation, useUpdatePersonMutation, useUpdateTillMutation,
} from "@/api/generated";
