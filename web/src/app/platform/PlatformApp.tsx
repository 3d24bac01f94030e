import { DirectionProvider, MantineProvider } from "@mantine/core";
import { Suspense, useEffect, type ReactNode } from "react";
import { Provider } from "react-redux";
import { BrowserRouter, Navigate, useRoutes, type RouteObject } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetPlatformInfoQuery } from "@/api/platform";
import { styleNonce } from "@/theme/nonce";
import { cssVariablesResolver } from "@/theme/theme";
import type { PlatformPage, PlatformRoom } from "@/ui/room";
import { Boundary } from "../Boundary";
import { ROOT } from "../paths";
import { PublicShell } from "../shells/PublicShell";
import { Splash } from "../Splash";
import type { AppStore } from "../store";
import { platformTheme } from "./theme";

const rooms = Object.values(import.meta.glob<PlatformRoom>("../../features/*/platformRoom.tsx", { eager: true, import: "room" }));

const bounded = (element: ReactNode) => <Boundary>{element}</Boundary>;

/** A room's page within what the shell and the room put around it. */
function routeOf({ path, container, Frame, Component }: PlatformPage): RouteObject {
  const shown = { path, element: bounded(<Component />) };
  return { element: bounded(<PublicShell handle={{ frame: "page", ...(container && { container }) }} />), children: [Frame ? { element: bounded(<Frame />), children: [shown] } : shown] };
}

/** Every page of the platform's own host, as the rooms name them. */
export const platformRoutes: RouteObject[] = [
  ...rooms.flatMap(({ root, home, pages }) => [
    ...pages.map(routeOf),
    ...(home ? [{ path: root, element: <Navigate to={home} replace /> }] : []),
    ...(root === ROOT ? [] : [{ path: `${root}/*`, element: <Navigate to={root} replace /> }]),
  ]),
  { path: "*", element: <Navigate to={ROOT} replace /> },
];

function Pages() {
  useElsewhere();
  return useRoutes(platformRoutes);
}

/** At a school's own address these pages are not: its front door is. */
function useElsewhere(): void {
  const { error } = useGetPlatformInfoQuery();
  const elsewhere = error !== undefined && [404, 421].includes(failureOf(error).status);
  useEffect(() => {
    if (elsewhere) location.replace(ROOT);
  }, [elsewhere]);
}

/** The application where no school lives: nothing of a school is asked for. */
export function PlatformApp({ store }: { store: AppStore }) {
  return (
    <Provider store={store}>
      <DirectionProvider>
        <MantineProvider theme={platformTheme} cssVariablesResolver={cssVariablesResolver} getStyleNonce={styleNonce} defaultColorScheme="auto">
          <Suspense fallback={<Splash />}>
            <BrowserRouter>
              <Pages />
            </BrowserRouter>
          </Suspense>
        </MantineProvider>
      </DirectionProvider>
    </Provider>
  );
}
