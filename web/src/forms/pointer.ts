/** JSON pointers (RFC 6901) and the ids of the inputs that they stand for. */

/** The prefix of every input's id: the page's root element may own `root`, RJSF's default. */
export const ID_PREFIX = "f";
/** Field names hold underscores, so the parts of an id are joined by dots. */
export const ID_SEPARATOR = ".";

/** The parts of a pointer, unescaped: `/a/0` gives `['a', '0']`. */
export function pointerParts(pointer: string): string[] {
  const path = pointer.startsWith("#") ? pointer.slice(1) : pointer;
  if (path === "") return [];
  return path.slice(1).split("/").map((part) => unescape(part));
}

function unescape(part: string): string {
  const plain = part.includes("%") ? safeDecode(part) : part;
  return plain.replaceAll("~1", "/").replaceAll("~0", "~");
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The pointer made of these parts. */
export function toPointer(parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What stands at a pointer, or undefined. */
export function atPointer(root: unknown, pointer: string): unknown {
  let node = root;
  for (const part of pointerParts(pointer)) {
    if (node === null || typeof node !== "object") return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return node;
}

/** The id of the input that a pointer stands for. */
export function inputId(pointer: string): string {
  return [ID_PREFIX, ...pointerParts(pointer)].join(ID_SEPARATOR);
}

/** A field's name as the server knows it: the top-level name, or names joined by dots without the items' numbers. */
export function fieldName(pointer: string): string {
  return pointerParts(pointer)
    .filter((part) => !/^\d+$/.test(part))
    .join(".");
}

/** The top-level field that a pointer is about, or undefined for the whole. */
export function topField(pointer: string): string | undefined {
  return pointerParts(pointer)[0];
}
