import type { ListMovesApiArg, ListMovesApiResponse } from "@/api/generatedTypes";
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

const OVERSEERS: readonly string[] = rolesWith("user.manage", "audit.read");

/** Whether somebody sees, ends and undoes what others move. */
export const overseesMoves = (authority: readonly string[] | undefined): boolean => authority?.some((role) => OVERSEERS.includes(role)) ?? false;

/** Whose moves are asked for, and whether any are. */
function useAsked(): [ListMovesApiArg, boolean] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const oversees = overseesMoves(authority);
  return [oversees ? { of: "all" } : {}, oversees || movesAny(authority)];
}

/** Moves of many: one's own, and everybody's for who looks after them. While some are under way the server is asked how far they are. */
export function useMoves() {
  const [asked, any] = useAsked();
  const { data, refetch } = useListMovesQuery(asked, { skip: !any, refetchOnMountOrArgChange: true });
  const told = data ?? NOTHING;
  useAskAgain(told.items.find(isOpen)?.id, refetch);
  return told;
}

/** Where one may send some, and why. */
export function useWays(): Pick<ListMovesApiResponse, "ways" | "reasons"> {
  const [asked, any] = useAsked();
  return useListMovesQuery(asked, { skip: !any }).data ?? NOTHING;
}
