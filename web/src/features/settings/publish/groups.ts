/** The leaves that differ, gathered into what a person would name: a form, a table or text, a list, a single setting. Pure. */
import { atPointer, pointerParts, toPointer } from "@/forms/pointer";
import type { Change } from "../desk/types";
import { canonical } from "../forms/model/json";

export type Group =
  | { kind: "form"; id: string; changes: Change[] }
  | { kind: "file"; file: string; changes: Change[] }
  | { kind: "one"; change: Change };

/** The form that a change is about; the builder's page knows no rooms, but forms it knows. */
export function formOf({ file, pointer }: Change): string | null {
  const found = file === "school.yaml" ? /^\/forms\/([^/]+)/.exec(pointer) : /^forms\/(.+)\.json$/.exec(file);
  return found?.[1] ?? null;
}

/** In the order in which each comes first. */
export function groupsOf(changes: readonly Change[]): Group[] {
  const groups = new Map<string, Group>();
  for (const change of changes) {
    const form = formOf(change);
    const isInside = change.pointer !== "" && change.file !== "school.yaml" && !change.file.startsWith("locales/");
    const key = form === null ? (isInside ? change.file : `${change.file}#${change.pointer}`) : `form ${form}`;
    const group = groups.get(key);
    if (group && group.kind !== "one") group.changes.push(change);
    else groups.set(key, form === null ? (isInside ? { kind: "file", file: change.file, changes: [change] } : { kind: "one", change }) : { kind: "form", id: form, changes: [change] });
  }
  return [...groups.values()];
}

const isPlainList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every((each) => typeof each !== "object" || each === null);

/** Leaves of one list as one change of the list: who stood second stands first now, and is not somebody else. */
export function asLists(changes: readonly Change[], before: unknown, after: unknown): Change[] {
  const lists = new Map<string, Change>();
  return changes.flatMap((change) => {
    const parts = pointerParts(change.pointer);
    const pointer = toPointer(parts.slice(0, -1));
    if (change.file !== "school.yaml" || !/^\d+$/.test(parts.at(-1) ?? "")) return [change];
    const [from, to] = [atPointer(before, pointer), atPointer(after, pointer)];
    if (![from, to].every((each) => each === undefined || each === null || isPlainList(each)) || (from === to)) return [change];
    if (lists.has(pointer)) return [];
    const list = { file: change.file, pointer, from: from ?? null, to: to ?? null };
    lists.set(pointer, list);
    return [list];
  });
}

/** How many members of a file's lists (rows, paragraphs) are new, gone, or neither the one nor the other. */
export function membersChanged(before: unknown, after: unknown): { added: number; removed: number; changed: number } {
  const [old, now] = [members(before), members(after)];
  const left = new Map<string, number>();
  for (const each of old) left.set(each, (left.get(each) ?? 0) + 1);
  let fresh = 0;
  for (const each of now) {
    const count = left.get(each) ?? 0;
    if (count === 0) fresh += 1;
    else left.set(each, count - 1);
  }
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  const changed = Math.min(fresh, gone);
  return { added: fresh - changed, removed: gone - changed, changed };
}

/** The members of the lists of a file, each with where its list stands. */
function members(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (Array.isArray(each) ? each.map((item) => `${key} ${canonical(item)}`) : [`${key} ${canonical(each)}`]));
}
