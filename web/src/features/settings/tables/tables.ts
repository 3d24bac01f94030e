/** The school's tables as files: which there are, and a new one. Pure. */
import { isGone } from "../desk/layers";
import type { Edit, FileEntry } from "../desk/types";
import type { TableRow } from "./model";

/** What a table can be called: the file's name, and what a component asks for. */
export const TABLE_NAME = /^[a-z][a-z0-9_]{0,39}$/;

export const fileOf = (name: string) => `tables/${name}.yaml`;

/** A table, and how it stands. */
export interface TableFile {
  name: string;
  drafted: boolean;
  /** The school's own, or changed by it. */
  changed: boolean;
}

/** The tables that there are with the draft's edits over the files; what a person deleted just now is none. */
export function tablesOf(files: readonly FileEntry[], edits: readonly Edit[]): TableFile[] {
  const gone = new Set(edits.filter(({ pointer, value, reset }) => pointer === "" && !reset && isGone(value)).map(({ file }) => file));
  const known = new Map(files.map((entry) => [entry.file, entry]));
  for (const { file, reset } of edits) if (!reset && !known.has(file)) known.set(file, { file, in_base: false, changed: false, drafted: true });
  // A draft that takes back what only it had leaves nothing.
  const left = [...known.values()].filter(({ file, in_base, changed, drafted }) => !gone.has(file) && (in_base || changed || !drafted || edits.some((edit) => edit.file === file && !edit.reset)));
  return left
    .flatMap(({ file, drafted, changed }) => {
      const name = /^tables\/(.+)\.yaml$/.exec(file)?.[1];
      return name ? [{ name, drafted, changed }] : [];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

export const COLUMN_KINDS = ["number", "text", "date", "flag"] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** A column to be; without a name the rule is a single value. */
export interface NewColumn {
  name: string;
  kind: ColumnKind;
}

/** Whether each column has a name of its own, or the only one has none. */
export function columnsFit(columns: readonly NewColumn[]): boolean {
  const names = columns.map(({ name }) => name.trim());
  return names.length === 1 || (names.every((name) => name !== "") && new Set(names).size === names.length);
}

/** A table with its first rule, whose cells say what their columns hold. */
export function newTable({ purpose, key, columns, today }: { purpose: string; key: string; columns: readonly NewColumn[]; today: string }): { description?: string; rows: TableRow[] } {
  const [only] = columns;
  const begun = (kind: ColumnKind) => ({ number: 0, text: "", date: today, flag: false })[kind];
  const value = columns.length === 1 && only?.name.trim() === "" ? begun(only.kind) : Object.fromEntries(columns.map(({ name, kind }) => [name.trim(), begun(kind)]));
  return { ...(purpose.trim() ? { description: purpose.trim() } : {}), rows: [{ key: key.trim(), from: today, value }] };
}
