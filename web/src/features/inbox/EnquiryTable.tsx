import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import type { EnquiryRow } from "@/api/types";
import { IconArrowDown, IconArrowUp } from "@/ui/icons";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import { ROW_HEIGHT, type Column, type useListLook } from "./columns";
import { DEFAULT_SORT, nextSort, type FilterName } from "./filters";
import { Row } from "./Row";
import classes from "./table.module.css";
import { useFormTexts } from "./useFormTexts";

interface Props {
  rows: readonly EnquiryRow[];
  total: number;
  look: ReturnType<typeof useListLook>;
  sort: string | undefined;
  opened: string | null;
  onOpen: (id: string | null) => void;
  onFilter: (name: FilterName, value: string | null) => void;
  more: { available: boolean; loading: boolean; failed: boolean; load: () => void };
}

/** Columns whose heading sorts, and by what. */
const SORTABLE: Partial<Record<Column | "person", "person" | "score" | "submitted_at">> = { person: "person", score: "score", age: "submitted_at" };
/** Rows before the loaded end at which the next page is asked for. */
const AHEAD = 25;
const IN_PANEL: ReadonlySet<Column> = new Set(["tags", "route", "owner"]);
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };

/** The list itself: a real table, of which only the rows in sight are drawn. */
export function EnquiryTable({ rows, total, look, sort, opened, onOpen, onFilter, more }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const texts = useFormTexts(useMemo(() => rows.filter((row) => row.tags.length > 0 || row.route).map((row) => row.form), [rows]));
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const height = ROW_HEIGHT[look.density];
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => height, overscan: 12 });
  useEffect(() => virtual.measure(), [height, virtual]);

  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more.available && !more.loading && !more.failed && lastDrawn >= rows.length - AHEAD) more.load();
  }, [lastDrawn, rows.length, more]);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
    // The row may only be drawn after the scroll.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus());
    const row = rows[next];
    if (opened && row) onOpen(row.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Escape" && opened) onOpen(null);
    else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else moveTo(active + step);
    event.preventDefault();
  };

  // Beside an opened enquiry there is room for less, and the panel says the rest.
  const shown = opened ? look.columns.filter((column) => !IN_PANEL.has(column)) : look.columns;
  const columns: (Column | "person")[] = ["person", ...shown];
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={shared.scroller} data-density={look.density}>
      <table className={`${shared.table} ${classes.table}`} data-density={look.density} aria-rowcount={total} aria-label={t("inbox.title")} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column} column={column} sort={sort} onSort={(next) => onFilter("sort", next === DEFAULT_SORT ? null : next)} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {drawn.map(({ index }) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={row.id}
                  row={row}
                  index={index}
                  columns={shown}
                  texts={texts}
                  tabbable={index === active}
                  opened={opened === row.id}
                  onActive={() => setActive(index)}
                  onOpen={() => onOpen(row.id)}
                  onTag={(tag) => onFilter("tag", tag)}
                />
              )
            );
          })}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
        </tbody>
      </table>
      <p className={shared.end} aria-live="polite">
        {t("inbox.shown", { count: rows.length, shown: format.number(rows.length), total: format.number(total) })}{" "}
        {more.available && (
          <Button variant="subtle" size="compact-sm" loading={more.loading} onClick={more.load}>
            {more.failed ? t("inbox.more.failed") : t("inbox.more")}
          </Button>
        )}
      </p>
    </div>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={columns} className={shared.spacer} />
    </tr>
  );
}

interface HeadProps {
  column: Column | "person";
  sort: string | undefined;
  onSort: (sort: string) => void;
}

function HeadCell({ column, sort = DEFAULT_SORT, onSort }: HeadProps) {
  const { t } = useTranslation("staff");
  const by = SORTABLE[column];
  const direction = by && sort.replace("-", "") === by ? (sort.startsWith("-") ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" data-column={column} aria-sort={direction}>
      {by ? (
        <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, by))}>
          {t(`column.${column}`)}
          {direction === "ascending" && <IconArrowUp size={14} stroke={2} />}
          {direction === "descending" && <IconArrowDown size={14} stroke={2} />}
        </button>
      ) : (
        t(`column.${column}`)
      )}
    </th>
  );
}
