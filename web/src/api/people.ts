/** Who has an account at this school: the generated calls, the growing list, and what each makes stale. */
import { enhancedApi, type ListedPerson, type ListPeopleApiResponse, type PersonChange as SentChange, type PersonKind } from "./generated";

export type PersonStatus = "active" | "invited" | "disabled";
/** Somebody with an account at this school; the document leaves the two words open. */
export type Person = Omit<ListedPerson, "status" | "kind"> & { status: PersonStatus; kind: PersonKind };
/** What narrows the list of people. */
export type PeopleFilters = Partial<Record<"q" | "role" | "status" | "kind" | "audience" | "erasure_asked", string>>;
/** What may be changed about a person. */
export type PersonChange = Omit<SentChange, "version">;
type PeoplePage = Omit<ListPeopleApiResponse, "items"> & { items: Person[] };

const PEOPLE = "/v1/oa/people";
const PEOPLE_AT_ONCE = 100;

const withTags = enhancedApi.enhanceEndpoints({ addTagTypes: ["People"] });

/** Puts a changed person into every loaded page, so that a long list is not thrown away for one change. */
const shown = {
  async onQueryStarted(_arg: unknown, { dispatch, getState, queryFulfilled }: Started): Promise<void> {
    const { data } = await queryFulfilled.catch(() => ({ data: null }));
    if (!data) return;
    const state = getState() as Parameters<typeof peopleApi.util.selectCachedArgsForQuery>[0];
    for (const filters of peopleApi.util.selectCachedArgsForQuery(state, "peoplePages")) {
      const patch = peopleApi.util.updateQueryData("peoplePages", filters, (draft) => {
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
  },
});

/** The list that grows, page by page. */
export const peopleApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    peoplePages: build.infiniteQuery<PeoplePage, PeopleFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: PEOPLE, params: { ...queryArg, page_size: PEOPLE_AT_ONCE, cursor: pageParam ?? undefined } }),
      providesTags: ["People"],
    }),
  }),
});

export const { usePeoplePagesInfiniteQuery } = peopleApi;
export { useInviteAgainMutation, useInvitePersonMutation, useResetSecondFactorMutation, useSignPersonOutMutation, useUpdatePersonMutation } from "./generated";
