import { matchRoutes, Navigate, useRoutes, type RouteObject } from "react-router";
import { formRoutes } from "@/features/forms/routes";
import { Boundary } from "./Boundary";
import { Entry, Guard } from "./Guard";
import { ROOT } from "./paths";
import { Root } from "./Root";
import { routeTable } from "./routeTable";
import { Shell } from "./shells/Shell";

/** Whether the application has a page at this path. */
export function exists(path: string): boolean {
  return matchRoutes([...routeTable.map((route) => ({ path: route.path })), ...formRoutes], path) !== null;
}

/** Each page has a boundary of its own, so that the shell outlives a page that breaks. */
const pages: RouteObject[] = [
  ...routeTable.map((route) => ({
    path: route.path,
    handle: route.handle,
    element: (
      <Boundary>
        <Guard key={route.key} route={route} exists={exists}>
          <route.Component />
        </Guard>
      </Boundary>
    ),
  })),
  ...formRoutes.map((route) => ({ ...route, element: <Boundary>{route.element}</Boundary> })),
];

/** The whole tree: the school's gate, the shell, the pages; anything unknown goes to the root. */
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
      { path: "*", element: <Navigate to={ROOT} replace /> },
    ],
  },
];

/** The pages of the application, by the browser's address. */
export function Pages() {
  return useRoutes(routes);
}
