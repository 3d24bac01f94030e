/** What the browser remembers of a form between visits: the draft's token and the key of a submission under way. */
import { draftKey as storageKey } from "@/api/localDrafts";
import { stableJson } from "./merge";

/** A submission that was tried: trying it again with the same answers must use the same key. */
interface Attempt {
  key: string;
  fingerprint: string;
}

interface Remembered {
  token?: string;
  attempt?: Attempt;
  /** The steps of this draft that were open here. */
  reached?: string[];
}

function read(school: string, form: string): Remembered {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey(school, form)) ?? "{}");
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

function write(school: string, form: string, value: Remembered): void {
  try {
    localStorage.setItem(storageKey(school, form), JSON.stringify(value));
  } catch {
    // A full or forbidden storage costs the convenience of coming back, never the answers: the server has them.
  }
}

/** The token of the form's draft, if this browser has one. */
export function rememberedToken(school: string, form: string): string | null {
  return read(school, form).token ?? null;
}

/** Keeps a draft's token. */
export function rememberToken(school: string, form: string, token: string): void {
  const { reached, ...before } = read(school, form);
  // Where somebody has been is known of one draft alone.
  write(school, form, { ...before, token, ...(before.token === token && reached ? { reached } : {}) });
}

/** The steps of the draft that were open in this browser. */
export function reachedSteps(school: string, form: string, token: string | null): readonly string[] {
  const remembered = read(school, form);
  return token !== null && remembered.token === token && Array.isArray(remembered.reached) ? remembered.reached : [];
}

/** Keeps them as long as the draft itself is remembered. */
export function rememberReached(school: string, form: string, token: string, steps: Iterable<string>): void {
  const remembered = read(school, form);
  if (remembered.token === token) write(school, form, { ...remembered, reached: [...steps] });
}

/** Forgets everything about the form. */
export function forgetForm(school: string, form: string): void {
  localStorage.removeItem(storageKey(school, form));
}

/** A short fingerprint of a request (cyrb53); it never leaves the browser. */
export function fingerprint(body: unknown): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const char of stableJson(body)) {
    const code = char.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/**
 * The Idempotency-Key of a submission: the same for the same answers, also after a lost answer or a reload; a new one when the
 * answers have changed since, because the server refuses a known key with another body.
 */
export function submissionKey(school: string, form: string, body: unknown): string {
  const remembered = read(school, form);
  const print = fingerprint(body);
  if (remembered.attempt?.fingerprint === print) return remembered.attempt.key;
  const key = randomKey();
  write(school, form, { ...remembered, attempt: { key, fingerprint: print } });
  return key;
}

/** 128 random bits. */
export function randomKey(): string {
  // `randomUUID` exists in secure contexts only; a school's test host may be plain HTTP.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Takes a draft's token out of the address's fragment (`#draft=…`), so that it is neither bookmarked nor shared by accident. */
export function takeTokenFromAddress(): string | null {
  const match = /^#draft=([A-Za-z0-9_-]{16,})$/.exec(location.hash);
  if (!match) return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return match[1] ?? null;
}

/** The address under which the form can be continued elsewhere. */
export function resumeLink(token: string): string {
  return `${location.origin}${location.pathname}#draft=${token}`;
}
