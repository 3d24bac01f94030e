/**
 * The access token, where it is kept, and how much of its life is left. The life is measured with the monotonic
 * clock from the moment of receipt: a device's wall clock may be wrong by hours.
 */
// First: a preview puts stand-ins in the place of the storages that are read below.
import "./preview";
import { resetPos } from "./till";

const TOKEN_KEY = "token";
const TTL_KEY = "token-ttl";

interface Bearer {
  token: string;
  /** Monotonic end of life in ms; null when unknown (the page was reloaded since the token came). */
  endsAt: number | null;
}

let bearer: Bearer | null = readStored();
/** A session opened by an encrypted link must leave no trace, so it can live in memory alone. */
let inMemory = false;

function readStored(): Bearer | null {
  const token = localStorage.getItem(TOKEN_KEY);
  return token ? { token, endsAt: null } : null;
}

function ttlStored(): number | null {
  const ttl = Number(localStorage.getItem(TTL_KEY));
  return Number.isFinite(ttl) && ttl > 0 ? ttl : null;
}

/** The token that requests carry now. */
export function currentToken(): string | null {
  return bearer?.token ?? null;
}

/** Milliseconds of life left; null when unknown. */
export function tokenLifeLeft(): number | null {
  return bearer?.endsAt == null ? null : bearer.endsAt - performance.now();
}

/** Whether the session lives in this page alone: opened from an encrypted link, gone with the tab. */
export function isInMemory(): boolean {
  return inMemory;
}

/** Takes a fresh token. `keep: false` holds it in memory only. */
export function storeToken(token: string, expiresInSeconds: number, options: { keep?: boolean } = {}): void {
  inMemory = options.keep === false;
  bearer = { token, endsAt: performance.now() + expiresInSeconds * 1000 };
  if (inMemory) return;
  // The life goes first: other tabs wake on the token and read its life then.
  localStorage.setItem(TTL_KEY, String(expiresInSeconds));
  localStorage.setItem(TOKEN_KEY, token);
}

/** Forgets the token here and in every other tab. */
export function dropToken(): void {
  bearer = null;
  resetPos();
  if (inMemory) {
    inMemory = false;
    return;
  }
  localStorage.removeItem(TOKEN_KEY);
  localStorage.removeItem(TTL_KEY);
}

/**
 * Takes over a token that another tab has stored. `waitedMs` is how long ago it may have arrived at most.
 * Returns whether there was a different one.
 */
export function adoptStoredToken(waitedMs = 0): boolean {
  if (inMemory) return false;
  const token = localStorage.getItem(TOKEN_KEY);
  if (!token || token === bearer?.token) return false;
  const ttl = ttlStored();
  bearer = { token, endsAt: ttl === null ? null : performance.now() + ttl * 1000 - waitedMs };
  return true;
}

/** Tells when another tab signs in, refreshes or signs out. Returns the unsubscribe function. */
export function onOtherTab(listener: (token: string | null) => void): () => void {
  const handle = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY || inMemory) return;
    if (event.newValue === null) bearer = null;
    else adoptStoredToken();
    listener(event.newValue);
  };
  window.addEventListener("storage", handle);
  return () => window.removeEventListener("storage", handle);
}
