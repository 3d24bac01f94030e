import { rolesWith } from "@/api/may";
import type { Role } from "@/api/roles";
import type { ListedPage } from "@/ui/listedPages";
import type { Page, Room } from "@/ui/room";
import type { GuardedRoute } from "./guards";

/** One page of the application: its address, who may see it, how the shell frames it, and where its code is. */
export interface RouteSpec extends GuardedRoute, Pick<Page, "handle" | "Component" | "listed"> {
  authority: readonly Role[];
}

const rooms = import.meta.glob<Room>("../features/*/room.tsx", { eager: true, import: "room" });

/** Every page, as the rooms name them. The order does not matter. */
export const routeTable: readonly RouteSpec[] = Object.values(rooms).flatMap(({ pages }) => pages.map((page) => ({ ...page, authority: rolesWith(...[page.right ?? []].flat()) })));

/** The pages of which a school may say itself who sees them. */
export const listedPages: readonly ListedPage[] = routeTable
  .filter(({ listed }) => listed !== undefined)
  .toSorted((one, two) => (one.listed ?? 0) - (two.listed ?? 0))
  .flatMap(({ path, authority, handle: { titleKey } }) => (titleKey ? [{ path, authority, nameKey: titleKey }] : []));
