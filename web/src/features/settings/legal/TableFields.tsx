import { ActionIcon, Button, Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { IconPlus, IconTrash } from "@/ui/icons";
import { inserted, select, selectionOf } from "../desk/insert";
import { MOST, withColumns, type Palette, type TableBlock } from "./blocks";
import { InsertField } from "./InsertField";
import classes from "./legal.module.css";

interface Props {
  table: TableBlock;
  name: string;
  language: Language;
  palette: Palette;
  off: boolean;
  onChange: (table: TableBlock) => void;
}

/** Where somebody types: a heading, a row, or the last row that stands out. */
type Place = { part: "head" | "row" | "total"; row: number; column: number };

/** A table: columns with their headings, rows of cells, and a row for each entry of one of the letter's lists. */
export function TableFields({ table, name, language, palette, off, onChange }: Props) {
  const { t } = useTranslation("settingsWords");
  const last = useRef<{ place: Place; field: HTMLInputElement } | null>(null);
  const list = palette.lists.find((each) => each.name === table.each);
  const set = ({ part, row, column }: Place, value: string) => {
    const cells = (all: readonly string[]) => all.map((cell, at) => (at === column ? value : cell));
    if (part === "head") onChange({ ...table, columns: table.columns.map((each, at) => (at === column ? { ...each, head: value } : each)) });
    else if (part === "total") onChange({ ...table, total: cells(table.total ?? []) });
    else onChange({ ...table, rows: table.rows.map((all, at) => (at === row ? cells(all) : all)) });
  };
  const cell = (place: Place, value: string, label: string) => (
    <TextInput
      key={`${place.part}${place.row}-${place.column}`}
      size="xs"
      aria-label={label}
      lang={language}
      dir={language === "ar" ? "rtl" : "ltr"}
      maxLength={MOST.item}
      readOnly={off}
      value={value}
      onFocus={(event) => (last.current = { place, field: event.currentTarget })}
      onChange={(event) => set(place, event.currentTarget.value)}
    />
  );
  const insert = (token: string) => {
    if (!last.current) return;
    const { place, field } = last.current;
    const typed = inserted(field.value, selectionOf(field), token);
    set(place, typed.value);
    select(field, typed);
  };
  const takeAway = <Key extends keyof TableBlock>(key: Key) => {
    const { [key]: _gone, ...rest } = table;
    return rest as TableBlock;
  };
  return (
    <div className={classes.table}>
      <NativeSelect
        size="xs"
        label={t("legal.table.each")}
        disabled={off}
        value={table.each ?? ""}
        data={[{ value: "", label: t("legal.table.each.none") }, ...palette.lists.map((each) => ({ value: each.name, label: t("legal.table.each.of", { list: each.label }) }))]}
        onChange={(event) => onChange(event.currentTarget.value ? { ...table, each: event.currentTarget.value } : takeAway("each"))}
      />
      <div className={classes.columns} data-columns={table.columns.length} role="group" aria-label={t("legal.table.columns", { block: name })}>
        {table.columns.map((column, at) => (
          <div key={at} className={classes.column}>
            {cell({ part: "head", row: 0, column: at }, column.head, t("legal.table.head", { n: at + 1 }))}
            <Checkbox
              size="xs"
              label={t("legal.table.number")}
              disabled={off}
              checked={column.number ?? false}
              onChange={({ currentTarget: { checked } }) => onChange({ ...table, columns: table.columns.map((each, place) => (place === at ? (checked ? { head: each.head, number: true } : { head: each.head }) : each)) })}
            />
            <Remove off={off || table.columns.length === 1} label={t("legal.table.column.remove", { n: at + 1 })} onClick={() => onChange(withColumns(table, table.columns.filter((_, place) => place !== at), at))} />
          </div>
        ))}
      </div>
      {table.rows.map((row, at) => (
        <div key={at} className={classes.cells} role="group" aria-label={t("legal.table.row", { n: at + 1 })}>
          {table.columns.map((_, column) => cell({ part: "row", row: at, column }, row[column] ?? "", t("legal.table.cell", { row: at + 1, column: column + 1 })))}
          <Remove off={off || table.rows.length === 1} label={t("legal.table.row.remove", { n: at + 1 })} onClick={() => onChange({ ...table, rows: table.rows.filter((_, place) => place !== at) })} />
        </div>
      ))}
      {table.total && (
        <div className={classes.cells} role="group" aria-label={t("legal.table.total")}>
          {table.columns.map((_, column) => cell({ part: "total", row: 0, column }, table.total?.[column] ?? "", t("legal.table.total.cell", { column: column + 1 })))}
        </div>
      )}
      <div className={classes.tools}>
        <Add off={off || table.rows.length >= MOST.rows} text={t("legal.table.row.add")} onClick={() => onChange({ ...table, rows: [...table.rows, table.columns.map(() => "")] })} />
        <Add off={off || table.columns.length >= MOST.columns} text={t("legal.table.column.add")} onClick={() => onChange(withColumns(table, [...table.columns, { head: "" }], null))} />
        <InsertField label={t("legal.insert", { block: name })} off={off} fields={[...(list?.fields ?? []), ...palette.fields]} onInsert={insert} />
        <Switch
          size="xs"
          label={t("legal.table.total")}
          disabled={off}
          checked={table.total !== undefined}
          onChange={({ currentTarget: { checked } }) => onChange(checked ? { ...table, total: table.columns.map(() => "") } : takeAway("total"))}
        />
      </div>
    </div>
  );
}

function Remove({ label, off, onClick }: { label: string; off: boolean; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={30} disabled={off} aria-label={label} onClick={onClick}>
      <IconTrash size={16} stroke={1.5} />
    </ActionIcon>
  );
}

function Add({ text, off, onClick }: { text: string; off: boolean; onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" disabled={off} leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={onClick}>
      {text}
    </Button>
  );
}
