/**
 * What this browser is known by to the accounts that signed in here. Brought along, it keeps strangers who try at the same name, or ask
 * for its codes and links, out of the owner's way; it opens nothing. It stays over sign-outs. Beside each token stands the account's id
 * alone, so that the next sign-in takes the place of the one before: nobody is named.
 */

const KEY = "known-browsers";
/** As many as the server looks at. */
const MOST = 5;
/** Longer than any that the server makes. */
const LONGEST = 512;

interface Known {
  of: string;
  token: string;
}

function isKnown(value: unknown): value is Known {
  if (typeof value !== "object" || value === null || !("of" in value) || !("token" in value)) return false;
  return typeof value.of === "string" && typeof value.token === "string" && value.token.length > 0 && value.token.length <= LONGEST;
}

function read(): Known[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(value) ? value.filter(isKnown).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Keeps what a sign-in gave, the latest first. */
export function storeKnownBrowser({ user, known_browser: token }: { user: { id: string }; known_browser?: string | null | undefined }): void {
  const entry = { of: user.id, token };
  if (!isKnown(entry)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...read().filter((known) => known.of !== user.id)].slice(0, MOST)));
  } catch {
    // A full or forbidden storage: this browser stays a stranger.
  }
}

/** The part of a request that brings along what this browser is known by; nothing where it is a stranger. */
export function bringKnownBrowsers(): { known_browsers?: string[] } {
  const tokens = read().map((known) => known.token);
  return tokens.length > 0 ? { known_browsers: tokens } : {};
}

/** Forgets all of it: for shared devices. */
export function forgetKnownBrowsers(): void {
  localStorage.removeItem(KEY);
}
