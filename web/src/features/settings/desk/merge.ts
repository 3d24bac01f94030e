/** Two people changed the same thing: what can be put together by itself, and what somebody has to decide. */
import { toPointer, pointerParts } from "@/forms/pointer";
import { same } from "./layers";

/** A leaf that both changed, each in another way. */
export interface Clash {
  /** From the place of the edit on. */
  pointer: string;
  theirs: unknown;
  mine: unknown;
}

export interface Merge {
  clashes: Clash[];
  /** What only the other changed. */
  taken: Array<{ pointer: string; value: unknown }>;
  /** The value put together, where `minePointers` go to me. */
  settle: (mine: ReadonlySet<string>) => unknown;
}

type Node = { kind: "value"; value: unknown } | { kind: "clash"; pointer: string; theirs: unknown; mine: unknown } | { kind: "object"; array: boolean; members: Array<[string, Node]> };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Lists are taken apart only where nobody added, removed or moved: an index says nothing otherwise. */
function alike(...values: unknown[]): boolean {
  if (!values.every(isObject)) return false;
  const arrays = values.map(Array.isArray);
  if (arrays.every((is) => !is)) return true;
  return arrays.every(Boolean) && new Set((values as unknown as unknown[][]).map((list) => list.length)).size === 1;
}

/** Merges what two made of the same value, leaf by leaf. */
export function mergeThree(before: unknown, theirs: unknown, mine: unknown): Merge {
  const clashes: Clash[] = [];
  const taken: Merge["taken"] = [];
  const walk = (was: unknown, their: unknown, my: unknown, parts: readonly string[]): Node => {
    const pointer = toPointer(parts);
    if (same(their, my) || same(their, was)) return { kind: "value", value: my };
    if (same(my, was)) {
      taken.push({ pointer, value: their });
      return { kind: "value", value: their };
    }
    if (alike(was, their, my)) {
      const [a, b, c] = [was, their, my] as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
      const keys = [...new Set([...Object.keys(c), ...Object.keys(b)])];
      return { kind: "object", array: Array.isArray(my), members: keys.map((key) => [key, walk(a[key], b[key], c[key], [...parts, key])]) };
    }
    clashes.push({ pointer, theirs: their, mine: my });
    return { kind: "clash", pointer, theirs: their, mine: my };
  };
  const tree = walk(before, theirs, mine, []);
  return { clashes, taken, settle: (choice) => built(tree, choice) };
}

function built(node: Node, mine: ReadonlySet<string>): unknown {
  if (node.kind === "value") return node.value;
  if (node.kind === "clash") return mine.has(node.pointer) ? node.mine : node.theirs;
  const members = node.members.map(([key, below]) => [key, built(below, mine)] as const).filter(([, value]) => value !== undefined);
  return node.array ? members.map(([, value]) => value) : Object.fromEntries(members);
}

/** Every leaf in which two values differ; lists of different lengths are one leaf. */
export function leafChanges(from: unknown, to: unknown, at = ""): Array<{ pointer: string; from: unknown; to: unknown }> {
  if (same(from, to)) return [];
  if (!alike(from, to)) return [{ pointer: at, from, to }];
  const [left, right] = [from, to] as [Record<string, unknown>, Record<string, unknown>];
  const parts = pointerParts(at);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => leafChanges(left[key], right[key], toPointer([...parts, key])));
}
