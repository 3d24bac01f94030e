import { ActionIcon } from "@mantine/core";
import { useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconCopy, IconTrash } from "@/ui/icons";
import { CellInput, CellView } from "./CellView";
import { copied, hasCell, holds, parseCell, problemsOf, typedText, valueAt, withCell, type CellProblem, type Column, type TableRow } from "./model";
import classes from "./tables.module.css";
import { useSheet, type Spot } from "./useSheet";

interface Props {
  rows: readonly TableRow[];
  columns: readonly Column[];
  today: string;
  label: string;
  off: boolean;
  shown: (row: number) => boolean;
  /** What the server says of a cell. */
  problemAt: (row: number, column: Column) => string | undefined;
  onChange: (rows: TableRow[], step: string) => void;
  onRemoved: (row: TableRow) => void;
}

interface Editing extends Spot {
  text: string;
  problem: CellProblem | null;
}

/** A table that is worked in as a sheet: arrows go from cell to cell, typing begins, Enter and Tab go on, Escape gives up. */
export function Sheet({ rows, columns, today, label, off, shown, problemAt: told, onChange, onRemoved }: Props) {
  const { t } = useTranslation("settingsPlugins");
  const { language } = useLanguage();
  // What stands beside the cells of the file: when it holds, and what can be done with the row.
  const sheet = useSheet(rows, columns.length + 3, shown);
  const [editing, setEditing] = useState<Editing | null>(null);
  // The leaving of a field that is already done with says nothing more.
  const over = useRef(true);
  const states = holds(rows, today);
  const problems = problemsOf(rows);

  const name = (column: Column) => (column.id === "value" ? (column.part ?? t("table.value")) : t(`table.${column.id}`));
  const problemOf = (row: number, column: Column): string | undefined => {
    const own = column.id === "value" ? undefined : problems[row]?.[column.id];
    return own ? t(`table.problem.${own}`) : told(row, column);
  };
  const begin = (spot: Spot, text?: string) => {
    const [row, column] = [rows[spot.row], columns[spot.column]];
    if (off || !row || !column || !hasCell(row, column)) return;
    const value = valueAt(row, column);
    if (column.kind === "flag") {
      onChange(rows.map((each, at) => (at === spot.row ? withCell(each, column, value !== true) : each)), `${spot.row} ${name(column)} ${Date.now()}`);
      return;
    }
    over.current = false;
    sheet.activate(spot);
    setEditing({ ...spot, text: text ?? typedText(value, column.kind, language), problem: null });
  };
  const end = () => {
    over.current = true;
    setEditing(null);
  };
  const done = (then: "down" | "up" | "on" | "back" | "stay") => {
    if (!editing || over.current) return;
    const [row, column] = [rows[editing.row], columns[editing.column]];
    if (!row || !column) return end();
    const parsed = parseCell(editing.text, column.kind, valueAt(row, column));
    if ("problem" in parsed && then !== "stay") return setEditing({ ...editing, problem: parsed.problem });
    // Who goes elsewhere with something that cannot be leaves the cell as it was.
    if ("value" in parsed && editing.text !== typedText(valueAt(row, column), column.kind, language)) {
      onChange(rows.map((each, at) => (at === editing.row ? withCell(each, column, parsed.value) : each)), `${editing.row} ${name(column)} ${Date.now()}`);
    }
    end();
    if (then === "down") sheet.step(1, 0);
    else if (then === "up") sheet.step(-1, 0);
    else if (then === "on" || then === "back") sheet.next(then === "on" ? 1 : -1);
  };
  const clear = (spot: Spot) => {
    const [row, column] = [rows[spot.row], columns[spot.column]];
    if (off || !row || !column || !hasCell(row, column) || column.id === "key" || column.id === "from") return;
    onChange(rows.map((each, at) => (at === spot.row ? withCell(each, column, undefined) : each)), `${spot.row} ${name(column)} ${Date.now()}`);
  };
  const press = (event: KeyboardEvent, spot: Spot) => {
    if (sheet.move(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || spot.column >= columns.length) return;
    if (event.key === "Enter" || event.key === "F2" || (event.key === " " && columns[spot.column]?.kind === "flag")) begin(spot);
    else if (event.key === "Delete" || event.key === "Backspace") clear(spot);
    else if (event.key.length === 1 && event.key !== " ") begin(spot, event.key);
    else return;
    event.preventDefault();
  };
  const copy = (index: number) => {
    const row = rows[index];
    if (!row) return;
    onChange([...rows, copied(row)], `copy ${Date.now()}`);
    sheet.goTo({ row: rows.length, column: 1 });
  };
  const remove = (index: number) => {
    const row = rows[index];
    if (!row) return;
    const at = sheet.visible.indexOf(index);
    const neighbour = sheet.visible[at + 1] ?? sheet.visible[at - 1] ?? 0;
    onChange(rows.filter((_, each) => each !== index), `remove ${Date.now()}`);
    sheet.goTo({ row: neighbour > index ? neighbour - 1 : neighbour, column: columns.length + 2 });
    onRemoved(row);
  };
  const isActive = (row: number, column: number) => sheet.active.row === row && sheet.active.column === column;
  const reach = (row: number, column: number) => ({ "data-cell": `${row}:${column}`, tabIndex: isActive(row, column) ? 0 : -1, onKeyDown: (event: KeyboardEvent) => press(event, { row, column }) });

  return (
    <div className={classes.wrap} data-keys="sheet">
      {/* A data grid of the ARIA practices: a table whose cells are reached by the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table ref={sheet.grid} className={classes.sheet} role="grid" aria-label={label} aria-readonly={off} {...sheet.focused}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={`${column.id} ${"part" in column ? column.part : ""}`} scope="col" data-kind={column.kind}>
                <bdi>{name(column)}</bdi>
              </th>
            ))}
            <th scope="col">{t("table.holds")}</th>
            <th scope="col" colSpan={2}>
              <span className="unseen">{t("table.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sheet.visible.map((index) => {
            const row = rows[index];
            const state = states[index];
            if (!row || !state) return null;
            const called = `${row.key} ${row.from}`.trim();
            return (
              <tr key={index} data-holds={state}>
                {columns.map((column, at) => {
                  const typing = editing?.row === index && editing.column === at ? editing : null;
                  const problem = typing?.problem ? t(`table.problem.${typing.problem}`) : typing ? undefined : problemOf(index, column);
                  const has = hasCell(row, column);
                  return (
                    <td
                      key={`${column.id} ${"part" in column ? column.part : ""}`}
                      {...reach(index, at)}
                      data-kind={column.kind}
                      data-typing={typing ? true : undefined}
                      aria-invalid={problem ? true : undefined}
                      data-absent={!has || undefined}
                      onClick={() => (isActive(index, at) && document.activeElement?.getAttribute("data-cell") === `${index}:${at}` ? begin({ row: index, column: at }) : !typing && sheet.goTo({ row: index, column: at }))}
                      onDoubleClick={() => !typing && begin({ row: index, column: at })}
                    >
                      {typing ? (
                        <CellInput
                          text={typing.text}
                          label={`${name(column)}: ${called}`}
                          kind={column.kind}
                          error={problem}
                          onChange={(text) => setEditing({ ...typing, text, problem: null })}
                          onDone={done}
                          onCancel={() => {
                            end();
                            sheet.goTo({ row: index, column: at });
                          }}
                        />
                      ) : (
                        has && <CellView value={valueAt(row, column)} kind={column.kind} />
                      )}
                      {problem && (
                        <span className={classes.problem} role={typing ? "alert" : undefined}>
                          {problem}
                        </span>
                      )}
                    </td>
                  );
                })}
                <td {...reach(index, columns.length)}>
                  <span className={classes.holds} data-holds={state}>
                    {t(`table.holds.${state}`)}
                  </span>
                </td>
                {([
                  ["copy", IconCopy, copy],
                  ["remove", IconTrash, remove],
                ] as const).map(([action, Icon, act], at) => {
                  const { tabIndex, ...cell } = reach(index, columns.length + 1 + at);
                  return (
                    <td key={action} className={classes.action} {...cell}>
                      <ActionIcon variant="subtle" color="gray" size={32} tabIndex={tabIndex} disabled={off} aria-label={t(`table.${action}`, { row: called })} title={t(`table.${action}`, { row: called })} onClick={() => act(index)}>
                        <Icon size={16} stroke={1.5} />
                      </ActionIcon>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
