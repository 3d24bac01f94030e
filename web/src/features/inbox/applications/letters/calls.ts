/** What staff do with letters, and what of a record is another thing then. */
import { baseApi } from "@/api/baseApi";
import { saved } from "@/api/download";
import type { Bilingual } from "@/api/types";
import type { Payment, Plan } from "@/ui/PaymentSchedule";

export interface LetterSigner {
  place: number;
  role: "guardian1" | "guardian2" | "student" | "school" | "reader";
  name: string;
  state: "waiting" | "invited" | "signed" | "declined" | "sealed";
  /** Where their link went, shortened, and whether that is the first guardian's. */
  link_to?: { by: "mail" | "sms"; hint: string; shared: boolean } | null;
  opened_at: string | null;
  answered_at: string | null;
}

export interface SentLetter {
  id: string;
  kind: "offer" | "conditional_offer" | "acceptance" | "consent" | "financial_request" | "plain";
  reference: string;
  title: Bilingual;
  state: "choosing" | "draft" | "released" | "signed" | "declined" | "expired" | "withdrawn" | "replaced";
  /** Why it was withdrawn, where that is known. */
  closed_why?: "accepted_by_staff" | null;
  issued_on: string;
  expires_at: string;
  signers: readonly LetterSigner[];
  files: readonly unknown[];
  posts: ReadonlyArray<{ posted_on: string; note: string }>;
  record: string | null;
  /** What an acceptance says of payments. */
  terms: { plan: Plan | null; deposit: Payment | null; currency: string } | null;
}

export const PAPER_LANGUAGES = ["both", "en", "ar"] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

/** A template whose letters staff send by hand. */
export interface LetterTemplate {
  code: string;
  kind: "plain" | "consent" | "financial_request";
  title: Bilingual;
  languages: PaperLanguage;
}

export interface Wanted {
  code: string;
  language: PaperLanguage;
  /** What financial documents are to cover. */
  amount?: string;
}

export const lettersOf = (id: string): string => `/v1/oa/enquiries/${encodeURIComponent(id)}/letters`;

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "SentLetters"] });
const after = (id: string) => [{ type: "SentLetters" as const, id }, { type: "Enquiry" as const, id }];

const calls = tagged.injectEndpoints({
  endpoints: (build) => ({
    // What a signature changes is not told to this page: it is asked anew each time.
    listSentLetters: build.query<{ items: readonly SentLetter[] }, { id: string; version: number }>({
      query: ({ id }) => ({ url: lettersOf(id) }),
      keepUnusedDataFor: 0,
      providesTags: (_result, _error, { id }) => [{ type: "SentLetters", id }],
    }),
    listTemplatesByHand: build.query<{ items: readonly LetterTemplate[] }, null>({ query: () => ({ url: "/v1/oa/enquiries/letter-templates" }), keepUnusedDataFor: 0 }),
    sendByHand: build.mutation<{ letter: SentLetter }, { id: string; wanted: Wanted }>({
      query: ({ id, wanted }) => ({ url: lettersOf(id), method: "POST", body: wanted }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
    sendAcceptance: build.mutation<{ letter: SentLetter }, { id: string }>({
      query: ({ id }) => ({ url: `/v1/oa/enquiries/${encodeURIComponent(id)}/acceptance_letter`, method: "POST" }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
    /** A PDF that is made for this once: of what is asked, nothing is kept. */
    saveMade: build.mutation<null, { path: string; body: object; name: string }>({ query: ({ path, body, name }) => saved(path, body, name) }),
    sendLinkAgain: build.mutation<{ letter: SentLetter }, { id: string; letter: string; place: number }>({
      query: ({ id, letter, place }) => ({ url: `${lettersOf(id)}/${encodeURIComponent(letter)}/send_again`, method: "POST", body: { place } }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
    endLetter: build.mutation<{ letter: SentLetter }, { id: string; letter: string; reason: string }>({
      query: ({ id, letter, reason }) => ({ url: `${lettersOf(id)}/${encodeURIComponent(letter)}/withdraw`, method: "POST", body: { reason } }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
    noteNewestPosted: build.mutation<{ letter: SentLetter }, { id: string; code: string; posted_on: string; note: string }>({
      query: ({ id, ...body }) => ({ url: `${lettersOf(id)}/posts`, method: "POST", body }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
    /** Written down anew, or what was written down last put right. */
    notePosted: build.mutation<{ letter: SentLetter }, { id: string; letter: string; corrects: boolean; posted_on: string; note: string }>({
      query: ({ id, letter, corrects, ...body }) => ({ url: `${lettersOf(id)}/${encodeURIComponent(letter)}/posts`, method: corrects ? "PATCH" : "POST", body }),
      invalidatesTags: (_result, _error, { id }) => after(id),
    }),
  }),
});

export const {
  useListSentLettersQuery,
  useListTemplatesByHandQuery,
  useSendByHandMutation,
  useSendAcceptanceMutation,
  useSaveMadeMutation,
  useSendLinkAgainMutation,
  useEndLetterMutation,
  useNotePostedMutation,
  useNoteNewestPostedMutation,
} = calls;

/** Where a letter is shown before it is sent. */
export const previewOf = (id: string, body: Wanted) => ({ path: `${lettersOf(id)}/preview`, body, name: "preview.pdf" });
/** Where the newest letters of a template are printed as one. */
export const printOf = (ids: readonly string[], code: string) => ({ path: "/v1/oa/enquiries/letters/print", body: { ids, code }, name: "letters.pdf" });
