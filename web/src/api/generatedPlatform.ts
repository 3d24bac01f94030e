import { enhancedApi as api } from "./generated";
import type {
  GetPlatformInfoApiResponse,
  GetPlatformInfoApiArg,
  GetPlatformCaptchaApiResponse,
  GetPlatformCaptchaApiArg,
  CheckSubdomainApiResponse,
  CheckSubdomainApiArg,
  SubscribeApiResponse,
  SubscribeApiArg,
  ConfirmSubscriptionApiResponse,
  ConfirmSubscriptionApiArg,
} from "./generatedTypes";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPlatformInfo: build.query<
      GetPlatformInfoApiResponse,
      GetPlatformInfoApiArg
    >({
      query: () => ({ url: `/api/v1/oa/public/info` }),
    }),
    getPlatformCaptcha: build.query<
      GetPlatformCaptchaApiResponse,
      GetPlatformCaptchaApiArg
    >({
      query: () => ({ url: `/api/v1/oa/public/captcha` }),
    }),
    checkSubdomain: build.query<
      CheckSubdomainApiResponse,
      CheckSubdomainApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/subdomain`,
        params: {
          name: queryArg.name,
        },
      }),
    }),
    subscribe: build.mutation<SubscribeApiResponse, SubscribeApiArg>({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/subscribe`,
        method: "POST",
        body: queryArg.subscribeRequest,
        headers: {
          "Idempotency-Key": queryArg["Idempotency-Key"],
        },
      }),
    }),
    confirmSubscription: build.mutation<
      ConfirmSubscriptionApiResponse,
      ConfirmSubscriptionApiArg
    >({
      query: (queryArg) => ({
        url: `/api/v1/oa/public/subscribe/confirm`,
        method: "POST",
        body: queryArg.confirmSubscriptionRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as platformApi };
export const {
  useGetPlatformInfoQuery,
  useLazyGetPlatformInfoQuery,
  useGetPlatformCaptchaQuery,
  useLazyGetPlatformCaptchaQuery,
  useCheckSubdomainQuery,
  useLazyCheckSubdomainQuery,
  useSubscribeMutation,
  useConfirmSubscriptionMutation,
} = injectedRtkApi;
