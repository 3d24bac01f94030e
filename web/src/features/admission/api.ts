/** Beginning without an account (docs/contracts.md, section 5). */
import { baseApi } from "@/api/baseApi";
import type { SessionAnswer } from "@/api/entry";

/** What a beginning asks: just enough to find it again. */
export interface Beginning {
  child: { name: string; dob: string; grade: string };
  guardian: { name: string; email: string; phone: string };
  locale: string;
  captcha_token?: string;
}

/** A session for one application, the code that finds it again, and its draft. */
export type Begun = SessionAnswer & { tracking_code: string; draft: { token: string; form: string; address: string } };

const admissionApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    beginApplication: build.mutation<Begun, Beginning>({ query: (body) => ({ url: "/v1/oa/auth/register", method: "POST", body }) }),
    trackByCode: build.mutation<SessionAnswer, { tracking_code: string; captcha_token?: string }>({
      query: (body) => ({ url: "/v1/oa/auth/track", method: "POST", body }),
    }),
  }),
});

export const { useBeginApplicationMutation, useTrackByCodeMutation: useTrackApplicationMutation } = admissionApi;
