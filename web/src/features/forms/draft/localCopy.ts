/** Answers that the server does not have yet, kept in the browser (IndexedDB) and deleted once it has them. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Values } from "@/forms/model";

/** One form's unsent answers. */
export interface LocalCopy {
  values: Values;
  /** What the server last confirmed, to tell later whose change is whose. */
  base: Values | null;
  step: string | null;
  token: string | null;
  version: number | null;
  formVersion: string;
  at: number;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: LocalCopy };
}

let opening: Promise<IDBPDatabase<Schema>> | null = null;

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>("qabul-forms", 1, { upgrade: (db) => void db.createObjectStore("drafts") });
  return opening;
}

function keyOf(school: string, form: string): string {
  return `${school}/${form}`;
}

/** Private windows and full disks may refuse; the answers then live in the page and on the server only. */
async function attempt<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  try {
    return await work(await database());
  } catch {
    opening = null;
    return undefined;
  }
}

/** The unsent answers of a form. */
export function readCopy(school: string, form: string): Promise<LocalCopy | undefined> {
  return attempt((db) => db.get("drafts", keyOf(school, form)));
}

/** Keeps unsent answers. */
export async function writeCopy(school: string, form: string, copy: LocalCopy): Promise<void> {
  await attempt((db) => db.put("drafts", copy, keyOf(school, form)));
}

/** Deletes them. */
export async function dropCopy(school: string, form: string): Promise<void> {
  await attempt((db) => db.delete("drafts", keyOf(school, form)));
}
