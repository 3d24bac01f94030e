import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { failureOf } from "@/api/envelope";
import { atPointer } from "@/forms/pointer";
import { deskApi } from "./api";
import { editTo, layered, overlaps, placeKey } from "./layers";
import { nothing, overlayOf, saveState, sendingNow, setAside, takenBack, withEdits, withStep, type Clashing, type Local, type Mine, type Step } from "./local";
import { mergeThree } from "./merge";
import type { Draft, DraftEdit, Edit, Layers, Place, Settings } from "./types";

/** After this much quiet what was typed goes to the draft. */
export const QUIET_MS = 600;
/** How long it waits after a failure before it tries by itself. */
const AGAIN_MS = 10_000;

/** The part of the store that the desk needs. */
interface Store {
  getState: () => unknown;
  // The store is `app`'s; what it is made of is nothing that a feature may know.
  dispatch: ThunkDispatch<never, unknown, UnknownAction>;
}

/** A place and what it shall say; `undefined` takes it away. */
export type Wish = Place & { value: unknown };

/** One person's desk: their edits at once on the screen, in the draft soon after, and never lost in between. */
export interface Desk {
  get: () => Local;
  subscribe: (listener: () => void) => () => void;
  /** Changes places as one step of undo; `step` joins what belongs together (one field's typing). */
  edit: (wishes: readonly Wish[], step?: string) => void;
  /** The value of a file, or what stands at a pointer of it, with everything that is on its way. */
  read: (file: string, pointer?: string) => unknown;
  undo: () => Step | null;
  redo: () => Step | null;
  /** Saves now; whether everything is in the draft afterwards. */
  flush: () => Promise<boolean>;
  /** Ends a conflict: `mine` names the clashes (place key + pointer) in which this person's version wins. */
  settle: (mine: ReadonlySet<string>) => void;
  /** Throws the whole draft away; `undo` brings it back. */
  discard: () => Promise<boolean>;
  /** The draft was replaced from elsewhere (a publish, a restore): nothing of before can be undone. */
  forget: () => void;
}

/** The name of a clash, as `settle` takes it. */
export const clashKey = (place: Place, pointer: string) => `${placeKey(place)}|${pointer}`;

const NO_LAYERS: Layers = { base: null, published: null };
const desks = new WeakMap<object, Desk>();

/** The desk that goes with a store: it outlives the pages, so that leaving one loses nothing. */
export function deskOf(store: Store): Desk {
  const known = desks.get(store);
  if (known) return known;
  const made = makeDesk(store);
  desks.set(store, made);
  return made;
}

/** What the server said of a desk, as the cache has it. */
const settingsIn = (store: Store): Settings | undefined => deskApi.endpoints.getSettings.select()(store.getState() as never).data;

function makeDesk(store: Store): Desk {
  let local = nothing;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const set = (next: Local) => {
    local = next;
    for (const listener of listeners) listener();
  };
  const draft = (): Draft => settingsIn(store)?.draft ?? { version: 0, edits: [] };
  const layersOf = (file: string): Layers => deskApi.endpoints.getSettingFile.select({ file })(store.getState() as never).data ?? NO_LAYERS;
  const valueOf = (file: string, edits: readonly DraftEdit[], over: readonly Edit[]) => layered(file, layersOf(file), [...(edits as readonly Edit[]), ...over]);
  const read = (file: string, pointer = "") => atPointer(valueOf(file, draft().edits, overlayOf(local)), pointer);

  const later = (wait = QUIET_MS) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), wait);
  };

  const apply = (wishes: readonly Wish[]) => {
    set(withEdits({ ...local, failure: null }, wishes.map((wish) => editTo(wish, wish.value, layersOf(wish.file))), draft().version));
    later();
  };

  const save = async (): Promise<void> => {
    clearTimeout(timer);
    if (saving) return saving;
    if (local.conflict || local.pending.length === 0) return;
    saving = send().finally(() => {
      saving = null;
      if (local.pending.length > 0 && !local.conflict) later(local.failure ? AGAIN_MS : QUIET_MS);
    });
    return saving;
  };

  const send = async () => {
    set(sendingNow(local));
    const { sending } = local;
    const call = store.dispatch(
      deskApi.endpoints.saveDraftSettings.initiate({
        saveDraftSettingsRequest: { version: Math.min(...sending.map(({ since }) => since)), edits: sending.map(({ since: _since, ...edit }) => edit) },
      }),
    );
    const answer = await call;
    call.reset();
    if (answer.data) {
      const { draft: now, problems } = answer.data;
      store.dispatch(deskApi.util.updateQueryData("getSettings", undefined, (desk) => void Object.assign(desk, { draft: now, problems })));
      set({ ...local, sending: [], savedAt: Date.now() });
      return;
    }
    const failure = failureOf(answer.error);
    if (failure.messageId === "S002") await clash(sending, (failure.body as { theirs?: DraftEdit[] }).theirs ?? []);
    else if (failure.messageId === "S003") set(setAside(local, failure.problems, "locked"));
    else if (failure.messageId === "S001") set(setAside(local, failure.problems, "invalid"));
    else set(takenBack(local, { failure: failure.messageId }));
  };

  /** Somebody was faster: what they did is fetched, laid beside what was done here, and asked about. */
  const clash = async (sending: readonly Mine[], theirs: readonly DraftEdit[]) => {
    const before = draft().edits;
    const fresh = store.dispatch(deskApi.endpoints.getSettings.initiate(undefined, { forceRefetch: true, subscribe: false }));
    const now = (await fresh).data?.draft;
    if (!now) {
      set(takenBack(local, { failure: "L000" }));
      return;
    }
    set(takenBack(local));
    const touched = sending.flatMap((edit) => {
      const theirEdit = theirs.find((each) => overlaps(each, edit));
      return theirEdit ? [{ place: { file: edit.file, pointer: edit.pointer }, theirs: theirEdit }] : [];
    });
    const conflict: Clashing[] = touched.map(({ place, theirs: theirEdit }) => ({
      place,
      theirs: theirEdit,
      merge: mergeThree(
        atPointer(valueOf(place.file, before, []), place.pointer),
        atPointer(valueOf(place.file, now.edits, []), place.pointer),
        read(place.file, place.pointer),
      ),
    }));
    // What only the others changed is seen now, so that the rest of ours may follow it.
    const pending = local.pending.map((edit) => (conflict.some(({ place }) => placeKey(place) === placeKey(edit)) ? edit : { ...edit, since: now.version }));
    set({ ...local, pending, conflict: conflict.length > 0 ? conflict : null });
  };

  const settle = (mine: ReadonlySet<string>) => {
    if (!local.conflict) return;
    const { version } = draft();
    const decided = local.conflict.map(({ place, merge }) => {
      const own = new Set(merge.clashes.filter(({ pointer }) => mine.has(clashKey(place, pointer))).map(({ pointer }) => pointer));
      return { ...place, before: read(place.file, place.pointer), after: merge.settle(own) };
    });
    const rest = local.pending.filter((edit) => !decided.some((place) => placeKey(place) === placeKey(edit)));
    let next: Local = { ...local, conflict: null, pending: rest };
    next = withEdits(next, decided.map((place) => editTo(place, place.after, layersOf(place.file))), version);
    // What was given up for the others' version comes back with an undo.
    set(withStep(next, { key: `settle ${Date.now()}`, at: Date.now(), places: decided }));
    later(0);
  };

  const move = (from: "undo" | "redo", to: "undo" | "redo", side: "before" | "after"): Step | null => {
    const step = local[from].at(-1);
    if (!step || local.conflict) return null;
    set({ ...local, [from]: local[from].slice(0, -1), [to]: [...local[to], step] });
    apply(step.places.map(({ file, pointer, [side]: value }) => ({ file, pointer, value })));
    return step;
  };

  const flush = async () => {
    if (saving) await saving;
    if (local.pending.length > 0) await save();
    return saveState(local) === "saved";
  };

  return {
    get: () => local,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read,
    edit: (wishes, step) => {
      const places = wishes.map(({ file, pointer, value }) => ({ file, pointer, before: read(file, pointer), after: value }));
      const key = step ?? places.map(placeKey).join(" ");
      set(withStep(local, { key, at: Date.now(), places }));
      apply(wishes);
    },
    undo: () => move("undo", "redo", "before"),
    redo: () => move("redo", "undo", "after"),
    flush,
    settle,
    discard: async () => {
      await flush();
      const { version, edits } = draft();
      const places = [...edits.map(({ file, pointer }) => ({ file, pointer })), ...Object.values(local.refused).map(({ edit }) => edit)].map(({ file, pointer }) => ({
        file, pointer, before: read(file, pointer), after: atPointer(layersOf(file).published ?? undefined, pointer),
      }));
      const call = store.dispatch(deskApi.endpoints.discardDraftSettings.initiate({ draftVersionRequest: { version } }));
      const answer = await call;
      call.reset();
      if (!answer.data) {
        set({ ...local, failure: failureOf(answer.error).messageId });
        return false;
      }
      const { draft: now } = answer.data;
      store.dispatch(deskApi.util.updateQueryData("getSettings", undefined, (desk) => void Object.assign(desk, { draft: now, problems: [] })));
      set(withStep({ ...local, pending: [], refused: {}, failure: null }, { key: `discard ${Date.now()}`, at: Date.now(), places }));
      return true;
    },
    forget: () => {
      clearTimeout(timer);
      set(nothing);
    },
  };
}
