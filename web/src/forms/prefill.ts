/** Answers that a link brings along: `#prefill=<base64url of JSON>`. The fragment never leaves the browser by itself. */
import type { FormDocument, SchemaNode, Values } from "./model";
import { allFields, isUpload } from "./nodes";
import { fits } from "./validator/engine";

/** A longer link is cut by some mail programs. */
const MAX_LENGTH = 8_000;
const PATTERN = /^#prefill=([A-Za-z0-9_-]+)$/;

/** The link that opens a form with these answers. */
export function prefillLink(address: string, values: Values): string {
  const bytes = new TextEncoder().encode(JSON.stringify(values));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `${address}#prefill=${base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The answers of a fragment; null when it brings none. */
export function readPrefill(hash: string): Values | null {
  const encoded = PATTERN.exec(hash)?.[1];
  if (!encoded || encoded.length > MAX_LENGTH) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const values: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return values !== null && typeof values === "object" && !Array.isArray(values) ? (values as Values) : null;
  } catch {
    return null;
  }
}

/** Of some answers those that a link may bring: to questions of the form, of their shape; no files, and nobody's consent. */
export function prefillable(document: Pick<FormDocument, "schema">, values: Values): Values {
  const fields = allFields(document.schema);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const node = fields.get(name);
      return node !== undefined && node.type !== "null" && node.const !== true && !isUpload(node) && !holdsUploads(node) && fits({ properties: { [name]: node } }, { [name]: value });
    }),
  );
}

function holdsUploads(node: SchemaNode): boolean {
  return Object.values(node.items?.properties ?? {}).some(isUpload);
}
