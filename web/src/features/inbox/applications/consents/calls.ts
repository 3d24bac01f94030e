/** What a family has said to what the school asks its consent for, and how it is asked. */
import { baseApi } from "@/api/baseApi";
import { consentsOf, type Askable, type AskFor, type ConsentState } from "@/ui/consents/consents";

export interface AnsweredConsent {
  id: string;
  version: string;
  choice: "accepted" | "refused";
  signer: string;
  signed_at: string;
  withdrawn_at: string | null;
  withdrawn_reason: string | null;
  reference: string;
}

export interface ConsentOfChild extends Askable {
  /** Of its words now; empty where the school asks for it no more. */
  version: string;
  state: ConsentState;
  /** Newest first. */
  history: readonly AnsweredConsent[];
}

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "SentLetters", "Consents"] });

const calls = tagged.injectEndpoints({
  endpoints: (build) => ({
    // What a signature changes is not told to this page: it is asked each time that the page is opened.
    readConsentsOfChild: build.query<{ items: readonly ConsentOfChild[] }, { id: string; version: number }>({
      query: ({ id }) => ({ url: consentsOf(id) }),
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, { id }) => [{ type: "Consents", id }],
    }),
    askForConsents: build.mutation<unknown, { id: string; asked: AskFor }>({
      query: ({ id, asked }) => ({ url: consentsOf(id), method: "POST", body: asked }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : ["Consents" as const, { type: "SentLetters" as const, id }, { type: "Enquiry" as const, id }]),
    }),
  }),
});

export const { useReadConsentsOfChildQuery, useAskForConsentsMutation } = calls;
