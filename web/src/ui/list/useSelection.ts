import { useCallback, useMemo, useRef, useState } from "react";

/** As many as are chosen at once: what is done with them is done one by one. */
export const MOST_CHOSEN = 100;

/** What of a list is chosen. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Whether all that are loaded are, or as many as may be. */
  all: boolean;
  /** Chooses a row or no longer; with `range` every row from the one that was chosen last to this one. Always the same function. */
  toggle: (id: string, range?: boolean) => void;
  /** Chooses all that are loaded, or none where some are already and nothing else is asked. */
  toggleAll: (all?: boolean) => void;
  set: (ids: readonly string[]) => void;
}

/** What of these rows is chosen; a row that the list no longer shows is not. */
export function useSelection(rows: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const shown = useRef(rows);
  shown.current = rows;
  const ids = useMemo(() => new Set(rows.filter(({ id }) => chosen.has(id)).map(({ id }) => id)), [rows, chosen]);
  const all = rows.length > 0 && ids.size === Math.min(rows.length, MOST_CHOSEN);
  const set = useCallback((next: Iterable<string>) => setChosen(new Set([...next].slice(0, MOST_CHOSEN))), []);
  const toggle = useCallback((id: string, range = false) => {
    const order = shown.current.map((row) => row.id);
    const [from, to] = [order.indexOf(last.current ?? ""), order.indexOf(id)];
    last.current = id;
    setChosen((before) => {
      // What is no longer shown does not count among the most.
      const next = new Set(order.filter((each) => before.has(each)));
      if (range && from >= 0 && to >= 0) for (const each of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      else if (!next.delete(id)) next.add(id);
      return new Set([...next].slice(0, MOST_CHOSEN));
    });
  }, []);
  return { ids, all, toggle, toggleAll: (everything = ids.size === 0) => set(everything ? rows.map(({ id }) => id) : []), set };
}
