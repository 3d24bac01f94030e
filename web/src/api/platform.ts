/** The platform's own host (docs/contracts.md, section 7): the generated calls, the lists that grow, and what each makes stale. */
import type { ListPlatformSchoolsApiArg, ListPlatformSchoolsApiResponse, ListSubscriptionsApiResponse, PlatformSchoolState, SubscriptionState } from "./generated";
import { deskApi } from "./generatedDesk";
import { platformApi } from "./generatedPlatform";

export type {
  OperatorEnrolment as Enrolment, Plan, AnswerPlatformInfoPayload as PlatformInfo, PlatformSchool, Subscription,
} from "./generated";

/** The states of a request, what has to be decided first. */
export const SUBSCRIPTION_STATES = ["pending_review", "pending_email", "provisioning", "active", "rejected"] as const satisfies readonly SubscriptionState[];
export const SCHOOL_STATES = ["active", "suspended", "broken", "stale"] as const satisfies readonly PlatformSchoolState[];

/** What narrows the list of schools. */
export type SchoolFilters = Pick<ListPlatformSchoolsApiArg, "q" | "state">;

platformApi.enhanceEndpoints({
  endpoints: {
    getPlatformInfo: { keepUnusedDataFor: 3600 },
    getPlatformCaptcha: { keepUnusedDataFor: 0 },
    checkSubdomain: { keepUnusedDataFor: 20 },
  },
});

const OPERATOR = "/v1/oa/operator";
const withTags = deskApi.enhanceEndpoints({ addTagTypes: ["Operator", "Subscriptions"] });

const tagged = withTags.enhanceEndpoints({
  endpoints: {
    operatorMe: { providesTags: ["Operator"] },
    operatorSignIn: { invalidatesTags: (result) => (result ? ["Operator"] : []) },
    operatorSetUp: { invalidatesTags: (result) => (result?.recovery_codes ? ["Operator"] : []) },
    // A stale copy is also a reason to look again.
    approveSubscription: { invalidatesTags: ["Subscriptions"] },
    rejectSubscription: { invalidatesTags: ["Subscriptions"] },
    getPlatformSchool: { keepUnusedDataFor: 10 },
  },
});

const lists = tagged.injectEndpoints({
  endpoints: (build) => ({
    subscriptionPages: build.infiniteQuery<ListSubscriptionsApiResponse, SubscriptionState | "", string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg, pageParam }) => ({ url: `${OPERATOR}/subscriptions`, params: { state: queryArg || undefined, cursor: pageParam ?? undefined } }),
      providesTags: ["Subscriptions"],
    }),
    platformSchoolPages: build.infiniteQuery<ListPlatformSchoolsApiResponse, SchoolFilters, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next_cursor ?? undefined },
      query: ({ queryArg: { q, state }, pageParam }) => ({ url: `${OPERATOR}/schools`, params: { q: q || undefined, state: state || undefined, cursor: pageParam ?? undefined } }),
      keepUnusedDataFor: 10,
    }),
  }),
});

export const { usePlatformSchoolPagesInfiniteQuery, useSubscriptionPagesInfiniteQuery } = lists;
export { useCheckSubdomainQuery, useConfirmSubscriptionMutation, useGetPlatformInfoQuery, useLazyGetPlatformCaptchaQuery, useSubscribeMutation } from "./generatedPlatform";
export {
  useApproveSubscriptionMutation, useGetPlatformSchoolQuery, useOperatorMeQuery, useOperatorSetUpMutation, useOperatorSignInMutation, useOperatorSignOutMutation, useRejectSubscriptionMutation, useResumePlatformSchoolMutation, useSuspendPlatformSchoolMutation,
} from "./generatedDesk";
