/** Who consented to what, page by page. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";
import { consentsOf, type Askable, type AskFor, type ConsentState } from "@/ui/consents/consents";

export interface ConsentLine {
  id: string;
  registration_id: string;
  student_name: string;
  student_name_ar: string;
  grade: Bilingual;
  cells: ReadonlyArray<{ code: string; state: ConsentState; at: string | null }>;
}

interface ConsentLines {
  columns: readonly Askable[];
  items: readonly ConsentLine[];
  next_cursor: string | null;
}

export const NAMES = ["round", "grade", "code", "choice"] as const;
export type ConsentFilters = Partial<Record<(typeof NAMES)[number], string>>;

/** The page's address, which its export shares. */
export const CONSENTS = "/v1/oa/consents";
const AT_ONCE = 50;

const calls = baseApi.enhanceEndpoints({ addTagTypes: ["Consents", "SentLetters", "Enquiry"] }).injectEndpoints({
  endpoints: (build) => ({
    consentPages: build.infiniteQuery<ConsentLines, ConsentFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: CONSENTS, params: { ...queryArg, page_size: AT_ONCE, cursor: pageParam ?? undefined } }),
      providesTags: ["Consents"],
    }),
    // The list is asked again once all that were chosen are through.
    askOneOfMany: build.mutation<unknown, { id: string; asked: AskFor }>({
      query: ({ id, asked }) => ({ url: consentsOf(id), method: "POST", body: asked }),
      invalidatesTags: (_result, error, { id }) => (error ? [] : [{ type: "SentLetters", id }, { type: "Enquiry", id }]),
    }),
  }),
});

/** Makes the lists of consents another thing. */
export const consentsAsked = () => calls.util.invalidateTags(["Consents"]);

export const { useConsentPagesInfiniteQuery, useAskOneOfManyMutation } = calls;
