/**
 * Whether two values say the same, as the form library asks it of props and answers: functions are alike, and what holds itself is
 * followed once. It stands in place of a package that does the same for every kind of object there is.
 */
export default function deepEquals(one: unknown, other: unknown): boolean {
  return equal(one, other, new Map());
}

function equal(one: unknown, other: unknown, under: Map<object, object>): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one === "function") return typeof other === "function";
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  // Within itself: whether they are alike is decided where the question began.
  if (under.get(one) === other) return true;
  under.set(one, other);
  const same = sameInside(one, other, under);
  under.delete(one);
  return same;
}

function sameInside(one: object, other: object, under: Map<object, object>): boolean {
  if (one instanceof Date) return Object.is(one.getTime(), (other as Date).getTime());
  if (one instanceof RegExp) return one.source === (other as RegExp).source && one.flags === (other as RegExp).flags;
  if (one instanceof Map || one instanceof Set) return equal([...one], [...(other as Iterable<unknown>)], under);
  // Bytes, files, promises and elements of the page are only ever themselves.
  if (!Array.isArray(one) && Object.prototype.toString.call(one) !== "[object Object]") return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => Object.hasOwn(other, name) && equal((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name], under));
}
