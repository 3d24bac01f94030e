/** What those who run a school ask and change: people, tills, the audit log (docs/contracts.md, section 5). */
import { baseApi } from "@/api/baseApi";
import type { Role } from "@/api/roles";

export type PersonStatus = "active" | "invited" | "disabled";

/** Somebody with an account at this school. */
export interface Person {
  id: string;
  version: number;
  kind: "staff" | "family" | "applicant" | "till";
  name: string;
  email: string | null;
  staff_code: string | null;
  roles: Role[];
  status: PersonStatus;
  second_factor: boolean;
  invited_at: string | null;
  signed_in_at: string | null;
  created_at: string;
  has_pin: boolean;
}

/** What narrows the list of people. */
export interface PeopleFilters {
  q?: string;
  role?: string;
  status?: string;
  kind?: string;
}

export interface PeoplePage {
  items: Person[];
  next_cursor: string | null;
  total: number;
}

/** Somebody new: by mail, or with a code and a PIN at a till. */
export interface Invitation {
  name: string;
  email?: string;
  roles: Role[];
  locale: string;
  staff_code?: string;
  pin?: string;
}

/** What may be changed about a person. */
export interface PersonChange {
  name?: string;
  roles?: Role[];
  status?: "active" | "disabled";
  staff_code?: string;
  pin?: string;
}

/** A device that sells. */
export interface Till {
  id: string;
  version: number;
  code: string;
  name: string;
  store_types: string[];
  enrolled_at: string | null;
  device_label: string | null;
  disabled: boolean;
  signed_in: { id: string; name: string } | null;
}

/** A till whose enrolment code is shown this once. */
export interface FreshTill {
  till: Till;
  enrolment_code: string;
}

/** Something that was done. */
export interface AuditEntry {
  id: string;
  at: string;
  actor: { kind: string; id: string | null; name: string | null };
  action: string;
  object: { kind: string; id: string | null; name: string | null };
  detail: Record<string, unknown>;
  request_id: string;
  address: string | null;
}

export interface AuditPage {
  items: AuditEntry[];
  next_cursor: string | null;
  /** On the first page: every action that there is. */
  actions?: string[];
}

/** What narrows the log. */
export interface AuditFilters {
  actor?: string;
  action?: string;
  object_kind?: string;
  from?: string;
  to?: string;
}

const PEOPLE = "/v1/oa/people";
const TILLS = "/v1/oa/tills";
/** The log's address, which its export shares. */
export const AUDIT = "/v1/oa/audit";
const PEOPLE_AT_ONCE = 100;
const ENTRIES_AT_ONCE = 100;

const person = (id: string) => `${PEOPLE}/${encodeURIComponent(id)}`;
const till = (id: string) => `${TILLS}/${encodeURIComponent(id)}`;

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["People", "Tills"] });

/** Each call of the settings. */
export const settingsApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    peoplePages: build.infiniteQuery<PeoplePage, PeopleFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: PEOPLE, params: { ...queryArg, page_size: PEOPLE_AT_ONCE, cursor: pageParam ?? undefined } }),
      providesTags: ["People"],
    }),
    inviteSomebody: build.mutation<{ person: Person }, Invitation>({
      query: (body) => ({ url: PEOPLE, method: "POST", body }),
      invalidatesTags: (result) => (result ? ["People"] : []),
    }),
    changePerson: build.mutation<{ person: Person }, { id: string; version: number } & PersonChange>({
      query: ({ id, ...body }) => ({ url: person(id), method: "PATCH", body }),
      onQueryStarted: (_arg, { dispatch, getState, queryFulfilled }) => show(queryFulfilled, dispatch, getState),
    }),
    actOnPerson: build.mutation<{ person: Person }, { id: string; act: "invitation" | "sign-out" | "second-factor-reset" }>({
      query: ({ id, act }) => ({ url: `${person(id)}/${act}`, method: "POST" }),
      onQueryStarted: (_arg, { dispatch, getState, queryFulfilled }) => show(queryFulfilled, dispatch, getState),
    }),
    tills: build.query<{ items: Till[] }, void>({ query: () => TILLS, providesTags: ["Tills"] }),
    openTill: build.mutation<FreshTill, { code: string; name: string; store_types: string[] }>({
      query: (body) => ({ url: TILLS, method: "POST", body }),
      invalidatesTags: (result) => (result ? ["Tills"] : []),
    }),
    changeTill: build.mutation<{ till: Till }, { id: string; version: number; name?: string; store_types?: string[]; disabled?: boolean }>({
      query: ({ id, ...body }) => ({ url: till(id), method: "PATCH", body }),
      // A stale copy is also a reason to look again.
      invalidatesTags: ["Tills"],
    }),
    renewTill: build.mutation<FreshTill, string>({
      query: (id) => ({ url: `${till(id)}/enrolment`, method: "POST" }),
      invalidatesTags: (result) => (result ? ["Tills"] : []),
    }),
    auditPages: build.infiniteQuery<AuditPage, AuditFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: AUDIT, params: { ...queryArg, page_size: ENTRIES_AT_ONCE, cursor: pageParam ?? undefined } }),
    }),
  }),
});

export const {
  usePeoplePagesInfiniteQuery, useInviteSomebodyMutation: useInvitePersonMutation, useChangePersonMutation, useActOnPersonMutation, useTillsQuery, useOpenTillMutation: useAddTillMutation,
  useChangeTillMutation, useRenewTillMutation, useAuditPagesInfiniteQuery,
} = settingsApi;

/** Puts a changed person into every loaded page, so that a long list is not thrown away for one change. */
async function show(
  queryFulfilled: Promise<{ data: { person: Person } }>,
  dispatch: (action: never) => unknown,
  getState: () => unknown,
): Promise<void> {
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
}
