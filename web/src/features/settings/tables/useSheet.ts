import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { sorted, type TableRow } from "./model";

/** A cell: its row's place in the file (not on the screen), and its column's. */
export interface Spot {
  row: number;
  column: number;
}

/**
 * Which cell is active, and how the keys lead from one to the next. The rows are shown in order; while somebody works in the
 * sheet they stay where they are, so that nothing moves away under the hand.
 */
export function useSheet(rows: readonly TableRow[], columns: number, shown: (row: number) => boolean) {
  const [order, setOrder] = useState(() => sorted(rows));
  const [active, setActive] = useState<Spot>({ row: order[0] ?? 0, column: 0 });
  const grid = useRef<HTMLTableElement>(null);
  const inside = useRef(false);
  const wanted = useRef(false);
  useEffect(() => {
    setOrder((before) => (inside.current && before.length === rows.length ? before : sorted(rows)));
  }, [rows]);
  const visible = order.filter((row) => row < rows.length && shown(row));
  const here: Spot = visible.includes(active.row) ? active : { row: visible[0] ?? 0, column: Math.min(active.column, columns - 1) };

  // After the sheet was drawn with the new cell.
  useEffect(() => {
    if (!wanted.current) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${here.row}:${here.column}"]`);
    if (!cell) return;
    wanted.current = false;
    (cell.querySelector<HTMLElement>("button") ?? cell).focus();
  });
  const goTo = useCallback((spot: Spot) => {
    wanted.current = true;
    setActive(spot);
  }, []);
  const step = (rowsOn: number, columnsOn: number) => {
    const at = Math.min(visible.length - 1, Math.max(0, visible.indexOf(here.row) + rowsOn));
    goTo({ row: visible[at] ?? here.row, column: Math.min(columns - 1, Math.max(0, here.column + columnsOn)) });
  };
  /** The keys that move; whether it was one of them. */
  const move = (event: KeyboardEvent): boolean => {
    const forward = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
    const far = event.ctrlKey || event.metaKey;
    const moves: Record<string, () => void> = {
      ArrowUp: () => step(far ? -visible.length : -1, 0),
      ArrowDown: () => step(far ? visible.length : 1, 0),
      ArrowLeft: () => step(0, far ? -forward * columns : -forward),
      ArrowRight: () => step(0, far ? forward * columns : forward),
      Home: () => step(far ? -visible.length : 0, -columns),
      End: () => step(far ? visible.length : 0, columns),
      PageUp: () => step(-10, 0),
      PageDown: () => step(10, 0),
    };
    const found = moves[event.key];
    if (!found) return false;
    event.preventDefault();
    found();
    return true;
  };
  /** To the next cell of the row, or the first of the next row. */
  const next = (by: 1 | -1) => {
    const column = here.column + by;
    if (column >= 0 && column < columns) step(0, by);
    else step(by, by === 1 ? -columns : columns);
  };
  const focused = {
    onFocus: () => {
      inside.current = true;
    },
    onBlur: (event: React.FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      inside.current = false;
      setOrder(sorted(rows));
    },
  };
  return { grid, visible, active: here, activate: setActive, goTo, step, next, move, focused };
}
