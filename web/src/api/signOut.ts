import { signedOut } from "./authSlice";
import { enhancedApi } from "./generated";
import { currentToken, dropToken } from "./session";

type Dispatch = (action: ReturnType<typeof signedOut> | ReturnType<typeof enhancedApi.endpoints.signOut.initiate>) => unknown;

/**
 * Ends the session on the server and here. The page is loaded afresh afterwards, so that nothing of the person's
 * work stays in memory on a shared machine.
 */
export function signOut(pathname = location.pathname, leave: (to: string) => void = (to) => location.assign(to)) {
  return async (dispatch: Dispatch): Promise<void> => {
    const token = currentToken() ?? undefined;
    const answer = (await dispatch(enhancedApi.endpoints.signOut.initiate({ signOutRequest: { token } }))) as { error?: unknown };
    dropToken();
    if (answer.error) dispatch(signedOut({ notice: "L000" }));
    else leave(afterSignOut(pathname));
  };
}

/** Sign-out goes to the root, or to the till's own sign-in from a till page. */
export function afterSignOut(pathname: string): string {
  return pathname === "/pos" || pathname.startsWith("/pos/") ? "/pos-sign-in" : "/";
}
