import { useEffect, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router";
import { arrived } from "@/api/authSlice";
import { formAt } from "@/api/formPaths";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { afterSignIn, decide, entryOf, type EntryRules, type GuardedRoute, type Visitor } from "./guards";
import { REDIRECT_PARAM } from "./paths";

function useVisitor(): Visitor {
  const { status, user } = useAppSelector((state) => state.auth);
  return { signedIn: status === "signedIn", authority: user?.authority ?? [], kind: user?.kind };
}

function useEntryRules(): EntryRules {
  const { authPage, homePage, routes } = useSchool();
  return { conditionalScreens: authPage.conditionalScreens, homePage, routes };
}

interface GuardProps {
  route: GuardedRoute;
  exists: (path: string) => boolean;
  children: ReactNode;
}

/** Draws a route, or sends the visitor where the rules say. */
export function Guard({ route, exists, children }: GuardProps) {
  const { pathname, search, state } = useLocation();
  const dispatch = useAppDispatch();
  const arriving = useAppSelector(({ auth }) => auth.arriving);
  const requested = `${pathname}${search}`;
  const decision = decide(route, requested, useVisitor(), useEntryRules(), exists);
  const { forms } = useSchool();
  const inside = arriving && route.access === "protected" && decision.kind === "allow";
  useEffect(() => {
    if (inside) dispatch(arrived());
  }, [inside, dispatch]);

  if (decision.kind === "allow") return children;
  if (route.access === "guest" && arriving) {
    const remembered = new URLSearchParams(search).get(REDIRECT_PARAM) ?? rememberedIn(state);
    return <Navigate to={afterSignIn(remembered, pathname, (path) => exists(path) || formAt(forms, path) !== undefined)} replace />;
  }
  // The state carries the wish where the school's flags leave it out of the address.
  return <Navigate to={decision.to} replace state={{ from: requested }} />;
}

function rememberedIn(state: unknown): string | null {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" ? from : null;
}

/** The root: to the dashboard, or to the school's entry screen. What led here is told there. */
export function Entry({ exists }: { exists: (path: string) => boolean }) {
  const state: unknown = useLocation().state;
  return <Navigate to={entryOf(useVisitor(), useEntryRules(), exists)} replace state={state} />;
}
