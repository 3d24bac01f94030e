/**
 * The private link that led here, for as long as this tab lives: a reload asks for the proof again, and not for the link. By itself it
 * opens nothing. What the proof gave is never kept.
 */
import { beforeSignOut } from "@/api/signOut";

/** Whatever else of a tab is to go with it has a key that begins so too (`features/forms/outcome.ts`). */
const TAB = "qabul.tab.";
const KEY = `${TAB}link`;

/** Keeps the secret of a link through a reload. */
export function keepLink(token: string): void {
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the page still has it; only a reload would not.
  }
}

/** The secret of the link that this tab was at; empty where there is none. */
export function keptLink(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Forgets it: it opens nothing any more. */
export function forgetLink(): void {
  sessionStorage.removeItem(KEY);
}

/** Forgets what a family left in this tab when somebody signs out, or clears the device; the page may be any. */
export function forgetAtSignOut(): void {
  beforeSignOut(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(TAB)) sessionStorage.removeItem(key);
    return Promise.resolve(true);
  });
}
