import type { ListMovesApiResponse } from "@/api/generatedTypes";
import { useAppSelector } from "@/api/hooks";
import { rolesWith } from "@/api/may";
import { useAskAgain } from "@/ui/useAskAgain";
import { useListMovesQuery } from "./moveApi";

export type Moves = ListMovesApiResponse["items"][number];
export type MoveWay = ListMovesApiResponse["ways"][number];
export type MoveReason = ListMovesApiResponse["reasons"][number];

export const isOpen = ({ state }: Moves) => state === "waiting" || state === "running";

const MOVERS: readonly string[] = rolesWith("application.edit", "application.offer", "application.fees", "application.enrol", "application.reopen");
const NOTHING: Pick<ListMovesApiResponse, "items" | "ways" | "reasons"> = { items: [], ways: [], reasons: [] };

/** Whether somebody moves applications at all. */
export const movesAny = (authority: readonly string[] | undefined): boolean => authority?.some((role) => MOVERS.includes(role)) ?? false;

const useSkip = () => !useAppSelector((state) => movesAny(state.auth.user?.authority));

/** One's own moves of many. While some are under way the server is asked how far they are. */
export function useMoves() {
  const { data, refetch } = useListMovesQuery(undefined, { skip: useSkip(), refetchOnMountOrArgChange: true });
  const told = data ?? NOTHING;
  useAskAgain(told.items.find(isOpen)?.id, refetch);
  return told;
}

/** Where one may send some, and why. */
export function useWays(): Pick<ListMovesApiResponse, "ways" | "reasons"> {
  return useListMovesQuery(undefined, { skip: useSkip() }).data ?? NOTHING;
}
