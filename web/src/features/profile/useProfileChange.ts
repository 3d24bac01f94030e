import { useState } from "react";
import { signedIn } from "@/api/authSlice";
import { failureOf } from "@/api/envelope";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useGetProfileQuery, useUpdateProfileMutation, type Profile, type ProfileChange } from "./api";

/** Saves a part of the profile; tells what stands at which field, and shows the newer copy when somebody was faster. */
export function useProfileChange(profile: Profile) {
  const [change, { isLoading }] = useUpdateProfileMutation();
  const { refetch } = useGetProfileQuery();
  const message = useMessage();
  const byField = useProblemsByField();
  const dispatch = useAppDispatch();
  const user = useAppSelector((state) => state.auth.user);
  const [error, setError] = useState<string | null>(null);
  const [fields, setFields] = useState<Record<string, string>>({});

  const save = async (wanted: ProfileChange): Promise<boolean> => {
    setError(null);
    setFields({});
    const answer = await change({ profileChange: { version: profile.version, ...wanted } });
    if (answer.data) {
      // The menu shows the name too.
      if (user && wanted.name !== undefined) dispatch(signedIn({ ...user, userName: answer.data.profile.name }));
      return true;
    }
    const failure = failureOf(answer.error);
    // The fields keep what was typed; the version under them becomes the newest, so that saving again works.
    if (failure.status === 409) await refetch();
    setFields(byField(failure.problems));
    setError(message(failure.messageId));
    return false;
  };
  return { save, busy: isLoading, error, fields };
}
