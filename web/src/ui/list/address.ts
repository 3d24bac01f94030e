/** A list's search, filters and opened row live in its address, so that a list can be kept, sent and gone back to. Pure. */

/** The named parts of an address that say something. */
export function partsOf<Name extends string>(search: URLSearchParams, names: readonly Name[]): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name)?.trim();
    if (value) found[name] = value;
  }
  return found;
}

/** The address with one part set, or removed by null. */
export function withPart(search: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** The address without the named parts. */
export function withoutParts(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of names) next.delete(name);
  return next;
}
