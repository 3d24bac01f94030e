/** The calls of letters for many. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";
import type { PaperLanguage } from "../calls";

/** Which applications: some of them, or all that match. */
export type Chosen = { ids: readonly string[] } | { filter: object };

export type BulkWanted = Chosen & { code: string; language: PaperLanguage; days: number };

export interface LetterChild {
  id: string;
  student_name: string;
  student_name_ar: string | null;
}

export interface Unsent {
  message_id: string;
  guard: string | null;
  detail: string | null;
  count: number;
  examples: readonly LetterChild[];
}

export interface BulkPreviewAnswer {
  total: number;
  will_send: number;
  /** Those of them that are closed. */
  closed: number;
  unmailed: number;
  samples: readonly LetterChild[];
  refused: readonly Unsent[];
}

export interface LetterJob {
  id: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  action: "issue" | "withdraw" | "post";
  code: string | null;
  title: Bilingual | null;
  of: string | null;
  total: number;
  done: number;
  issued: number;
  sent: number;
  opened: number;
  ended: number;
  withdrawn: number;
  posted: number;
  refused: number;
  parts: readonly number[];
  can_withdraw: boolean;
  can_post: boolean;
  fault: string | null;
  created_at: string;
  expires_at: string | null;
}

export interface LetterResult extends LetterChild {
  registration_id: string;
  outcome: "issued" | "withdrawn" | "posted" | "refused";
  reference: string | null;
  letter_state: string | null;
  opened: boolean;
  message_id: string | null;
  guard: string | null;
  detail: string | null;
}

const BULK = "/v1/oa/letters/bulk";
const one = (id: string) => `${BULK}/${encodeURIComponent(id)}`;

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["LetterJobs", "SentLetters", "Enquiry"] });

const calls = tagged.injectEndpoints({
  endpoints: (build) => ({
    listLetterJobs: build.query<{ items: readonly LetterJob[] }, null>({ query: () => ({ url: BULK }), providesTags: ["LetterJobs"] }),
    previewLetterJob: build.mutation<BulkPreviewAnswer, BulkWanted>({ query: (body) => ({ url: `${BULK}/preview`, method: "POST", body }) }),
    startLetterJob: build.mutation<{ letters: LetterJob }, BulkWanted>({
      query: (body) => ({ url: BULK, method: "POST", body }),
      invalidatesTags: ["LetterJobs"],
    }),
    listLetterJobResults: build.query<{ items: readonly LetterResult[]; next_cursor: string | null }, { id: string; cursor?: string }>({
      query: ({ id, cursor }) => ({ url: `${one(id)}/results`, ...(cursor && { params: { cursor } }) }),
      keepUnusedDataFor: 0,
    }),
    cancelLetterJob: build.mutation<{ letters: LetterJob }, string>({
      query: (id) => ({ url: `${one(id)}/cancel`, method: "POST" }),
      invalidatesTags: ["LetterJobs"],
    }),
    withdrawLetterJob: build.mutation<{ letters: LetterJob }, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `${one(id)}/withdraw`, method: "POST", body: { reason } }),
      invalidatesTags: ["LetterJobs"],
    }),
    postLetterJob: build.mutation<{ letters: LetterJob }, { id: string; posted_on: string; note: string }>({
      query: ({ id, ...body }) => ({ url: `${one(id)}/posts`, method: "POST", body }),
      invalidatesTags: ["LetterJobs"],
    }),
    forgetLetterJob: build.mutation<null, string>({ query: (id) => ({ url: one(id), method: "DELETE" }), invalidatesTags: ["LetterJobs"] }),
  }),
});

/** What a record shows otherwise once letters were made, withdrawn or posted. */
export const letterJobEnded = () => tagged.util.invalidateTags(["SentLetters", "Enquiry"]);

/** A part of what a job made, as one PDF. */
export const printPart = (id: string, part: number) => ({ path: "/v1/oa/enquiries/letters/print", body: { bulk: id, part }, name: `letters-${part + 1}.pdf` });

export const isOpen = ({ state }: LetterJob) => state === "waiting" || state === "running";

export const {
  useListLetterJobsQuery,
  usePreviewLetterJobMutation,
  useStartLetterJobMutation,
  useListLetterJobResultsQuery,
  useCancelLetterJobMutation,
  useWithdrawLetterJobMutation,
  usePostLetterJobMutation,
  useForgetLetterJobMutation,
} = calls;
