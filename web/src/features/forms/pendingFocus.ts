/** The field to put the focus on once its step is drawn: set by a link on another step, taken once. */
let pending: string | null = null;

/** Asks the next step to put the focus on a field. */
export function requestFocus(pointer: string): void {
  pending = pointer;
}

/** The field asked for, if any. */
export function takePendingFocus(): string | null {
  const pointer = pending;
  pending = null;
  return pointer;
}
