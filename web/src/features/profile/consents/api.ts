/** What a family has said to what the school asked its consent for. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";

/** An answer that a family signed; the newest of each consent of each child comes first. */
export interface OwnConsent {
  id: string;
  child: { name: string; name_ar: string };
  code: string;
  title: Bilingual;
  version: string;
  required: boolean;
  choice: "accepted" | "refused";
  signed_at: string;
  withdrawn_at: string | null;
  /** Of the letter that was signed. */
  reference: string;
}

const OWN = "/v1/oa/family/consents";
export const signedLetterOf = (id: string): string => `${OWN}/${encodeURIComponent(id)}/file`;

const calls = baseApi.enhanceEndpoints({ addTagTypes: ["OwnConsents"] }).injectEndpoints({
  endpoints: (build) => ({
    listOwnConsents: build.query<{ items: readonly OwnConsent[] }, null>({ query: () => ({ url: OWN }), keepUnusedDataFor: 0, providesTags: ["OwnConsents"] }),
    withdrawOwnConsent: build.mutation<unknown, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `${OWN}/${encodeURIComponent(id)}/withdraw`, method: "POST", body: reason ? { reason } : {} }),
      // Where it was refused somebody else has withdrawn it before.
      invalidatesTags: ["OwnConsents"],
    }),
  }),
});

export const { useListOwnConsentsQuery, useWithdrawOwnConsentMutation } = calls;
