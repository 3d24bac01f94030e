import { lazy, Suspense } from "react";
import { useMatches } from "react-router";
import { useAppSelector } from "@/api/hooks";
import type { RouteHandle } from "@/ui/routeHandle";
import { Splash } from "../Splash";
import { PublicShell } from "./PublicShell";

const StaffShell = lazy(async () => ({ default: (await import("./StaffShell")).StaffShell }));

/** The handle of the page that is open; the innermost route wins. */
function usePageHandle(): RouteHandle {
  const matches = useMatches();
  return matches.reduce<RouteHandle>((found, match) => ({ ...found, ...(match.handle as RouteHandle | undefined) }), {});
}

/** Signed-in people get the modern layout, everyone else the sign-in style one. */
export function Shell() {
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const handle = usePageHandle();
  return <Suspense fallback={<Splash />}>{signedIn ? <StaffShell handle={handle} /> : <PublicShell handle={handle} />}</Suspense>;
}
