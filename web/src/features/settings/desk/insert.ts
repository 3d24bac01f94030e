/** Typing into a field from beside it: a field's name, stars around what is selected. */

/** A text field that somebody may be in. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface Typed {
  value: string;
  /** What is selected afterwards. */
  from: number;
  to: number;
}

/** Puts a text in the place of what is selected; at the end where nobody was in the field yet. */
export function inserted(value: string, at: { from: number; to: number } | null, text: string): Typed {
  const { from, to } = at ?? { from: value.length, to: value.length };
  return { value: value.slice(0, from) + text + value.slice(to), from: from + text.length, to: from + text.length };
}

/** Puts marks around what is selected, or takes them away again. */
export function wrapped(value: string, { from, to }: { from: number; to: number }, mark: string): Typed {
  const chosen = value.slice(from, to);
  const inside = chosen.startsWith(mark) && chosen.endsWith(mark) && chosen.length >= 2 * mark.length;
  if (inside) {
    const bare = chosen.slice(mark.length, -mark.length);
    return { value: value.slice(0, from) + bare + value.slice(to), from, to: from + bare.length };
  }
  if (value.slice(from - mark.length, from) === mark && value.slice(to, to + mark.length) === mark) {
    return { value: value.slice(0, from - mark.length) + chosen + value.slice(to + mark.length), from: from - mark.length, to: to - mark.length };
  }
  return { value: value.slice(0, from) + mark + chosen + mark + value.slice(to), from: from + mark.length, to: to + mark.length };
}

/** What is selected in a field. */
export const selectionOf = (field: TextField | null): { from: number; to: number } | null =>
  field ? { from: field.selectionStart ?? field.value.length, to: field.selectionEnd ?? field.value.length } : null;

/** Goes back into the field once it has been drawn with its new value. */
export function select(field: TextField | null, { from, to }: Typed): void {
  requestAnimationFrame(() => {
    field?.focus();
    field?.setSelectionRange(from, to);
  });
}
