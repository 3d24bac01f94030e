import { rolesWith } from "@/api/may";
import type { Role } from "@/api/roles";
import type { ListedPage } from "@/ui/listedPages";
import type { OpenPage } from "@/ui/openPages";
import type { Page, Room } from "@/ui/room";
import type { GuardedRoute } from "./guards";

/** One page of the application: its address, who may see it, how the shell frames it, and where its code is. */
export interface RouteSpec extends GuardedRoute, Pick<Page, "handle" | "Component" | "listed"> {
  authority: readonly Role[];
}

const rooms = import.meta.glob<Room>("../features/*/room.tsx", { eager: true, import: "room" });

const pages = Object.values(rooms).flatMap((room) => room.pages);

/** The page that a school may give to roles and that this one belongs to: the nearest above it. A page that is given by itself belongs to none. */
function pageAbove({ path, listed }: Page): string | undefined {
  if (listed !== undefined) return undefined;
  const above = pages.filter((each) => each.listed !== undefined && path.startsWith(`${each.path}/`)).map((each) => each.path);
  return above.toSorted((one, two) => two.length - one.length)[0];
}

/** Every page, as the rooms name them. The order does not matter. */
export const routeTable: readonly RouteSpec[] = pages.map((page) => ({ ...page, authority: rolesWith(...[page.right ?? []].flat()), under: pageAbove(page) }));

/** The pages that can be opened by their address alone: no hole in it, and no page of what is none. */
export const openPages: readonly OpenPage[] = routeTable
  .filter(({ path }) => !/[:*]/.test(path))
  .map(({ path, access, handle: { titleKey } }) => ({ path, access, nameKey: titleKey }));

/** The pages of which a school may say itself who sees them. */
export const listedPages: readonly ListedPage[] = routeTable
  .filter(({ listed }) => listed !== undefined)
  .toSorted((one, two) => (one.listed ?? 0) - (two.listed ?? 0))
  .flatMap(({ path, authority, handle: { titleKey } }) => (titleKey ? [{ path, authority, nameKey: titleKey }] : []));
