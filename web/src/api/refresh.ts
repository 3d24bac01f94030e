import { isFamily } from "./may";
import { borrowSession, preview } from "./preview";
import { ALL_ROLES } from "./roles";
import type { SessionUser } from "./types";
import { storeKnownBrowser } from "./knownBrowsers";
import { storedSchoolId, guessedSchoolId } from "./schoolId";
import { adoptStoredToken, currentToken, storeToken, isInMemory, tokenLifeLeft } from "./session";

/** Refresh when less than this is left, so that a slow request does not die on the way. */
export const REFRESH_MARGIN_MS = 60_000;
const LOCK = "qabul-session";
const TIMEOUT_MS = 60_000;

export type RefreshResult =
  /** A fresh token is held; `user` is absent when another tab did the work. */
  | { kind: "fresh"; user?: SessionUser }
  /** The server says that the session is over. */
  | { kind: "ended" }
  /** No answer: nothing is known, so nothing is thrown away. */
  | { kind: "unreachable" };

interface SessionAnswer {
  token: string;
  expires_in: number;
  user: SessionUser;
  known_browser?: string;
}

let running: Promise<RefreshResult> | null = null;

/** Whether the token is too near its end (or of unknown age) to be sent as it is. */
export function needsRefresh(): boolean {
  const left = tokenLifeLeft();
  return currentToken() !== null && (left === null || left < REFRESH_MARGIN_MS);
}

/**
 * Renews the session with the rotating cookie. One call at a time in this tab, and one among all tabs of the
 * origin: the server takes a second use of the same cookie for theft. `needUser` asks even when another tab has
 * just renewed, because only the answer says who is signed in.
 */
export function refreshSession(needUser = false): Promise<RefreshResult> {
  running ??= (preview ? borrow() : withLock(needUser)).finally(() => {
    running = null;
  });
  return running;
}

/** The person as they would be with the role of the preview alone: for the pages and the menus of this application, and for no server. */
function inRole(user: SessionUser): SessionUser {
  const role = ALL_ROLES.find((each) => each === preview?.role);
  if (!role) return user;
  return { ...user, authority: [role], kind: isFamily([role]) ? "family" : "staff" };
}

/** A preview rotates no cookie: it is lent what the desk around it holds. */
async function borrow(): Promise<RefreshResult> {
  const lent = await borrowSession<SessionUser>();
  if (!lent) return { kind: "ended" };
  storeToken(lent.token, lent.expires_in, { keep: false });
  return { kind: "fresh", user: inRole(lent.user) };
}

async function withLock(needUser: boolean): Promise<RefreshResult> {
  const asked = performance.now();
  const renew = async (): Promise<RefreshResult> => {
    const renewedElsewhere = adoptStoredToken(performance.now() - asked);
    if (renewedElsewhere && !needUser && !needsRefresh()) return { kind: "fresh" };
    return ask();
  };
  // Web Locks exist only in secure contexts; without them the server's grace period for two tabs has to do.
  return navigator.locks ? navigator.locks.request(LOCK, renew) : renew();
}

async function ask(): Promise<RefreshResult> {
  const id = storedSchoolId() ?? guessedSchoolId();
  try {
    const response = await fetch(new URL("/api/v1/oa/auth/refresh", location.origin), {
      method: "POST",
      credentials: "same-origin",
      headers: id ? { "school-id": id, "client-id": id } : {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 401) return { kind: "ended" };
    if (!response.ok) return { kind: "unreachable" };
    const answer = (await response.json()) as SessionAnswer;
    // A session that leaves no trace stays that way through its renewals.
    storeToken(answer.token, answer.expires_in, { keep: !isInMemory() });
    if (!isInMemory()) storeKnownBrowser(answer);
    return { kind: "fresh", user: answer.user };
  } catch {
    return { kind: "unreachable" };
  }
}
