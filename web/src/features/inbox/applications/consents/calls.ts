/** What a family has said to what the school asks its consent for, and how it is asked. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";
import type { PaperLanguage } from "../letters/calls";

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

export interface ConsentOfChild {
  code: string;
  title: Bilingual;
  /** Whether the application needs it. */
  required: boolean;
  /** Of its words now; empty where the school asks for it no more. */
  version: string;
  /** `older`: accepted, and its text is another since. */
  state: "accepted" | "refused" | "withdrawn" | "asked" | "never" | "older";
  /** Newest first. */
  history: readonly AnsweredConsent[];
}

export interface AskFor {
  codes: readonly string[];
  /** Until the end of which day after today it can be answered. */
  days: number;
  language: PaperLanguage;
}

const consentsOf = (id: string): string => `/v1/oa/enquiries/${encodeURIComponent(id)}/consents`;

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
