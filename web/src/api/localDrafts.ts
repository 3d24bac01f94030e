/** Forms that were begun in this browser: where their tokens are kept, and which there are. */

const PREFIX = "qabul.draft.";

/** The local-storage key under which a form's draft is remembered. */
export function draftKey(school: string, form: string): string {
  return `${PREFIX}${school}.${form}`;
}

/** A draft that this browser knows. */
export interface LocalDraft {
  form: string;
  token: string;
}

/** The drafts of a school that this browser remembers. */
export function localDrafts(school: string): LocalDraft[] {
  const prefix = draftKey(school, "");
  const found: LocalDraft[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue;
    try {
      const value: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
      const token = typeof value === "object" && value !== null && "token" in value ? value.token : null;
      if (typeof token === "string" && token) found.push({ form: key.slice(prefix.length), token });
    } catch {
      // Something else wrote there: it is no draft.
    }
  }
  return found;
}

/** Forgets one form that was begun in this browser, with its unsent answers and the pictures of its papers. */
export function forgetLocalDraft(school: string, form: string): void {
  localStorage.removeItem(draftKey(school, form));
  const name = `${school}/${form}`;
  takeOut("qabul-forms", "drafts", (key) => key === name);
  takeOut("qabul-signatures", "pictures", (_, value) => typeof value === "object" && value !== null && "form" in value && value.form === name);
}

/** Takes records out of one of our databases, where this browser has it. */
function takeOut(database: string, store: string, isMeant: (key: IDBValidKey, value: unknown) => boolean): void {
  const factory = globalThis.indexedDB as IDBFactory | undefined;
  if (!factory) return;
  const asked = factory.open(database);
  // There was none, and none is made.
  asked.onupgradeneeded = () => asked.transaction?.abort();
  asked.onsuccess = () => {
    const opened = asked.result;
    const walk = opened.transaction(store, "readwrite").objectStore(store).openCursor();
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor) return opened.close();
      if (isMeant(cursor.key, cursor.value)) cursor.delete();
      cursor.continue();
    };
  };
}

/** Forgets every draft of a school in this browser: for shared devices. */
export function forgetLocalDrafts(school: string): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftKey(school, ""))) localStorage.removeItem(key);
  // Answers that were never sent, and pictures of signatures and papers, lie in databases of their own.
  for (const name of ["qabul-forms", "qabul-signatures"]) indexedDB.deleteDatabase(name);
}

/** Lets this browser go on with a draft that was begun elsewhere on the site. */
export function rememberDraft(school: string, form: string, token: string): void {
  try {
    localStorage.setItem(draftKey(school, form), JSON.stringify({ token }));
  } catch {
    // A full or forbidden storage costs the convenience of coming back; the server has the draft.
  }
}
