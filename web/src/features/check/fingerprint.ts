/** The fingerprint of a file, calculated here: the file never leaves the browser. */

/** A letter of 200 rows is a fifth of a megabyte; what is larger than this is none, and would only fill a phone's memory. */
export const LARGEST = 20 * 1024 * 1024;

export type FileFault = "kind" | "large" | "unread" | "unable";
export type Fingerprint = { sha256: string; fault?: never } | { sha256?: never; fault: FileFault };

const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** Readers take a file whose first line is not at its very beginning. */
const HEAD = 1_024;

/** SHA-256 in lower-case hex; browsers calculate it on https alone. */
export async function fingerprintOf(file: Blob): Promise<Fingerprint> {
  if (file.size > LARGEST) return { fault: "large" };
  const { subtle } = globalThis.crypto ?? {};
  if (!subtle) return { fault: "unable" };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isPdf(bytes.subarray(0, HEAD))) return { fault: "kind" };
    return { sha256: hex(await subtle.digest("SHA-256", bytes)) };
  } catch {
    return { fault: "unread" };
  }
}

const isPdf = (head: Uint8Array): boolean => head.some((_, at) => PDF.every((byte, offset) => head[at + offset] === byte));

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** In groups of four, as it is read out. */
export const inFours = (sha256: string): string => sha256.toUpperCase().replaceAll(/(.{4})(?=.)/g, "$1 ");
