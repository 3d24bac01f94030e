/** The calls of signing in, as docs/contracts.md section 5 lays them down. */
import { enhancedApi } from "./generated";
import type { SessionUser } from "./types";

/** What every way in ends with. */
export interface SessionAnswer {
  user: SessionUser;
  token: string;
  /** Seconds that the token is good for. */
  expires_in: number;
  session?: { kind: string };
}

/** A secret that an authenticator app shall take over. */
export interface TotpAnswer {
  secret: string;
  uri: string;
  /** An SVG text. */
  qr: string;
}

/** A right password is not the whole way in. */
export interface FactorAsked {
  mfa_required: true;
  challenge: string;
  methods: string[];
}

/** The role asks for a second factor that is not there yet. */
export interface FactorSetupAsked {
  mfa_setup_required: true;
  challenge: string;
  totp: TotpAnswer;
}

export type LoginAnswer = SessionAnswer | FactorAsked | FactorSetupAsked;
/** The session, and after a set-up the recovery codes. */
export type FactorAnswer = SessionAnswer & { recovery_codes?: string[] | null };
/** A code is on its way; the numbers are seconds. */
export interface CodeSent {
  challenge_id: string;
  expires_in: number;
  resend_in: number;
}

export type CaptchaProvider = "altcha" | "turnstile" | "hcaptcha" | "recaptcha" | "off";
export interface CaptchaAnswer {
  captcha: { provider: CaptchaProvider; site_key: string | null; challenge: unknown };
}

/** A point of sale as this device knows it. */
export interface TillName {
  id: string;
  code: string;
  name: string;
}
export type TillSession = SessionAnswer & { posRoles: string[]; storeType: string[]; posCurrency: string; till: TillName };

interface Captcha {
  captcha_token?: string;
}
export type LoginBody = { email?: string; userName?: string; password: string } & Captcha;
export type SignUpBody = { email: string; phone?: string; password: string; name: string; locale: "en" | "ar"; terms_version: string } & Captcha;
export type CodeTarget = { email: string } | { phone: string };

const post = (path: string) => (body: unknown) => ({ url: `/api/v1/oa/auth/${path}`, method: "POST", body });

const entryApi = enhancedApi.injectEndpoints({
  endpoints: (build) => ({
    entryLogin: build.mutation<LoginAnswer, LoginBody>({ query: post("login") }),
    entrySecondFactor: build.mutation<FactorAnswer, { challenge: string; code: string }>({ query: post("second-factor") }),
    entrySignUp: build.mutation<object, SignUpBody>({ query: post("register_user") }),
    entryVerifyEmail: build.mutation<Partial<SessionAnswer> & { purpose: "verify_email" | "change_email" }, { token: string }>({ query: post("verify-email") }),
    entryResendVerification: build.mutation<object, { email: string } & Captcha>({ query: post("resend-verify-email") }),
    entryForgetPassword: build.mutation<object, { email: string } & Captcha>({ query: post("forget-password") }),
    entryRequestCode: build.mutation<CodeSent, CodeTarget & { purpose: "sign_in" } & Captcha>({ query: post("auth-otp") }),
    entryResendCode: build.mutation<CodeSent, { challenge_id: string }>({ query: post("resend-auth-otp") }),
    entryVerifyCode: build.mutation<SessionAnswer, { challenge_id: string; code: string; name?: string }>({ query: post("verify-auth-otp") }),
    entryCaptcha: build.query<CaptchaAnswer, void>({ query: () => "/api/v1/oa/auth/captcha", keepUnusedDataFor: 0 }),
    entryEnrolTill: build.mutation<{ till: TillName; device_id: string }, { enrolment_code: string; device_label: string }>({ query: post("enrol-till") }),
    entryTillLogin: build.mutation<TillSession, { staff_code: string; pin: string; till_code: string; device_id: string }>({ query: post("login-pos") }),
  }),
});

export const {
  useEntryLoginMutation: useLoginMutation,
  useEntrySecondFactorMutation: useSecondFactorMutation,
  useEntrySignUpMutation: useSignUpMutation,
  useEntryVerifyEmailMutation: useVerifyEmailMutation,
  useEntryResendVerificationMutation: useResendVerificationMutation,
  useEntryForgetPasswordMutation: useForgetPasswordMutation,
  useEntryRequestCodeMutation: useRequestCodeMutation,
  useEntryResendCodeMutation: useResendCodeMutation,
  useEntryVerifyCodeMutation: useVerifyCodeMutation,
  useLazyEntryCaptchaQuery: useLazyCaptchaQuery,
  useEntryEnrolTillMutation: useEnrolTillMutation,
  useEntryTillLoginMutation: useTillLoginMutation,
} = entryApi;
