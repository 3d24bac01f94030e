/** Bringing together the answers of this page and those that another tab or device has saved meanwhile. */
import type { Values } from "@/forms/model";

/** A field that both sides have changed differently. */
export interface Conflict {
  field: string;
  mine: unknown;
  theirs: unknown;
}

/** JSON with sorted keys: equal answers give equal text. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, item]) => `${JSON.stringify(name)}:${stableJson(item)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

/** Whether two answers say the same. */
export function sameAnswer(one: unknown, two: unknown): boolean {
  return stableJson(one) === stableJson(two);
}

/**
 * Merges field by field against the last state that both sides shared. What only one side changed is taken from it; the rest
 * is for the person to decide. Without a known base every difference is.
 */
export function mergeAnswers(base: Values | null, mine: Values, theirs: Values): { merged: Values; conflicts: Conflict[] } {
  const merged: Values = {};
  const conflicts: Conflict[] = [];
  for (const field of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [own, other] = [mine[field], theirs[field]];
    let taken = other;
    if (!sameAnswer(own, other)) {
      if (base && sameAnswer(base[field], other)) taken = own;
      else if (!base || !sameAnswer(base[field], own)) conflicts.push({ field, mine: own, theirs: other });
    }
    if (taken !== undefined) merged[field] = taken;
  }
  return { merged, conflicts };
}

/** What one side changed since the last state that both shared; an answer that was taken away is null. */
export function changedSince(base: Values | null, mine: Values): Values {
  const fields = new Set([...Object.keys(base ?? {}), ...Object.keys(mine)]);
  const changed = [...fields].filter((field) => !sameAnswer(base?.[field], mine[field]));
  return Object.fromEntries(changed.map((field) => [field, mine[field] ?? null]));
}

/** The merged answers after the person has chosen: the fields named here are taken from this page. */
export function resolveConflicts(merged: Values, conflicts: readonly Conflict[], keepMine: ReadonlySet<string>): Values {
  const values: Values = { ...merged };
  for (const { field, mine, theirs } of conflicts) {
    const taken = keepMine.has(field) ? mine : theirs;
    if (taken === undefined) delete values[field];
    else values[field] = taken;
  }
  return values;
}
