import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { directionOf } from "@/i18n/languages";
import classes from "./blocks.module.css";
import { Runs } from "./Runs";
import { plain, type Column, type Run, type Table } from "./tree";

/** A table: its words name rows and columns, its figures stand at the right in either direction, decimals below each other. */
export function BlockTable({ table }: { table: Table }) {
  const { t } = useTranslation("letters");
  const [scrolls, watch] = useScrolls();
  const row = (cells: ReadonlyArray<readonly Run[]>, at: number) => (
    <tr key={at}>
      {table.cols.map((col, place) => (
        <Cell key={place} col={col} names={namesRow(table.cols, place)} runs={cells[place] ?? []} />
      ))}
    </tr>
  );
  return (
    // Only what can be moved is stopped at by the keyboard.
    <div ref={watch} className={classes.scroller} {...(scrolls ? { role: "region", "aria-label": t("blocks.table"), tabIndex: 0 } : {})}>
      <table className={classes.table}>
        <thead>
          <tr>
            {table.cols.map((col, place) => (
              <Cell key={place} col={col} names="col" runs={col.head} />
            ))}
          </tr>
        </thead>
        <tbody>{table.rows.map(row)}</tbody>
        {table.total.length > 0 && <tfoot>{table.total.map(row)}</tfoot>}
      </table>
    </div>
  );
}

function Cell({ col, names, runs }: { col: Column; names: "col" | "row" | null; runs: readonly Run[] }) {
  // A heading without words names nothing.
  const Tag = names && plain(runs).trim() !== "" ? "th" : "td";
  return (
    <Tag lang={col.lang} dir={directionOf(col.lang)} className={col.wide ? classes.wide : undefined} data-align={col.align} {...(Tag === "th" && names ? { scope: names } : {})}>
      <Runs runs={runs} />
    </Tag>
  );
}

/** Rows are named by their first words, and in two languages by those in the other as well. */
function namesRow(cols: readonly Column[], place: number): "row" | null {
  const first = cols.findIndex(({ align }) => align !== "number");
  const other = cols.findLastIndex(({ align, lang }) => align !== "number" && lang !== cols[first]?.lang);
  return place === first || place === other ? "row" : null;
}

/** Whether something is wider than its place, as long as it is shown. */
function useScrolls(): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const look = () => setScrolls(element.scrollWidth > element.clientWidth);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [scrolls, watch];
}
