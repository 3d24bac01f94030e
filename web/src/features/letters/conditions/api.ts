/** What the server says of the conditions of an offer to whoever holds a link to its letter. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import type { Bilingual } from "@/api/types";

export interface Condition {
  code: string;
  text: Bilingual;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  state: "open" | "submitted" | "met" | "failed" | "waived";
  takes_files: boolean;
  files: readonly string[];
}

interface Conditions {
  conditions: readonly Condition[];
}

interface Held {
  token: string;
  grant: string;
}

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    lookUpConditions: build.mutation<Conditions, Held>({ query: (body) => ({ url: "/v1/oa/public/letter_conditions", method: "POST", body, cache: "no-store" }) }),
    giveConditionFile: build.mutation<Conditions, Held & { code: string; file: File }>({
      // In the order that the server reads.
      query: ({ token, grant, code, file }) => ({ url: "/v1/oa/public/letter_uploads", method: "POST", body: { token, grant, code, file } }),
    }),
  }),
});

export const { useLookUpConditionsMutation, useGiveConditionFileMutation } = calls;
