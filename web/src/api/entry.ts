/** The words of signing in, taken from the generated answers; and the two calls of tills. */
import { baseApi } from "./baseApi";
import type { FactorPayload, LoginApiResponse, SessionPayload, SetupPayload } from "./generated";

/** What every way in ends with. */
export type SessionAnswer = Pick<SessionPayload, "user" | "token" | "expires_in">;
/** A right first proof is not the whole way in. */
export type FactorAsked = FactorPayload;
/** The role asks for a second factor that is not there yet. */
export type FactorSetupAsked = SetupPayload;
export type LoginAnswer = LoginApiResponse;

/** A person or a number that a code goes to. */
export type CodeTarget = { email: string } | { phone: string };

/** A point of sale as this device knows it. */
export interface TillName {
  id: string;
  code: string;
  name: string;
}
export type TillSession = SessionAnswer & { posRoles: string[]; storeType: string[]; posCurrency: string; till: TillName };

const post = (path: string) => (body: unknown) => ({ url: `/api/v1/oa/auth/${path}`, method: "POST", body });

const entryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    tillEnrol: build.mutation<{ till: TillName; device_id: string }, { enrolment_code: string; device_label: string }>({ query: post("enrol-till") }),
    tillLogin: build.mutation<TillSession, { staff_code: string; pin: string; till_code: string; device_id: string }>({ query: post("login-pos") }),
  }),
});

export const { useTillEnrolMutation, useTillLoginMutation } = entryApi;
