/** What a person did at the desk that the server does not have yet, and what can be undone. Pure: no calls, no clock. */
import type { Problem } from "@/api/envelope";
import { covers, merged, placeKey } from "./layers";
import type { Merge } from "./merge";
import type { DraftEdit, Edit, Place } from "./types";

/** An edit on its way; `since` is the draft that its author saw. */
export type Mine = Edit & { since: number };

/** What one undo takes back. */
export interface Step {
  /** Steps of one key that follow each other closely become one. */
  key: string;
  at: number;
  places: Array<Place & { before: unknown; after: unknown }>;
}

/** An edit that the server would not take; it stays on the screen and is not sent again as it is. */
export interface Refused {
  edit: Edit;
  /** `locked`: the operators keep this place. */
  why: "locked" | "invalid";
  problems: Problem[];
}

/** A place that somebody else changed since its author here saw it. */
export interface Clashing {
  place: Place;
  theirs: DraftEdit;
  merge: Merge;
}

export interface Local {
  pending: readonly Mine[];
  sending: readonly Mine[];
  refused: Readonly<Record<string, Refused>>;
  undo: readonly Step[];
  redo: readonly Step[];
  /** The message id of the last saving that failed. */
  failure: string | null;
  conflict: readonly Clashing[] | null;
  savedAt: number | null;
}

export const nothing: Local = { pending: [], sending: [], refused: {}, undo: [], redo: [], failure: null, conflict: null, savedAt: null };

/** Typing that pauses for less than this is one step. */
const ONE_STEP_MS = 1500;
const STEPS_KEPT = 200;

/** What the desk tells about saving. */
export type SaveState = "saved" | "saving" | "failed" | "conflict" | "refused";

export function saveState(local: Local): SaveState {
  if (local.conflict) return "conflict";
  if (local.sending.length > 0) return "saving";
  if (local.failure) return "failed";
  if (local.pending.length > 0) return "saving";
  return Object.keys(local.refused).length > 0 ? "refused" : "saved";
}

/** All that lies over the server's draft, in the order in which it applies. */
export function overlayOf(local: Local): Edit[] {
  return [...local.sending, ...local.pending, ...Object.values(local.refused).map(({ edit }) => edit)];
}

/** Puts edits on their way. */
export function withEdits(local: Local, edits: readonly Edit[], since: number): Local {
  let pending = local.pending;
  let refused = local.refused;
  for (const edit of edits) {
    const began = pending.find((each) => placeKey(each) === placeKey(edit))?.since ?? local.sending.find((each) => placeKey(each) === placeKey(edit))?.since;
    pending = merged(pending, { ...edit, since: began ?? since });
    refused = withoutBelow(refused, edit);
  }
  return { ...local, pending, refused };
}

function withoutBelow(refused: Local["refused"], place: Place): Local["refused"] {
  return Object.fromEntries(Object.entries(refused).filter(([, { edit }]) => !(edit.file === place.file && covers(place.pointer, edit.pointer))));
}

/** Remembers a step; one that goes on with the last is part of it. What was undone before cannot be redone any more. */
export function withStep(local: Local, step: Step): Local {
  const last = local.undo.at(-1);
  if (last?.key === step.key && step.at - last.at < ONE_STEP_MS && local.redo.length === 0) {
    const places = last.places.map((place) => {
      const again = step.places.find((each) => placeKey(each) === placeKey(place));
      return again ? { ...place, after: again.after } : place;
    });
    return { ...local, undo: [...local.undo.slice(0, -1), { ...last, at: step.at, places }] };
  }
  return { ...local, undo: [...local.undo, step].slice(-STEPS_KEPT), redo: [] };
}

/** The edits that are sent now leave the waiting ones. */
export function sendingNow(local: Local): Local {
  return { ...local, sending: local.pending, pending: [], failure: null };
}

/** Nothing was taken: what was sent waits again, under what came after it. */
export function takenBack(local: Local, change: Partial<Local> = {}): Local {
  const pending = local.pending.reduce<readonly Mine[]>((edits, edit) => merged(edits, edit), local.sending);
  return { ...local, pending, sending: [], ...change };
}

/** Some of what was sent can never be: it is set aside with its reason, the rest waits again. */
export function setAside(local: Local, problems: readonly Problem[], why: Refused["why"]): Local {
  const at = (index: number) => problems.filter(({ path }) => covers(`/edits/${index}`, path));
  const none = local.sending.every((_edit, index) => at(index).length === 0);
  const refused = { ...local.refused };
  const rest: Mine[] = [];
  local.sending.forEach((mine, index) => {
    const { since: _since, ...edit } = mine;
    if (none || at(index).length > 0) refused[placeKey(mine)] = { edit, why, problems: none ? [...problems] : at(index) };
    else rest.push(mine);
  });
  // Somebody typed on meanwhile: the newer edit of a place is tried before the older one is called refused.
  const remaining = Object.fromEntries(Object.entries(refused).filter(([key]) => !local.pending.some((each) => placeKey(each) === key)));
  return { ...takenBack({ ...local, sending: rest }), refused: remaining };
}
