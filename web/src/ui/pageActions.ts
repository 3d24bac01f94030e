/** What can be done with what is open on the page: the page says it, the command palette lists it first. */
import { useEffect, useSyncExternalStore, type ReactNode } from "react";

export interface PageAction {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

const NONE: readonly PageAction[] = [];
const listeners = new Set<() => void>();
/** As it was drawn last. */
let latest = NONE;
/** As it is listed: another list only where another is read. */
let listed = NONE;

function offer(actions: readonly PageAction[]): void {
  latest = actions;
  const isSame = actions.length === listed.length && actions.every(({ id, label }, at) => listed[at]?.id === id && listed[at].label === label);
  if (isSame) return;
  // What an action does is what it does when it is chosen.
  listed = actions.map(({ id, label, icon }) => ({ id, label, icon, run: () => latest.find((each) => each.id === id)?.run() }));
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers these for as long as who calls it is on the page. */
export function useOfferedHere(actions: readonly PageAction[]): void {
  useEffect(() => offer(actions));
  useEffect(() => () => offer(NONE), []);
}

/** What the page offers now. */
export const usePageActions = (): readonly PageAction[] => useSyncExternalStore(listen, () => listed);
