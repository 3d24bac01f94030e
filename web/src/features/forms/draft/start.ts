/** How a form begins in this browser: from the server's draft, from what the browser kept, or empty. */
import type { Values } from "@/forms/model";
import type { Draft } from "../api";
import type { Outcome } from "../outcome";
import type { DraftStart } from "./controller";
import type { LocalCopy } from "./localCopy";
import { mergeAnswers, sameAnswer } from "./merge";

/** What asking for a remembered draft gave. */
export type FoundDraft =
  | { kind: "found"; draft: Draft }
  | { kind: "gone" }
  /** Another device or window has sent it, then. */
  | { kind: "sent"; at: string }
  | { kind: "unreachable" }
  | { kind: "none" };

/** A form that was sent from elsewhere: there is nothing to begin. */
export interface SentDraft {
  sentAt: string;
  /** What is known of it where it was sent from this page. */
  outcome?: Outcome;
  /** What was written here and is no part of it. */
  typed: Values;
}

/** A beginning, and what to tell the family about it. */
export interface Beginning {
  start: DraftStart;
  /** `welcomeBack`: a draft was picked up. `gone`: the server no longer has it. */
  notice: "welcomeBack" | "gone" | "goneKept" | null;
}

/** The beginning for these findings, or null when there is a draft that cannot be read now: nothing may be begun over it. */
export function beginning(found: Exclude<FoundDraft, { kind: "sent" }>, copy: LocalCopy | undefined, latestVersion: string, now: number): Beginning | null {
  switch (found.kind) {
    case "found":
      return fromDraft(found.draft, copy, now);
    case "gone":
      return copy
        ? { start: fresh(latestVersion, copy), notice: "goneKept" }
        : { start: fresh(latestVersion), notice: "gone" };
    case "unreachable":
      return copy ? { start: fromCopy(copy, latestVersion), notice: "welcomeBack" } : null;
    case "none":
      return copy ? { start: fresh(latestVersion, copy), notice: "welcomeBack" } : { start: fresh(latestVersion), notice: null };
  }
}

function fresh(version: string, copy?: LocalCopy): DraftStart {
  return {
    values: copy?.values ?? {},
    base: null,
    step: copy?.step ?? null,
    token: null,
    version: null,
    formVersion: version,
    latestVersion: version,
    uploads: [],
    unsaved: copy !== undefined,
    savedAt: null,
    expiresAt: null,
  };
}

function fromCopy(copy: LocalCopy, latestVersion: string): DraftStart {
  return {
    ...fresh(latestVersion, copy),
    base: copy.base,
    token: copy.token,
    version: copy.version,
    formVersion: copy.formVersion,
  };
}

function fromDraft(draft: Draft, copy: LocalCopy | undefined, now: number): Beginning {
  const start: DraftStart = {
    values: draft.values,
    base: draft.values,
    step: draft.step || null,
    token: draft.token,
    version: draft.version,
    formVersion: draft.form_version,
    latestVersion: draft.latest_version ?? draft.form_version,
    uploads: draft.uploads,
    unsaved: false,
    savedAt: now,
    expiresAt: draft.expires_at,
  };
  if (!copy || (copy.token !== null && copy.token !== draft.token) || sameAnswer(copy.values, draft.values)) {
    return { start, notice: "welcomeBack" };
  }
  const { merged, conflicts } = mergeAnswers(copy.base, copy.values, draft.values);
  // With a stale version the first save gets the server's copy back, and the page then asks about the conflicts.
  const mine = conflicts.length > 0
    ? { values: copy.values, base: copy.base, version: copy.version ?? 0 }
    : { values: merged };
  return { start: { ...start, ...mine, step: copy.step ?? start.step, unsaved: true }, notice: "welcomeBack" };
}
