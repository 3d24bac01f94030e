import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconArrowDown, IconArrowUp } from "../icons";
import shared from "../table.module.css";
import classes from "./list.module.css";
import { ListEnd } from "./ListEnd";
import { SelectBox } from "./SelectBox";
import type { More } from "./useListPages";
import type { Selection } from "./useSelection";

export interface ListColumn {
  id: string;
  head: string;
  /** Which way the list is sorted by it, and what a click on its heading does; absent where the heading does not sort. */
  sort?: { direction: "ascending" | "descending" | undefined; onSort: () => void };
}

/** What a row is told of its place in the list. */
export interface RowState {
  index: number;
  /** The one Tab stop of the list. */
  tabbable: boolean;
  opened: boolean;
  /** Makes a row the Tab stop; always the same function, so that rows which did not change are not drawn again. */
  onActive: (index: number) => void;
  /** Where rows can be chosen: whether this one is, and how to. */
  select?: { chosen: boolean; toggle: Selection["toggle"] } | undefined;
}

interface Props<Row> {
  label: string;
  columns: readonly ListColumn[];
  rows: readonly Row[];
  /** How many there are in all; absent where nobody counts them. */
  total: number | undefined;
  /** In px: only the rows in sight are drawn, so they are of one height. */
  rowHeight: number;
  density?: string;
  className?: string | undefined;
  tableClassName?: string | undefined;
  opened: string | null;
  onOpen: (id: string | null) => void;
  more: More;
  /** Where rows can be chosen; each row then begins with a `RowSelect`. */
  selection?: Selection | undefined;
  /** One row: a `<tr data-row={index} aria-rowindex={index + 2}>` whose first link or button opens it. */
  row: (row: Row, state: RowState) => ReactNode;
}

/** Rows before the loaded end at which the next page is asked for. */
const AHEAD = 25;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/** A long list: a real table, of which only the rows in sight are drawn; one Tab stop, arrows go through the rows. */
export function ListTable<Row extends { id: string }>({ label, columns, rows, total, rowHeight, density, className = "", tableClassName = "", opened, onOpen, more, selection, row: draw }: Props<Row>) {
  const { t } = useTranslation("list");
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 12 });
  useEffect(() => virtual.measure(), [rowHeight, virtual]);

  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more.available && !more.loading && !more.failed && lastDrawn >= rows.length - AHEAD) more.load();
  }, [lastDrawn, rows.length, more]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const row = rows[active];
    if (event.key === "Escape" && opened) onOpen(null);
    else if (selection && chooses(event, selection, row)) event.stopPropagation();
    else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else {
      const next = Math.max(0, Math.min(rows.length - 1, active + step));
      setActive(next);
      virtual.scrollToIndex(next);
      // The row may only be drawn after the scroll.
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"] :is(a, button)`)?.focus());
      const there = rows[next];
      if (opened && there) onOpen(there.id);
      // With Shift the rows on the way are chosen.
      if (selection && event.shiftKey && row && there && row !== there) {
        if (!selection.ids.has(row.id)) selection.toggle(row.id);
        selection.toggle(there.id, true);
      }
    }
    event.preventDefault();
  };

  // From the page itself, where nothing else takes the key, an arrow down comes to the list.
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const idle = event.target === document.body || (event.target instanceof Element && event.target.id === "main");
      if (!idle || event.key !== "ArrowDown" || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const first = scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"] :is(a, button)`) ?? scroller.current?.querySelector<HTMLElement>("[data-row] :is(a, button)");
      if (!first) return;
      first.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [active]);

  // Who closes what was opened comes back to its row, and not to the top of the page.
  const wasOpened = useRef(opened);
  useEffect(() => {
    if (wasOpened.current && !opened && document.activeElement === document.body) scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"] :is(a, button)`)?.focus();
    wasOpened.current = opened;
  }, [opened, active]);

  const across = columns.length + (selection ? 1 : 0);
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={`${shared.scroller} ${className}`} data-density={density}>
      <table className={`${shared.table} ${tableClassName}`} data-density={density} aria-rowcount={total ?? -1} aria-label={label} data-keys={selection ? "list select" : "list"} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" data-column="select" className={classes.select}>
                <SelectBox aria-label={t("select.all")} checked={selection.all} indeterminate={selection.ids.size > 0 && !selection.all} onChange={() => selection.toggleAll()} />
              </th>
            )}
            {columns.map(({ id, head, sort }) => (
              <th key={id} scope="col" data-column={id} aria-sort={sort?.direction}>
                {sort ? (
                  <button type="button" className={classes.sort} onClick={sort.onSort}>
                    {head}
                    {sort.direction === "ascending" && <IconArrowUp size={14} stroke={2} aria-hidden />}
                    {sort.direction === "descending" && <IconArrowDown size={14} stroke={2} aria-hidden />}
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={across} />}
          {drawn.map(({ index }) => {
            const row = rows[index];
            return row && draw(row, { index, tabbable: index === active, opened: opened === row.id, onActive: setActive, select: selection && { chosen: selection.ids.has(row.id), toggle: selection.toggle } });
          })}
          {after > 0 && <Spacer height={after} columns={across} />}
        </tbody>
      </table>
      <ListEnd shown={rows.length} total={total} more={more} />
    </div>
  );
}

/** Keys that choose: Space the row where one is, Ctrl+A all that are loaded, Escape none. */
function chooses(event: KeyboardEvent, selection: Selection, row: { id: string } | undefined): boolean {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  // A box and a button take their own Space.
  if (key === " " && row && target instanceof HTMLAnchorElement && !ctrlKey && !metaKey && !altKey) selection.toggle(row.id, event.shiftKey);
  else if (key.toLowerCase() === "a" && (ctrlKey || metaKey) && !altKey) selection.toggleAll(true);
  else if (key === "Escape" && selection.ids.size > 0) selection.set([]);
  else return false;
  return true;
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} className={shared.spacer} />
    </tr>
  );
}
