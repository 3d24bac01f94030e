/** What the server says of the conditions of an offer to whoever holds a link to its letter. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import { saved } from "@/api/download";
import type { Bilingual } from "@/api/types";

export interface Condition {
  code: string;
  text: Bilingual;
  /** `YYYY-MM-DD`: its last day. */
  due_on: string;
  state: "open" | "submitted" | "met" | "failed" | "waived";
  takes_files: boolean;
  files: ReadonlyArray<{ id: string; name: string; of_school: boolean }>;
}

interface Conditions {
  conditions: readonly Condition[];
}

interface Held {
  token: string;
  grant: string;
}

interface OfFile extends Held {
  code: string;
  file: string;
}

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    lookUpConditions: build.mutation<Conditions, Held>({ query: (body) => ({ url: "/v1/oa/public/letter_conditions", method: "POST", body, cache: "no-store" }) }),
    giveConditionFile: build.mutation<Conditions, Held & { code: string; file: File }>({
      // In the order that the server reads.
      query: ({ token, grant, code, file }) => ({ url: "/v1/oa/public/letter_uploads", method: "POST", body: { token, grant, code, file } }),
    }),
    takeBackConditionFile: build.mutation<Conditions, OfFile>({ query: (body) => ({ url: "/v1/oa/public/letter_uploads/remove", method: "POST", body }) }),
    saveConditionFile: build.mutation<null, OfFile & { name: string }>({ query: ({ name, ...asked }) => saved("/v1/oa/public/letter_uploads/file", asked, name) }),
  }),
});

export const { useLookUpConditionsMutation, useGiveConditionFileMutation, useTakeBackConditionFileMutation, useSaveConditionFileMutation } = calls;
