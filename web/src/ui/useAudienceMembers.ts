import { useListAudiencesQuery, type AudienceMembers } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";

/** How many of the staff read what is kept for each audience; nothing for whoever does not manage people, and until it is known. */
export function useAudienceMembers(): readonly AudienceMembers[] | undefined {
  const asks = useAppSelector((state) => may(state.auth.user?.authority, "user.manage"));
  return useListAudiencesQuery(undefined, { skip: !asks, refetchOnMountOrArgChange: true }).data?.items;
}
