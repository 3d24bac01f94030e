import { signedOut } from "./authSlice";
import { enhancedApi } from "./generated";
import { currentToken, dropToken } from "./session";
import { forgetTab } from "./tab";

type Dispatch = (action: ReturnType<typeof signedOut> | ReturnType<typeof enhancedApi.endpoints.signOut.initiate>) => unknown;

/** Asked before somebody signs out: true lets them; false keeps them here, and `go` signs them out after all. */
export type SignOutGuard = (go: () => void) => Promise<boolean>;

const guards = new Set<SignOutGuard>();

/** Lets unsaved work be saved, or asked about, before a sign-out; gives back how to stop that. */
export function beforeSignOut(guard: SignOutGuard): () => void {
  guards.add(guard);
  return () => void guards.delete(guard);
}

/**
 * Ends the session on the server and here. The page is loaded afresh afterwards, so that nothing of the person's
 * work stays in memory on a shared machine.
 */
export function signOut(pathname = location.pathname, leave: (to: string) => void = (to) => location.assign(to)) {
  return async (dispatch: Dispatch): Promise<void> => {
    const end = async () => {
      const token = currentToken() ?? undefined;
      const answer = (await dispatch(enhancedApi.endpoints.signOut.initiate({ body: { token } }))) as { error?: unknown };
      dropToken();
      // Only now: who thinks better of it goes on where they were.
      forgetTab();
      if (answer.error) dispatch(signedOut({ notice: "L000" }));
      else leave(afterSignOut(pathname));
    };
    for (const guard of guards) if (!(await guard(() => void end()))) return;
    await end();
  };
}

/** Sign-out goes to the root, or to the till's own sign-in from a till page. */
export function afterSignOut(pathname: string): string {
  return pathname === "/pos" || pathname.startsWith("/pos/") ? "/pos-sign-in" : "/";
}
