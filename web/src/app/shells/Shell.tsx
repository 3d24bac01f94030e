import { lazy, Suspense, useMemo } from "react";
import { matchRoutes, useLocation, type RouteObject } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { whileOpening } from "@/api/openSession";
import type { RouteHandle } from "@/ui/room";
import { isPosPath } from "../paths";
import { Splash } from "../Splash";
import { PublicShell } from "./PublicShell";

const loadStaffShell = async () => ({ default: (await import("./StaffShell")).StaffShell });
const StaffShell = lazy(loadStaffShell);
whileOpening(loadStaffShell);
const PosShell = lazy(async () => ({ default: (await import("./PosShell")).PosShell }));

/** What the page that is open tells the shell. */
function usePageHandle(pages: RouteObject[]): RouteHandle {
  const { pathname } = useLocation();
  return useMemo(() => {
    const page = matchRoutes(pages, pathname)?.at(-1);
    return (page?.route.handle as RouteHandle | undefined) ?? {};
  }, [pages, pathname]);
}

/** Signed-in people get the modern layout, a till its own, everyone else the sign-in style one. */
export function Shell({ pages }: { pages: RouteObject[] }) {
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const handle = usePageHandle(pages);
  const till = isPosPath(useLocation().pathname);
  const Chosen = !signedIn ? PublicShell : till ? PosShell : StaffShell;
  return (
    <Suspense fallback={<Splash />}>
      <Chosen handle={handle} />
    </Suspense>
  );
}
