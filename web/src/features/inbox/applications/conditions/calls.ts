/** The conditions of an application's newest offer, and what staff say of each. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";

export interface OfferCondition {
  code: string;
  text: Bilingual;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  state: "open" | "submitted" | "met" | "failed" | "waived";
  field: string | null;
  files: ReadonlyArray<{ id: string; name: string; given_at: string }>;
  /** Whether whoever looks reads what is sent for it, without which they may only waive it. */
  may_judge: boolean;
  reason: string | null;
  decided_at: string | null;
}

export interface OfferConditions {
  letter: string | null;
  items: readonly OfferCondition[];
}

export type ConditionDecision = { state: "met" } | { state: "failed" | "waived"; reason: string } | { state: "open"; due_on: string };

const of = (id: string): string => `/v1/oa/enquiries/${encodeURIComponent(id)}`;

const calls = baseApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "SentLetters", "OfferConditions"] }).injectEndpoints({
  endpoints: (build) => ({
    // What a family sends is not told to this page: it is asked each time.
    readOfferConditions: build.query<OfferConditions, { id: string; version: number }>({
      query: ({ id }) => ({ url: `${of(id)}/conditions` }),
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, { id }) => [{ type: "OfferConditions", id }],
    }),
    sayOfCondition: build.mutation<OfferConditions, { id: string; letter: string; code: string; decision: ConditionDecision }>({
      query: ({ id, letter, code, decision }) => ({ url: `${of(id)}/letters/${encodeURIComponent(letter)}/conditions/${encodeURIComponent(code)}`, method: "PATCH", body: decision }),
      invalidatesTags: (_result, _error, { id }) => [
        { type: "OfferConditions", id },
        { type: "SentLetters", id },
        { type: "Enquiry", id },
      ],
    }),
  }),
});

export const { useReadOfferConditionsQuery, useSayOfConditionMutation } = calls;
