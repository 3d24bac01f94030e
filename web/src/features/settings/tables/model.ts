/** A dated rule table as a sheet: its columns, its cells, what is wrong in them, and what holds today. Pure. */
import { dateAsTyped, isIsoDate, parseTypedDate } from "@/forms/dates";
import { toWesternDigits } from "@/forms/digits";
import type { Language } from "@/i18n/languages";

/** A row of `tables/<name>.yaml`. */
export interface TableRow {
  key: string;
  /** First day on which it holds. */
  from: string;
  /** Last day; without one until a newer row. */
  to?: string;
  value: unknown;
}

export type CellKind = "text" | "date" | "number" | "flag" | "list" | "json";

/** A column of the sheet. `part` is a name within each row's value; null where the value is one cell by itself. */
export type Column =
  | { id: "key" | "from" | "to"; kind: "text" | "date" }
  | { id: "value"; part: string | null; kind: CellKind };

const DATES = [{ id: "key", kind: "text" }, { id: "from", kind: "date" }, { id: "to", kind: "date" }] as const;

type Parts = Record<string, unknown>;
const isParts = (value: unknown): value is Parts => typeof value === "object" && value !== null && !Array.isArray(value);

/** Key and dates, then whatever the rows' values are made of. */
export function columnsOf(rows: readonly TableRow[]): Column[] {
  const values = rows.map(({ value }) => value);
  const names = [...new Set(values.filter(isParts).flatMap((value) => Object.keys(value)))];
  const plain = values.filter((value) => !isParts(value));
  const columns: Column[] = names.map((part) => ({ id: "value", part, kind: kindOf(values.filter(isParts).map((value) => value[part])) }));
  if (plain.length > 0 || names.length === 0) columns.unshift({ id: "value", part: null, kind: kindOf(plain) });
  return [...DATES, ...columns];
}

/** What all of these are; data that no cell can show by itself is JSON. */
function kindOf(values: readonly unknown[]): CellKind {
  const present = values.filter((value) => value !== undefined && value !== null);
  const all = (test: (value: unknown) => boolean) => present.length > 0 && present.every(test);
  if (all((value) => typeof value === "number")) return "number";
  if (all((value) => typeof value === "boolean")) return "flag";
  if (all((value) => typeof value === "string" && isIsoDate(value))) return "date";
  if (present.every((value) => typeof value === "string")) return "text";
  if (all((value) => Array.isArray(value) && value.every((each) => typeof each === "number" || typeof each === "string"))) return "list";
  return "json";
}

/** Whether a row has such a cell at all: a value without parts has none of them, and the other way round. */
export function hasCell(row: TableRow, column: Column): boolean {
  return column.id !== "value" || (column.part === null ? !isParts(row.value) : isParts(row.value));
}

export function valueAt(row: TableRow, column: Column): unknown {
  if (column.id !== "value") return row[column.id];
  if (column.part === null) return isParts(row.value) ? undefined : row.value;
  return isParts(row.value) ? row.value[column.part] : undefined;
}

/** A cell as it is typed. */
export function typedText(value: unknown, kind: CellKind, language: Language): string {
  if (value === undefined || value === null) return "";
  if (kind === "date") return typeof value === "string" ? dateAsTyped(value, language) : "";
  if (kind === "list") return Array.isArray(value) ? value.join(", ") : "";
  if (kind === "json") return JSON.stringify(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type CellProblem = "required" | "date" | "number" | "json" | "backwards" | "twice" | "long";

/** What was typed as a value; an empty cell has none. */
export function parseCell(text: string, kind: CellKind, before: unknown): { value: unknown } | { problem: CellProblem } {
  const typed = text.trim();
  if (typed === "") return { value: undefined };
  const western = toWesternDigits(typed);
  if (kind === "date") {
    const iso = isIsoDate(western) ? western : parseTypedDate(typed);
    return iso ? { value: iso } : { problem: "date" };
  }
  if (kind === "number") {
    const value = Number(western.replaceAll(/[\s,٬]/g, "").replace("٫", "."));
    return Number.isFinite(value) ? { value } : { problem: "number" };
  }
  if (kind === "flag") return { value: /^(true|yes|y|1|نعم)$/i.test(western) };
  if (kind === "list") {
    const items = typed.split(/\s*[,،]\s*/).filter(Boolean);
    const numbers = Array.isArray(before) && before.length > 0 && before.every((each) => typeof each === "number");
    if (!numbers) return { value: items };
    const values = items.map((each) => Number(toWesternDigits(each)));
    return values.every(Number.isFinite) ? { value: values } : { problem: "number" };
  }
  if (kind === "json") {
    try {
      return { value: JSON.parse(typed) as unknown };
    } catch {
      return { problem: "json" };
    }
  }
  return typed.length > 2000 ? { problem: "long" } : { value: typed };
}

/** The row with another value in a cell. */
export function withCell(row: TableRow, column: Column, value: unknown): TableRow {
  if (column.id === "value") {
    if (column.part === null) return { ...row, value: value ?? null };
    const parts = isParts(row.value) ? { ...row.value } : {};
    if (value === undefined) delete parts[column.part];
    else parts[column.part] = value;
    return { ...row, value: parts };
  }
  if (column.id === "to") {
    const { to: _to, ...rest } = row;
    return typeof value === "string" ? { ...rest, to: value } : rest;
  }
  return { ...row, [column.id]: typeof value === "string" ? value : "" };
}

/** What is wrong in the cells of each row, by the id of the column. */
export function problemsOf(rows: readonly TableRow[]): Array<Partial<Record<"key" | "from" | "to", CellProblem>>> {
  return rows.map((row, index) => {
    const found: Partial<Record<"key" | "from" | "to", CellProblem>> = {};
    if (row.key.trim() === "") found.key = "required";
    else if (row.key.length > 200) found.key = "long";
    if (!isIsoDate(row.from)) found.from = row.from === "" ? "required" : "date";
    else if (rows.some((each, at) => at !== index && each.key === row.key && each.from === row.from)) found.from = "twice";
    if (row.to !== undefined && !isIsoDate(row.to)) found.to = "date";
    else if (row.to !== undefined && row.to < row.from) found.to = "backwards";
    return found;
  });
}

export type Holds = "now" | "later" | "over";

/** Whether each row holds on a day: the newest of its key that has begun and not ended. */
export function holds(rows: readonly TableRow[], today: string): Holds[] {
  const runs = (row: TableRow) => row.from <= today && (row.to === undefined || today <= row.to);
  return rows.map((row) => {
    if (row.from > today) return "later";
    return runs(row) && !rows.some((each) => each !== row && each.key === row.key && runs(each) && each.from > row.from) ? "now" : "over";
  });
}

/** The rows' places in the order in which they are shown: key by key as they first come, the oldest day first. */
export function sorted(rows: readonly TableRow[]): number[] {
  const place = new Map<string, number>();
  for (const { key } of rows) if (!place.has(key)) place.set(key, place.size);
  return rows.map((_, index) => index).toSorted((one, two) => {
    const [left, right] = [rows[one], rows[two]];
    if (!left || !right) return 0;
    return (place.get(left.key) ?? 0) - (place.get(right.key) ?? 0) || left.from.localeCompare(right.from) || one - two;
  });
}

/** A year on, for the rules of the next year; the 29th of February becomes the 28th. */
export function copied(row: TableRow): TableRow {
  const { to: _to, ...rest } = row;
  if (!isIsoDate(row.from)) return rest;
  const from = `${Number(row.from.slice(0, 4)) + 1}${row.from.slice(4)}`;
  return { ...rest, from: isIsoDate(from) ? from : `${from.slice(0, 8)}28` };
}

/** A row to be filled in. */
export function blank(rows: readonly TableRow[], today: string): TableRow {
  return { key: "", from: today, value: rows.some(({ value }) => isParts(value)) ? {} : null };
}

/** Whether a file's value is a table. */
export function isTable(value: unknown): value is { rows: TableRow[] } {
  return isParts(value) && Array.isArray(value.rows) && value.rows.every((row) => isParts(row) && typeof row.key === "string" && typeof row.from === "string");
}
