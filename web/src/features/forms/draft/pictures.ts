/** Pictures of signatures and small ones of papers, kept on the device that they were given on until the form is sent: the server hands none out to families. */
import { openDB, type DBSchema, type IDBPDatabase } from "idb";

interface StoredPicture {
  /** Which form of which school it belongs to. */
  form: string;
  src: string;
  at: number;
}

interface Schema extends DBSchema {
  pictures: { key: string; value: StoredPicture };
}

/** A draft lives no longer than this. */
const LONGEST_MS = 90 * 86_400_000;

let opening: Promise<IDBPDatabase<Schema>> | null = null;
/** What a private window does not let us keep is at least there as long as the page. */
const seen = new Map<string, StoredPicture>();

async function attempt<T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  try {
    opening ??= openDB<Schema>("qabul-signatures", 1, { upgrade: (db) => void db.createObjectStore("pictures") });
    return await work(await opening);
  } catch {
    opening = null;
    return undefined;
  }
}

/** Keeps a picture by its upload. */
export async function storePicture(form: string, upload: string, src: string): Promise<void> {
  const picture = { form, src, at: Date.now() };
  seen.set(upload, picture);
  await attempt((db) => db.put("pictures", picture, upload));
  await drop((each) => each.at < Date.now() - LONGEST_MS);
}

/** The picture of an upload; null where this device has none. */
export async function readPicture(upload: string): Promise<string | null> {
  const stored = seen.get(upload) ?? (await attempt((db) => db.get("pictures", upload)));
  return stored?.src ?? null;
}

/** Deletes the pictures of a form: it was sent, or the device is shared. */
export async function dropPictures(form: string): Promise<void> {
  await drop((each) => each.form === form);
}

async function drop(which: (picture: StoredPicture) => boolean): Promise<void> {
  for (const [upload, kept] of seen) if (which(kept)) seen.delete(upload);
  await attempt(async (db) => {
    const store = db.transaction("pictures", "readwrite").store;
    for (let cursor = await store.openCursor(); cursor; cursor = await cursor.continue()) if (which(cursor.value)) await cursor.delete();
  });
}
