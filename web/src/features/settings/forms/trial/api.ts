/** Asking the server about answers to the form as the draft has it. */
import { baseApi } from "@/api/baseApi";
import type { Computed } from "@/api/types";
import type { Issue, Values } from "@/forms/model";

/** What the server makes of the answers. */
export interface CheckAnswer {
  errors: Issue[];
  computed: Computed[];
  plugin_failed: boolean;
}

const trialApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tryForm: build.mutation<CheckAnswer, { form: string; token: string; values: Values; locale: string }>({
      query: ({ form, token, values, locale }) => ({
        url: `/v1/oa/public/forms/${encodeURIComponent(form)}/check`,
        method: "POST",
        // The token makes the server answer for the draft instead of for what is live.
        headers: { "x-preview": token },
        body: { values, locale },
      }),
    }),
  }),
});

export const { useTryFormMutation } = trialApi;
