/** The seed's external connections list: on a host of its own, and nothing here depends on it. */

/** Longer than this nobody waits for a list that is only good to have. */
const TIMEOUT_MS = 5_000;

let known: readonly unknown[] = [];

/** What the list held; empty while it is not there. */
export function connections(): readonly unknown[] {
  return known;
}

/** Fetches the list: no cookie, no token, no school header ever leaves for that host. A failure is no news. */
export async function loadConnections(address: string | null | undefined): Promise<void> {
  if (!address) return;
  try {
    const response = await fetch(address, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(TIMEOUT_MS) });
    const answer: unknown = response.ok ? await response.json() : null;
    if (Array.isArray(answer)) known = answer as unknown[];
  } catch {
    // Not reachable, too slow, or not JSON: the application works the same.
  }
}
