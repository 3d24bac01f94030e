/** What a signed-in person asks and changes about themselves: the generated calls, and what each makes stale. */
import { enhancedApi, type OwnSession, type ProfileChange as SentChange } from "@/api/generated";

/** A person as they see themselves. */
export type { Profile } from "@/api/generated";
/** The fields of a profile that a person changes here. */
export type ProfileChange = Omit<SentChange, "version">;
/** A signed-in browser. */
export type LiveSession = OwnSession;

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["Profile", "Session"] });

tagged.enhanceEndpoints({
  endpoints: {
    getProfile: { providesTags: ["Profile"] },
    updateProfile: {
      // The answer is the newest copy there is: asking again would only tell the same.
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) void dispatch(enhancedApi.util.upsertQueryData("getProfile", undefined, data));
      },
    },
    putAvatar: { invalidatesTags: ["Profile"] },
    deleteAvatar: { invalidatesTags: ["Profile"] },
    // The first password of who had none changes what is asked for from then on.
    changePassword: { invalidatesTags: ["Profile", "Session"] },
    confirmPhone: { invalidatesTags: ["Profile", "Session"] },
    confirmSecondFactor: { invalidatesTags: ["Profile", "Session"] },
    removeSecondFactor: { invalidatesTags: ["Profile", "Session"] },
    renewRecoveryCodes: { invalidatesTags: ["Profile"] },
    listSessions: { providesTags: ["Session"] },
    endSession: { invalidatesTags: ["Session"] },
    endOtherSessions: { invalidatesTags: ["Session"] },
  },
});

export {
  useBeginSecondFactorMutation, useChangeEmailMutation, useChangePasswordMutation, useChangePhoneMutation, useConfirmPhoneMutation, useConfirmSecondFactorMutation, useDeleteAvatarMutation,
  useEndOtherSessionsMutation, useEndSessionMutation, useGetProfileQuery, useListSessionsQuery, usePutAvatarMutation, useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation, useResendPhoneCodeMutation, useRequestErasureMutation, useRequestStepUpMutation, useUpdateProfileMutation,
} from "@/api/generated";
