import type { UnknownAction } from "@reduxjs/toolkit";
import { welcomed } from "./authSlice";
import { storeKnownBrowser } from "./knownBrowsers";
import { guessedSchoolId, storedSchoolId } from "./schoolId";
import { currentToken, storeToken, isInMemory } from "./session";
import type { SessionUser } from "./types";

/** The seed's wait between the answer and being signed in, for one-time codes and for registering without an account. */
export const DELAYED_SIGN_IN_MS = 2_000;

interface Opened {
  user: SessionUser;
  token: string;
  expires_in: number;
  known_browser?: string | null | undefined;
}

interface How {
  /** False holds the session in this page's memory: nothing of it is stored. */
  keep?: boolean;
  delayMs?: number;
}

let prepare: () => Promise<unknown> = async () => {};

/** Names what is fetched while a sign-in waits, so that the signed-in page stands at once. */
export function whileOpening(load: () => Promise<unknown>): void {
  prepare = load;
}

/** Takes a session that the server has opened: from here on the person is signed in, in all tabs. */
export function openSession({ user, token, expires_in, known_browser }: Opened, { keep = true, delayMs = 0 }: How = {}) {
  return async (dispatch: (action: UnknownAction) => unknown): Promise<void> => {
    const received = performance.now();
    if (keep) storeKnownBrowser({ user, known_browser });
    if (delayMs > 0) {
      // What fails is asked for again by the page that needs it, which says so.
      void prepare().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    storeToken(token, expires_in - (performance.now() - received) / 1000, { keep });
    if (!keep) window.addEventListener("pagehide", endWithThePage);
    dispatch(welcomed(user));
  };
}

/** What was held in this page's memory ends with the page, on the server too: nobody could ever take it up again. */
function endWithThePage(): void {
  const token = currentToken();
  const id = storedSchoolId() ?? guessedSchoolId();
  if (!isInMemory() || !token || !id) return;
  void fetch(new URL("/api/v1/oa/auth/sign-out", location.origin), {
    method: "POST",
    keepalive: true,
    credentials: "same-origin",
    headers: { "content-type": "application/json", "school-id": id, "client-id": id },
    body: JSON.stringify({ token }),
  }).catch(() => {});
}
