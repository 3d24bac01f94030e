/** The log of who did what, page by page. */
import { enhancedApi, type AuditItem, type ListAuditApiArg, type ListAuditApiResponse } from "@/api/generated";

/** Something that was done. */
export type AuditEntry = AuditItem;
/** What narrows the log, as the addresses of the page and of its export write it. */
export type AuditFilters = Pick<ListAuditApiArg, "actor" | "action" | "from" | "to"> & { object_kind?: string };

/** The log's address, which its export shares. */
export const AUDIT = "/v1/oa/audit";
const AT_ONCE = 100;

const auditApi = enhancedApi.injectEndpoints({
  endpoints: (build) => ({
    auditPages: build.infiniteQuery<ListAuditApiResponse, AuditFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: AUDIT, params: { ...queryArg, page_size: AT_ONCE, cursor: pageParam ?? undefined } }),
    }),
  }),
});

export const { useAuditPagesInfiniteQuery } = auditApi;
