import { DirectionProvider, MantineProvider } from "@mantine/core";
import { lazy, Suspense, useEffect, type ComponentType, type ReactNode } from "react";
import { Provider } from "react-redux";
import { BrowserRouter, Navigate, useRoutes, type RouteObject } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetPlatformInfoQuery } from "@/api/platform";
import { brandOf } from "@/theme/brand";
import { styleNonce } from "@/theme/nonce";
import { buildTheme, cssVariablesResolver } from "@/theme/theme";
import { Boundary } from "../Boundary";
import { CONSOLE, REGISTRATION, ROOT } from "../paths";
import { PublicShell } from "../shells/PublicShell";
import { Splash } from "../Splash";
import type { AppStore } from "../store";

const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
const RegistrationPage = page(async () => (await import("@/features/registration/RegistrationPage")).RegistrationPage);
const ConfirmPage = page(async () => (await import("@/features/registration/ConfirmPage")).ConfirmPage);
const ConsoleFrame = page(async () => (await import("@/features/console/ConsoleFrame")).ConsoleFrame);
const ConsoleSignInPage = page(async () => (await import("@/features/console/ConsoleSignInPage")).ConsoleSignInPage);
const ConsoleSetUpPage = page(async () => (await import("@/features/console/ConsoleSetUpPage")).ConsoleSetUpPage);
const RequestsPage = page(async () => (await import("@/features/console/RequestsPage")).RequestsPage);
const SchoolsPage = page(async () => (await import("@/features/console/SchoolsPage")).SchoolsPage);
const SchoolPage = page(async () => (await import("@/features/console/SchoolPage")).SchoolPage);

const bounded = (element: ReactNode) => <Boundary>{element}</Boundary>;

/** Every page of the platform's own host. */
export const platformRoutes: RouteObject[] = [
  {
    element: bounded(<PublicShell handle={{ frame: "page", container: "contained" }} />),
    children: [
      { path: REGISTRATION, element: bounded(<RegistrationPage />) },
      { path: `${REGISTRATION}/confirm`, element: bounded(<ConfirmPage />) },
      { path: `${CONSOLE}/sign-in`, element: bounded(<ConsoleSignInPage />) },
      { path: `${CONSOLE}/set-up`, element: bounded(<ConsoleSetUpPage />) },
    ],
  },
  {
    element: bounded(<PublicShell handle={{ frame: "page" }} />),
    children: [
      {
        element: bounded(<ConsoleFrame />),
        children: [
          { path: CONSOLE, element: <Navigate to={`${CONSOLE}/requests`} replace /> },
          { path: `${CONSOLE}/requests`, element: bounded(<RequestsPage />) },
          { path: `${CONSOLE}/schools`, element: bounded(<SchoolsPage />) },
          { path: `${CONSOLE}/schools/:id`, element: bounded(<SchoolPage />) },
        ],
      },
    ],
  },
  { path: `${CONSOLE}/*`, element: <Navigate to={CONSOLE} replace /> },
  { path: "*", element: <Navigate to={REGISTRATION} replace /> },
];

const theme = buildTheme(brandOf(undefined));

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
        <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} getStyleNonce={styleNonce} defaultColorScheme="auto">
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
