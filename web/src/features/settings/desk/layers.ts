/** The arithmetic of layers: what stands at a place when edits lie over the published and the base value. */
import { atPointer, pointerParts, toPointer } from "@/forms/pointer";
import type { Edit, Layers, Place } from "./types";

/** Files in which a null takes the key away; elsewhere it is a value like others. */
const removesByNull = (file: string) => file === "school.yaml" || file.startsWith("locales/");
/** What a whole file becomes when it is taken away. */
export const GONE = { $gone: true } as const;

export const isGone = (value: unknown): boolean => typeof value === "object" && value !== null && "$gone" in value;

/** Whether a pointer is another one or stands above it. */
export function covers(upper: string, lower: string): boolean {
  return upper === lower || lower.startsWith(`${upper}/`);
}

/** Whether two places have something in common. */
export function overlaps(one: Place, other: Place): boolean {
  return one.file === other.file && (covers(one.pointer, other.pointer) || covers(other.pointer, one.pointer));
}

/** A name for a place, for maps. */
export const placeKey = ({ file, pointer }: Place) => `${file}#${pointer}`;

type Json = Record<string, unknown> | unknown[];
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** A copy with another value at the pointer; `undefined` takes it away. Objects on the way are made where they lack. */
export function withValue(root: unknown, pointer: string, value: unknown): unknown {
  return put(root, pointerParts(pointer), value);
}

function put(node: unknown, parts: readonly string[], value: unknown): unknown {
  const [head, ...rest] = parts;
  if (head === undefined) return value;
  if (value === undefined && !isJson(node)) return node;
  if (Array.isArray(node)) {
    const copy = [...(node as unknown[])];
    const index = head === "-" ? copy.length : Number(head);
    if (rest.length === 0 && value === undefined) copy.splice(index, 1);
    else copy[index] = put(copy[index], rest, value);
    return copy;
  }
  const copy: Record<string, unknown> = isJson(node) ? { ...node } : {};
  const below = put(copy[head], rest, value);
  if (below === undefined) delete copy[head];
  else copy[head] = below;
  return copy;
}

/** The value of a file when these edits lie over it. Nothing (`undefined`) where there is no such file. */
export function layered(file: string, layers: Layers, edits: readonly Edit[]): unknown {
  let value: unknown = layers.published ?? undefined;
  for (const edit of edits) {
    if (edit.file !== file) continue;
    value = withValue(value, edit.pointer, edit.reset ? baseAt(layers, edit.pointer) : edit.value === null && removesByNull(file) ? undefined : edit.value);
  }
  return isGone(value) ? undefined : value;
}

/** What the operators' bundle says there. */
export const baseAt = (layers: Layers, pointer: string) => atPointer(layers.base ?? undefined, pointer);
/** What is live there. */
export const publishedAt = (layers: Layers, pointer: string) => atPointer(layers.published ?? undefined, pointer);

/** The edit that makes a place read as `value`. */
export function editTo(place: Place, value: unknown, layers: Layers): Edit {
  const { file, pointer } = place;
  if (same(value, baseAt(layers, pointer))) return { file, pointer, reset: true };
  if (value === undefined) return { file, pointer, value: pointer === "" ? GONE : null };
  return { file, pointer, value };
}

/** Adds an edit to a list without overlaps: it takes the place of those below it, and goes into one above it. */
export function merged<E extends Edit>(edits: readonly E[], edit: E): E[] {
  const above = edits.find((each) => each.file === edit.file && each.pointer !== edit.pointer && covers(each.pointer, edit.pointer) && !each.reset);
  if (above && !edit.reset) {
    const inner = toPointer(pointerParts(edit.pointer).slice(pointerParts(above.pointer).length));
    return edits.map((each) => (each === above ? { ...above, value: withValue(above.value, inner, edit.value === null && removesByNull(edit.file) ? undefined : edit.value) } : each));
  }
  return [...edits.filter((each) => !(each.file === edit.file && covers(edit.pointer, each.pointer))), edit];
}

/** Whether two values say the same, whatever the order of their keys. */
export function same(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isJson(one) || !isJson(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [Object.entries(one), other as Record<string, unknown>];
  return left.length === Object.keys(other).length && left.every(([key, value]) => key in right && same(value, right[key]));
}

/** Whether the operators keep this place, or something in it, for themselves. */
export function isLockedBy(locked: readonly string[], { file, pointer }: Place): boolean {
  return locked.some((lock) => (lock.startsWith("/") ? file === "school.yaml" && (covers(lock, pointer) || covers(pointer, lock)) : lock === file || (lock.endsWith("/") && file.startsWith(lock))));
}
