/** The newest request for financial documents of an application, and what finance says of each. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";

export interface FinancialDocument {
  code: string;
  kind: "salary" | "sponsor" | "guarantee" | "cheques";
  label: Bilingual;
  state: "requested" | "submitted" | "returned" | "verified";
  amount_minor: number | null;
  /** Its country and its last four. */
  iban: string | null;
  cheques: ReadonlyArray<{ date: string; amount: string; bank: string; number: string }>;
  files: ReadonlyArray<{ id: string; name: string; given_at: string }>;
  reason: string | null;
  decided_by: string | null;
  decided_at: string | null;
}

export interface FinancialRequest {
  reference: string;
  state: string;
  expires_at: string;
  items: readonly FinancialDocument[];
}

interface Requested {
  currency: string;
  request: FinancialRequest | null;
}

const of = (id: string): string => `/v1/oa/enquiries/${encodeURIComponent(id)}/financial`;

const calls = baseApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "Financial"] }).injectEndpoints({
  endpoints: (build) => ({
    // What a family sends is not told to this page: it is asked each time.
    readFinancialOfChild: build.query<Requested, { id: string; version: number }>({
      query: ({ id }) => ({ url: of(id) }),
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, { id }) => [{ type: "Financial", id }],
    }),
    sayOfFinancial: build.mutation<Requested, { id: string; code: string; state: "verified" | "returned"; reason: string }>({
      query: ({ id, code, ...body }) => ({ url: `${of(id)}/${encodeURIComponent(code)}`, method: "PATCH", body }),
      invalidatesTags: (_result, _error, { id }) => [
        { type: "Financial", id },
        { type: "Enquiry", id },
      ],
    }),
    showIban: build.mutation<{ iban: string }, { id: string; code: string; reason: string }>({
      query: ({ id, code, reason }) => ({ url: `${of(id)}/${encodeURIComponent(code)}/iban`, method: "POST", body: { reason }, cache: "no-store" }),
    }),
  }),
});

export const { useReadFinancialOfChildQuery, useSayOfFinancialMutation, useShowIbanMutation } = calls;
