import { createBrowserRouter, matchRoutes, Navigate, type RouteObject } from "react-router";
import { formRoutes } from "@/features/forms/routes";
import { Entry, Guard } from "./Guard";
import { ROOT } from "./paths";
import { Root } from "./Root";
import { RouteError } from "./RouteError";
import { routeTable } from "./routeTable";
import { Shell } from "./shells/Shell";
import { Splash } from "./Splash";

/** Whether the application has a page at this path. */
export function exists(path: string): boolean {
  return matchRoutes([...routeTable.map((route) => ({ path: route.path })), ...formRoutes], path) !== null;
}

const tableRoutes: RouteObject[] = routeTable.map((route) => ({
  path: route.path,
  handle: route.handle,
  ErrorBoundary: RouteError,
  element: (
    <Guard key={route.key} route={route} exists={exists}>
      <route.Component />
    </Guard>
  ),
}));

/** The whole tree: the school's gate, the shell, the pages; anything unknown goes to the root. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    ErrorBoundary: RouteError,
    HydrateFallback: Splash,
    children: [
      { path: ROOT, element: <Entry exists={exists} /> },
      {
        element: <Shell />,
        ErrorBoundary: RouteError,
        children: [...tableRoutes, { ErrorBoundary: RouteError, children: formRoutes }],
      },
      { path: "*", element: <Navigate to={ROOT} replace /> },
    ],
  },
];

/** The router of the page. */
export function makeRouter() {
  return createBrowserRouter(routes);
}
