/** What a till asks about itself (docs/contracts.md, section 5). */
import { baseApi } from "@/api/baseApi";
import type { Role } from "@/api/roles";

/** Who is at which till. */
export interface TillNow {
  person: { id: string; name: string };
  roles: Role[];
  till: { id: string; code: string; name: string; store_types: string[] };
  currency: string;
  since: string;
}

const posApi = baseApi.injectEndpoints({
  endpoints: (build) => ({ tillNow: build.query<TillNow, void>({ query: () => "/v1/oa/pos/me", keepUnusedDataFor: 0 }) }),
});

export const { useTillNowQuery } = posApi;
