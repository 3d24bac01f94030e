/** A form that changed since families saw it gets a new version, once. */
import { same } from "./json";
import type { StoredDocument } from "./types";

function parts(version: string): number[] {
  return version.split(".").map(Number);
}

function isNewer(version: string, than: string): boolean {
  const [one, two] = [parts(version), parts(than)];
  const at = one.findIndex((part, index) => part !== two[index]);
  return at >= 0 && (one[at] ?? 0) > (two[at] ?? 0);
}

/** The next version after one. */
export function bump(version: string): string {
  const [major = 1, minor = 0] = parts(version);
  return minor < 9999 ? `${major}.${minor + 1}.0` : `${major + 1}.0.0`;
}

/** A document with the version that it needs beside the published one. */
export function versioned(document: StoredDocument, published: StoredDocument | undefined): StoredDocument {
  if (!published || isNewer(document.version, published.version)) return document;
  const asBefore = { ...document, version: published.version };
  return same(asBefore, published) ? asBefore : { ...document, version: bump(published.version) };
}
