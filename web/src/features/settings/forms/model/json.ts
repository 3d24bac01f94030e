/** Comparing JSON whatever the order of its keys. */
import { isRecord } from "./types";

/** A value with its objects' keys in order. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .toSorted(([one], [two]) => (one < two ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

/** The same text for the same value. */
export function canonical(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? "";
}

/** Whether two values say the same. */
export function same(one: unknown, two: unknown): boolean {
  return one === two || canonical(one) === canonical(two);
}

/** `next` with its keys in the order that they had before: what a person reads in a comparison is then only what changed. */
export function inOrderOf<Value>(next: Value, before: unknown): Value {
  if (Array.isArray(next)) {
    return next.map((item: unknown, index) => inOrderOf(item, Array.isArray(before) ? before[index] : undefined)) as Value;
  }
  if (!isRecord(next) || !isRecord(before)) return next;
  const keys = [...Object.keys(before).filter((key) => key in next), ...Object.keys(next).filter((key) => !(key in before))];
  return Object.fromEntries(keys.map((key) => [key, inOrderOf(next[key], before[key])])) as Value;
}
