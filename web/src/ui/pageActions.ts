/** What can be done with what is open on the page: the page says it, the command palette lists it first. */
import { useEffect, useId, useSyncExternalStore, type ReactNode } from "react";

export interface PageAction {
  id: string;
  label: string;
  icon: ReactNode;
  run: () => void;
}

const NONE: readonly PageAction[] = [];
const listeners = new Set<() => void>();
/** As it was drawn last, by each part of the page that offers something. */
const drawn = new Map<string, readonly PageAction[]>();
/** As it is listed: another list only where another is read. */
let listed = NONE;

function offer(by: string, offered: readonly PageAction[]): void {
  if (offered === NONE) drawn.delete(by);
  else drawn.set(by, offered);
  const actions = [...drawn.values()].flat();
  const isSame = actions.length === listed.length && actions.every(({ id, label }, at) => listed[at]?.id === id && listed[at].label === label);
  if (isSame) return;
  // What an action does is what it does when it is chosen.
  listed = actions.map(({ id, label, icon }) => ({ id, label, icon, run: () => [...drawn.values()].flat().find((each) => each.id === id)?.run() }));
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Offers these for as long as who calls it is on the page, beside what other parts of it offer. */
export function useOfferedHere(actions: readonly PageAction[]): void {
  const by = useId();
  useEffect(() => offer(by, actions));
  useEffect(() => () => offer(by, NONE), [by]);
}

/** What the page offers now. */
export const usePageActions = (): readonly PageAction[] => useSyncExternalStore(listen, () => listed);
