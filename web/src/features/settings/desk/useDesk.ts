import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useIdle } from "@mantine/hooks";
import { skipToken } from "@reduxjs/toolkit/query";
import { useStore } from "react-redux";
import { useAppSelector } from "@/api/hooks";
import { atPointer } from "@/forms/pointer";
import { useGetSettingFileQuery, useGetSettingFilesQuery, useGetSettingsQuery } from "./api";
import { deskOf, type Desk } from "./desk";
import { covers, isLockedBy, layered, merged, overlaps, placeKey, publishedAt, baseAt, same } from "./layers";
import { overlayOf, saveState, type Refused } from "./local";
import { mayEdit, mayPublish } from "./rights";
import type { Diagnostic, Edit, FileEntry, Layers, Place, Settings } from "./types";

/** How often the desk looks whether somebody else changed something, and after how much rest it stops. */
const LOOK_MS = 20_000;
const RESTING_MS = 5 * 60_000;

/** The desk of this page's store, without drawing anew at each change. */
export function useDeskHandle(): Desk {
  const store = useStore();
  return deskOf(store);
}

/** The desk's own state (what is on its way, undo, conflicts). */
export function useLocal() {
  const desk = useDeskHandle();
  return useSyncExternalStore(desk.subscribe, desk.get);
}

const EMPTY: Settings = { draft: { version: 0, edits: [] }, published: null, locked: [], schedules: [], problems: [] };

/** Keeps looking for what others change while somebody works; an idle desk lets its session run out like any other page. */
export function useLookout(): void {
  const idle = useIdle(RESTING_MS, { initialState: false });
  useGetSettingsQuery(undefined, { pollingInterval: idle ? 0 : LOOK_MS, skipPollingIfUnfocused: true });
}

/** Everything about the desk as a whole. */
export function useDesk() {
  const desk = useDeskHandle();
  const local = useLocal();
  const query = useGetSettingsQuery();
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const settings = query.data ?? EMPTY;
  const edits = useMemo(() => overlayOf(local).reduce<Edit[]>((all, edit) => merged(all, edit), settings.draft.edits as Edit[]), [local, settings.draft.edits]);
  return {
    /** What the server said last; empty while it is on its way (`isReady` false). */
    ...settings,
    isReady: query.data !== undefined,
    error: query.data ? undefined : query.error,
    refetch: query.refetch,
    /** Every place that differs from what is live, with what is on its way. */
    edits,
    /** How saving stands, the message id where it failed, and when it worked last. */
    state: saveState(local),
    failure: local.failure,
    savedAt: local.savedAt,
    conflict: local.conflict,
    canUndo: local.undo.length > 0,
    canRedo: local.redo.length > 0,
    canEdit: (place: Place) => mayEdit(authority, place) && !isLockedBy(settings.locked, place),
    canPublish: mayPublish(authority),
    undo: desk.undo,
    redo: desk.redo,
    /** Changes several places as one step (a new form: its file and its entry). */
    edit: desk.edit,
    read: desk.read,
    flush: desk.flush,
    settle: desk.settle,
    discard: desk.discard,
    forget: desk.forget,
  };
}

/** The files of the bundle, those that the draft adds included. */
export function useFiles(): { files: FileEntry[]; isLoading: boolean } {
  const { data, isLoading } = useGetSettingFilesQuery();
  return { files: data?.items ?? [], isLoading };
}

/** Why a place cannot be changed: the operators keep it, or the person's role does not reach it. */
export type ReadOnly = "locked" | "role" | null;

export interface Setting<T> {
  /** As the draft has it, with what was typed just now; undefined where there is nothing (or it is on its way). */
  value: T | undefined;
  base: T | undefined;
  published: T | undefined;
  /** `undefined` takes the place away. `step` names the undo step where a whole document is edited in many places. */
  set: (value: T | undefined, step?: string) => void;
  /** Back to what the operators' bundle says. */
  reset: () => void;
  isLoading: boolean;
  failed: boolean;
  /** Differs from what is live. */
  isChanged: boolean;
  /** Differs from the base: the school's own. */
  isOwn: boolean;
  readOnly: ReadOnly;
  isLocked: boolean;
  /** Who changed it in the draft last. */
  by: { name: string; at: string } | null;
  /** What the draft's check found at or below this place. */
  problems: Diagnostic[];
  /** The last edit here that the server would not take. */
  refused: Refused | null;
}

const NONE: Layers = { base: null, published: null };

/** One place of the school's configuration, to be shown and changed; no file is a place where nothing is. */
export function useSetting<T>(named: string | null, pointer: string): Setting<T> {
  const file = named ?? "";
  const desk = useDeskHandle();
  const local = useLocal();
  const { draft, locked, problems } = useGetSettingsQuery().data ?? EMPTY;
  const layer = useGetSettingFileQuery(named ? { file: named } : skipToken);
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const layers = layer.data ?? NONE;
  const place = useMemo(() => ({ file, pointer }), [file, pointer]);
  const whole = useMemo(() => layered(file, layers, [...(draft.edits as Edit[]), ...overlayOf(local)]), [file, layers, draft.edits, local]);
  const value = atPointer(whole, pointer) as T | undefined;
  const base = baseAt(layers, pointer) as T | undefined;
  const published = publishedAt(layers, pointer) as T | undefined;
  const lock = isLockedBy(locked, place);
  const readOnly: ReadOnly = lock ? "locked" : mayEdit(authority, place) ? null : "role";
  const set = useCallback(
    (next: T | undefined, step?: string) => desk.edit([{ file, pointer, value: next }], step === undefined ? undefined : `${file}#${pointer}#${step}`),
    [desk, file, pointer],
  );
  const reset = useCallback(() => desk.edit([{ file, pointer, value: base }], `${file}#${pointer}#reset`), [desk, file, pointer, base]);
  const drafted = draft.edits.filter((edit) => overlaps(edit, place)).toSorted((one, two) => two.version - one.version)[0];
  return {
    value, base, published, set, reset, readOnly,
    isLoading: layer.isLoading,
    failed: layer.isError,
    isChanged: layer.data !== undefined && !same(value, published),
    isOwn: layer.data !== undefined && !same(value, base),
    isLocked: lock,
    by: drafted ? { name: drafted.by.name, at: drafted.at } : null,
    problems: problems.filter((problem) => problem.file === file && covers(pointer, problem.pointer)),
    refused: local.refused[placeKey(place)] ?? null,
  };
}

/** A place of `school.yaml`. */
export const useSchoolSetting = <T>(pointer: string) => useSetting<T>("school.yaml", pointer);
