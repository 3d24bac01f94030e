/** The platform's own host (docs/contracts.md, section 7): what schools ask for, and what its operators see. */
import { baseApi } from "./baseApi";
import type { Diagnostic, GetCaptchaApiResponse, SettingsRevision } from "./generated";
import type { Bilingual } from "./types";

/** What a school can choose. */
export interface Plan {
  code: string;
  name: Bilingual;
  price_minor: number;
  currency: string;
  interval: "month" | "year";
  limits: { students: number | null; forms: number | null };
}

export interface PlatformInfo {
  plans: Plan[];
  countries: string[];
  captcha_site_key: string;
  captcha_provider: string;
  terms_version: string;
  base_domain: string;
}

export interface Subdomain {
  name: string;
  free: boolean;
  reason: null | "taken" | "reserved" | "malformed";
  suggestions: string[];
}

export interface Contact {
  name: string;
  email: string;
  phone: string;
}

/** What a school asks with. */
export interface SubscribeRequest {
  school_name: string;
  school_name_ar: string;
  subdomain: string;
  country: string;
  plan_code: string;
  students_estimate: number;
  contact: Contact;
  terms_version: string;
  captcha_token?: string;
  locale: string;
}

export const SUBSCRIPTION_STATES = ["pending_review", "pending_email", "provisioning", "active", "rejected"] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

/** A school's request as operators see it. */
export interface Subscription {
  id: string;
  version: number;
  state: SubscriptionState;
  school_name: string;
  school_name_ar: string;
  subdomain: string;
  country: string;
  plan_code: string;
  students_estimate: number;
  contact: Contact;
  created_at: string;
  confirmed_at: string | null;
  decided: { at: string; by: string; reason: string | null } | null;
}

export interface Operator {
  id: string;
  name: string;
  email: string;
}

export interface Enrolment {
  secret: string;
  uri: string;
  qr_svg: string;
}

export const SCHOOL_STATES = ["active", "suspended", "broken", "stale"] as const;
export type SchoolState = (typeof SCHOOL_STATES)[number];

/** A school's health in one line. */
export interface PlatformSchool {
  id: string;
  name: Bilingual;
  host: string;
  state: SchoolState;
  problems: number;
  revision: number;
  plugin_failures: number;
  outbox: { waiting: number; failed: number };
  bytes: { database: number; files: number };
}

/** The same from near; nothing of any family. */
export interface PlatformSchoolDetail extends PlatformSchool {
  diagnostics: Diagnostic[];
  revisions: SettingsRevision[];
  failed: Array<{ kind: string; at: string; attempts: number; problem: string }>;
}

interface SubscriptionPage {
  items: Subscription[];
  next_cursor: string | null;
  counts: Partial<Record<SubscriptionState, number>>;
}

interface SchoolPage {
  items: PlatformSchool[];
  next_cursor: string | null;
}

export interface SchoolFilters {
  q?: string;
  state?: string;
}

const OPERATOR = "/v1/oa/operator";
const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["Operator", "Subscriptions"] });

const platformApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    getPlatformInfo: build.query<PlatformInfo, void>({ query: () => ({ url: "/v1/oa/public/info" }), keepUnusedDataFor: 3600 }),
    getPlatformCaptcha: build.query<GetCaptchaApiResponse, void>({ query: () => ({ url: "/v1/oa/public/captcha" }), keepUnusedDataFor: 0 }),
    checkSubdomain: build.query<{ subdomain: Subdomain }, string>({ query: (name) => ({ url: "/v1/oa/public/subdomain", params: { name } }), keepUnusedDataFor: 20 }),
    subscribe: build.mutation<{ subscription_id: string; state: SubscriptionState }, { key: string; request: SubscribeRequest }>({
      query: ({ key, request }) => ({ url: "/v1/oa/public/subscribe", method: "POST", body: request, headers: { "idempotency-key": key } }),
    }),
    confirmSubscription: build.mutation<{ subscription: Pick<Subscription, "school_name" | "subdomain" | "state"> }, string>({
      query: (token) => ({ url: "/v1/oa/public/subscribe/confirm", method: "POST", body: { token } }),
    }),
    operatorSignIn: build.mutation<{ operator: Operator }, { email: string; password: string; code: string }>({
      query: (body) => ({ url: `${OPERATOR}/sign-in`, method: "POST", body }),
      invalidatesTags: (result) => (result ? ["Operator"] : []),
    }),
    operatorSetUp: build.mutation<{ enrolment?: Enrolment; recovery_codes?: string[]; operator?: Operator }, { token: string; password?: string; code?: string }>({
      query: (body) => ({ url: `${OPERATOR}/set-up`, method: "POST", body }),
      invalidatesTags: (result) => (result?.recovery_codes ? ["Operator"] : []),
    }),
    operatorMe: build.query<{ operator: Operator }, void>({ query: () => ({ url: `${OPERATOR}/me` }), providesTags: ["Operator"] }),
    operatorSignOut: build.mutation<unknown, void>({ query: () => ({ url: `${OPERATOR}/sign-out`, method: "POST" }) }),
    subscriptionPages: build.infiniteQuery<SubscriptionPage, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: `${OPERATOR}/subscriptions`, params: { state: queryArg || undefined, cursor: pageParam ?? undefined } }),
      providesTags: ["Subscriptions"],
    }),
    approveSubscription: build.mutation<{ subscription: Subscription }, Pick<Subscription, "id" | "version">>({
      query: ({ id, version }) => ({ url: `${OPERATOR}/subscriptions/${encodeURIComponent(id)}/approve`, method: "POST", body: { version } }),
      // A stale copy is also a reason to look again.
      invalidatesTags: ["Subscriptions"],
    }),
    rejectSubscription: build.mutation<{ subscription: Subscription }, Pick<Subscription, "id" | "version"> & { reason: string }>({
      query: ({ id, ...body }) => ({ url: `${OPERATOR}/subscriptions/${encodeURIComponent(id)}/reject`, method: "POST", body }),
      invalidatesTags: ["Subscriptions"],
    }),
    platformSchoolPages: build.infiniteQuery<SchoolPage, SchoolFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg: { q, state }, pageParam }) => ({ url: `${OPERATOR}/schools`, params: { q: q || undefined, state: state || undefined, cursor: pageParam ?? undefined } }),
      keepUnusedDataFor: 10,
    }),
    getPlatformSchool: build.query<{ school: PlatformSchoolDetail }, string>({ query: (id) => ({ url: `${OPERATOR}/schools/${encodeURIComponent(id)}` }), keepUnusedDataFor: 10 }),
  }),
});

export const {
  useApproveSubscriptionMutation, useCheckSubdomainQuery, useConfirmSubscriptionMutation, useGetPlatformInfoQuery, useGetPlatformSchoolQuery, useLazyGetPlatformCaptchaQuery,
  useOperatorMeQuery, useOperatorSetUpMutation, useOperatorSignInMutation, useOperatorSignOutMutation, usePlatformSchoolPagesInfiniteQuery, useRejectSubscriptionMutation,
  useSubscribeMutation, useSubscriptionPagesInfiniteQuery,
} = platformApi;
