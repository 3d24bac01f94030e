/** Forms as files on the person's own disk. */
import { isStoredDocument, type StoredDocument } from "../model/types";

/** The server takes no larger document. */
const MAX_BYTES = 256 * 1024;

/** Hands a document to the browser as a file. */
export function exportForm(id: string, document: StoredDocument): void {
  download(`${id}.json`, `${JSON.stringify(document, null, 2)}\n`, "application/json");
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = window.document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The form document of a file, or why it is none. */
export async function importForm(file: File): Promise<StoredDocument | "tooLarge" | "notAForm"> {
  if (file.size > MAX_BYTES) return "tooLarge";
  try {
    const value: unknown = JSON.parse(await file.text());
    return isStoredDocument(value) ? value : "notAForm";
  } catch {
    return "notAForm";
  }
}
