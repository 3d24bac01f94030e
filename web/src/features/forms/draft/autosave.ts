/**
 * When answers go to the server, as a pure state machine: it never looks at a clock and never sends anything. A change waits
 * for a pause in typing, but never so long that the server lacks it ten seconds later; one save runs at a time.
 */

/** The pause in typing after which answers are saved. */
export const PAUSE_MS = 1_000;
/** The longest a change waits, so that with the call's own time it is stored within 10 s. */
export const MAX_WAIT_MS = 8_000;
const RETRY_MS = [2_000, 5_000, 10_000, 20_000, 30_000] as const;

/** Why saving stands still until the person has decided something; for good where the draft was sent from elsewhere. */
export type Halt = "conflict" | "gone" | "sent";

export interface SaveState {
  /** Counts the changes; the server has everything when it equals `savedRevision`. */
  revision: number;
  savedRevision: number;
  /** The revision on its way, if any. */
  sending: number | null;
  firstUnsavedAt: number | null;
  lastChangeAt: number | null;
  /** A step was left or the page is going away: no waiting. */
  urgent: boolean;
  retryAt: number | null;
  failures: number;
  online: boolean;
  halted: Halt | null;
  savedAt: number | null;
  /** Why the server took the last save not in: a message id. Null where it was never reached, which is a different matter. */
  refusedBy: string | null;
}

export type SaveEvent =
  | { type: "changed"; at: number }
  | { type: "flush" }
  | { type: "sending" }
  | { type: "saved"; at: number }
  | { type: "failed"; at: number; halt?: Halt; retryAfterMs?: number; messageId?: string }
  | { type: "online" }
  | { type: "offline" }
  /** The answers in the page are those of the server's draft (it was just loaded or taken over). */
  | { type: "loaded"; at: number | null }
  /** The person has decided; the answers in the page are to be saved again. */
  | { type: "resumed"; at: number };

/** Nothing typed yet. */
export function initialSaveState(online: boolean): SaveState {
  return {
    revision: 0, savedRevision: 0, sending: null, firstUnsavedAt: null, lastChangeAt: null,
    urgent: false, retryAt: null, failures: 0, online, halted: null, savedAt: null, refusedBy: null,
  };
}

/** The next state. */
export function reduceSave(state: SaveState, event: SaveEvent): SaveState {
  switch (event.type) {
    case "changed":
      return {
        ...state,
        revision: state.revision + 1,
        firstUnsavedAt: state.firstUnsavedAt ?? event.at,
        lastChangeAt: event.at,
      };
    case "flush":
      return isUnsaved(state) ? { ...state, urgent: true } : state;
    case "sending":
      // Changes from here on count anew; if this save fails the old moment no longer matters, the retry does.
      return { ...state, sending: state.revision, firstUnsavedAt: null, urgent: false, retryAt: null };
    case "saved":
      return {
        ...state,
        savedRevision: state.sending ?? state.savedRevision,
        sending: null,
        failures: 0,
        retryAt: null,
        online: true,
        savedAt: event.at,
        refusedBy: null,
      };
    case "failed": {
      const wait = event.retryAfterMs ?? RETRY_MS[Math.min(state.failures, RETRY_MS.length - 1)] ?? 30_000;
      return {
        ...state,
        sending: null,
        failures: state.failures + 1,
        retryAt: event.halt ? null : event.at + wait,
        halted: event.halt ?? state.halted,
        firstUnsavedAt: state.firstUnsavedAt ?? event.at,
        refusedBy: event.messageId ?? null,
      };
    }
    case "online":
      return { ...state, online: true, failures: 0, retryAt: null, urgent: isUnsaved(state) };
    case "offline":
      return { ...state, online: false };
    case "loaded":
      return { ...initialSaveState(state.online), revision: state.revision, savedRevision: state.revision, savedAt: event.at };
    case "resumed":
      return {
        ...state,
        revision: state.revision + 1,
        halted: null,
        sending: null,
        failures: 0,
        retryAt: null,
        refusedBy: null,
        urgent: true,
        firstUnsavedAt: event.at,
        lastChangeAt: event.at,
      };
  }
}

/** Whether the page holds answers that the server has not confirmed. */
export function isUnsaved(state: SaveState): boolean {
  return state.revision !== state.savedRevision;
}

/** The moment of the next save, or null when there is nothing to save or saving must wait for something else. */
export function nextSaveAt(state: SaveState): number | null {
  if (!isUnsaved(state) || state.sending !== null || state.halted !== null || !state.online) return null;
  if (state.retryAt !== null) return state.retryAt;
  const last = state.lastChangeAt ?? 0;
  if (state.urgent) return last;
  return Math.min(last + PAUSE_MS, (state.firstUnsavedAt ?? last) + MAX_WAIT_MS);
}

/** Whether the server cannot be reached: the browser says so, or saves get no answer at all. A refusal is an answer. */
export function isOffline(state: SaveState): boolean {
  return !state.online || (state.failures > 1 && state.refusedBy === null);
}

/** What the family reads about saving. */
export type SaveStatus = "nothing" | "unsaved" | "saving" | "saved" | "onDevice";

/** The status in one word. */
export function saveStatus(state: SaveState): SaveStatus {
  if (!isUnsaved(state)) return state.savedAt === null ? "nothing" : "saved";
  if (!state.online || state.failures > 0) return "onDevice";
  return state.sending === null ? "unsaved" : "saving";
}
