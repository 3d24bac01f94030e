/** What a signed-in person asks and changes about themselves (docs/contracts.md, section 5). */
import { baseApi } from "@/api/baseApi";
import type { Totp } from "@/ui/TotpSecret";

/** A person as they see themselves. */
export interface Profile {
  id: string;
  version: number;
  kind: "staff" | "family" | "applicant" | "till";
  name: string;
  email: string;
  email_verified: boolean;
  phone: string | null;
  avatar: string | null;
  locale: string;
  address: string | null;
  city: string | null;
  state: string | null;
  country: string | null;
  relation: string | null;
  notifications: { mail: boolean; sms: boolean };
  second_factor: { active: boolean; required: boolean; recovery_codes_left: number };
  has_password: boolean;
  roles: string[];
  created_at: string;
  signed_in_at: string | null;
}

/** The fields of a profile that a person changes here. */
export type ProfileChange = Partial<
  Pick<Profile, "name" | "phone" | "locale" | "address" | "city" | "state" | "country" | "relation" | "notifications">
>;

/** A signed-in browser. */
export interface LiveSession {
  id: string;
  current: boolean;
  kind: Profile["kind"];
  method: string;
  device: string;
  address: string;
  created_at: string;
  seen_at: string;
  expires_at: string;
}

const BASE = "/v1/oa/profile";

const tagged = baseApi.enhanceEndpoints({ addTagTypes: ["Profile", "Session"] });

/** Each call of the profile. */
export const profileApi = tagged.injectEndpoints({
  endpoints: (build) => ({
    myProfile: build.query<{ profile: Profile }, void>({ query: () => BASE, providesTags: ["Profile"] }),
    changeProfile: build.mutation<{ profile: Profile }, { version: number } & ProfileChange>({
      query: (body) => ({ url: BASE, method: "PATCH", body }),
      // The answer is the newest copy there is: asking again would only tell the same.
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) void dispatch(profileApi.util.upsertQueryData("myProfile", undefined, data));
      },
    }),
    putMyAvatar: build.mutation<{ avatar: string }, Blob>({
      query: (file) => ({ url: `${BASE}/avatar`, method: "PUT", body: { file } }),
      invalidatesTags: ["Profile"],
    }),
    dropMyAvatar: build.mutation<unknown, void>({ query: () => ({ url: `${BASE}/avatar`, method: "DELETE" }), invalidatesTags: ["Profile"] }),
    changeMyPassword: build.mutation<unknown, { current: string; password: string }>({
      query: (body) => ({ url: `${BASE}/password`, method: "POST", body }),
      invalidatesTags: ["Session"],
    }),
    changeMyEmail: build.mutation<{ messageId: string }, { email: string; current: string }>({
      query: (body) => ({ url: `${BASE}/email`, method: "POST", body }),
    }),
    beginMyFactor: build.mutation<{ totp: Totp }, { current: string }>({
      query: (body) => ({ url: `${BASE}/second-factor`, method: "POST", body }),
    }),
    confirmMyFactor: build.mutation<{ recovery_codes: string[] }, { code: string }>({
      query: (body) => ({ url: `${BASE}/second-factor/confirm`, method: "POST", body }),
      invalidatesTags: ["Profile", "Session"],
    }),
    removeMyFactor: build.mutation<unknown, { current: string; code: string }>({
      query: (body) => ({ url: `${BASE}/second-factor`, method: "DELETE", body }),
      invalidatesTags: ["Profile", "Session"],
    }),
    renewMyCodes: build.mutation<{ recovery_codes: string[] }, { code: string }>({
      query: (body) => ({ url: `${BASE}/second-factor/recovery-codes`, method: "POST", body }),
      invalidatesTags: ["Profile"],
    }),
    mySessions: build.query<{ sessions: LiveSession[] }, void>({ query: () => `${BASE}/sessions`, providesTags: ["Session"] }),
    endMySession: build.mutation<unknown, string>({
      query: (id) => ({ url: `${BASE}/sessions/${encodeURIComponent(id)}`, method: "DELETE" }),
      invalidatesTags: ["Session"],
    }),
    endMyOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: `${BASE}/sessions/end-others`, method: "POST" }),
      invalidatesTags: ["Session"],
    }),
    askErasure: build.mutation<unknown, { reason: string }>({ query: (body) => ({ url: `${BASE}/erasure`, method: "POST", body }) }),
  }),
});

export const {
  useMyProfileQuery, useChangeProfileMutation, usePutMyAvatarMutation, useDropMyAvatarMutation, useChangeMyPasswordMutation, useChangeMyEmailMutation,
  useBeginMyFactorMutation, useConfirmMyFactorMutation, useRemoveMyFactorMutation, useRenewMyCodesMutation, useMySessionsQuery, useEndMySessionMutation,
  useEndMyOtherSessionsMutation, useAskErasureMutation,
} = profileApi;
