import { lazy, Suspense, useMemo } from "react";
import { matchRoutes, useLocation, type RouteObject } from "react-router";
import { useAppSelector } from "@/api/hooks";
import type { RouteHandle } from "@/ui/routeHandle";
import { Splash } from "../Splash";
import { PublicShell } from "./PublicShell";

const StaffShell = lazy(async () => ({ default: (await import("./StaffShell")).StaffShell }));

/** What the page that is open tells the shell. */
function usePageHandle(pages: RouteObject[]): RouteHandle {
  const { pathname } = useLocation();
  return useMemo(() => {
    const page = matchRoutes(pages, pathname)?.at(-1);
    return (page?.route.handle as RouteHandle | undefined) ?? {};
  }, [pages, pathname]);
}

/** Signed-in people get the modern layout, everyone else the sign-in style one. */
export function Shell({ pages }: { pages: RouteObject[] }) {
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const handle = usePageHandle(pages);
  return <Suspense fallback={<Splash />}>{signedIn ? <StaffShell handle={handle} /> : <PublicShell handle={handle} />}</Suspense>;
}
