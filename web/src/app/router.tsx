import { matchRoutes, useRoutes, type RouteObject } from "react-router";
import { ListedPages } from "@/ui/listedPages";
import { OpenPages } from "@/ui/openPages";
import { ELSEWHERE } from "@/ui/room";
import { Boundary } from "./Boundary";
import { Entry, Guard } from "./Guard";
import { ROOT } from "./paths";
import { Root } from "./Root";
import { listedPages, openPages, routeTable } from "./rooms";
import { Shell } from "./shells/Shell";

const fixed = routeTable.filter((route) => route.path !== ELSEWHERE).map(({ path }) => ({ path }));

/** Whether the application has a page of its own at this path. */
export function exists(path: string): boolean {
  return matchRoutes(fixed, path) !== null;
}

/** Each page has a boundary of its own, so that the shell outlives a page that breaks. */
const pages: RouteObject[] = routeTable.map((route) => ({
  path: route.path,
  handle: route.handle,
  element: (
    <Boundary>
      <Guard key={route.path} route={route} exists={exists}>
        <route.Component />
      </Guard>
    </Boundary>
  ),
}));

/** The whole tree: the school's gate, the shell, the pages. What is no page and no form of the school goes to the root (`features/forms/room.tsx`). */
export const routes: RouteObject[] = [
  {
    element: (
      <Boundary>
        <Root />
      </Boundary>
    ),
    children: [
      { path: ROOT, element: <Entry exists={exists} /> },
      {
        element: (
          <Boundary>
            <Shell pages={pages} />
          </Boundary>
        ),
        children: pages,
      },
    ],
  },
];

/** The pages of the application, by the browser's address. */
export function Pages() {
  return (
    <ListedPages value={listedPages}>
      <OpenPages value={openPages}>{useRoutes(routes)}</OpenPages>
    </ListedPages>
  );
}
