import { useSyncExternalStore } from "react";

/** A short word about something that was done, with what can be done about it. */
export interface Toast {
  id: number;
  text: string;
  action?: { label: string; run: () => void };
  tone?: "good" | "bad";
}

let shown: Toast | null = null;
let last = 0;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Shows a toast in the place of the one before. */
export function toast(next: Omit<Toast, "id"> | null): void {
  shown = next && { ...next, id: ++last };
  for (const listener of listeners) listener();
}

/** The toast that is shown now. */
export function useToast(): Toast | null {
  return useSyncExternalStore(subscribe, () => shown);
}
