/** Three answers to "is this letter yours?": ours and unchanged; known, but changed or older; not ours. */
import type { CheckApi, KnownLetter } from "./api";

export interface Asked {
  /** Null where none was typed. */
  code: string | null;
  /** Of the chosen file; null where there is none. */
  sha256: string | null;
}

export type Answer =
  | {
      /** `ended` is unchanged but no longer valid, `other` the file of another letter than the code's, `open` a code without a file. */
      kind: "same" | "ended" | "older" | "changed" | "other" | "open";
      letter: KnownLetter;
      /** The file was found although no letter has the code. */
      codeUnknown?: true;
    }
  | { kind: "unknown"; by: "code" | "file" | "both" };

const STANDS: readonly KnownLetter["state"][] = ["offered", "accepted", "issued"];

/** Whether a letter still counts. */
export const stands = (letter: KnownLetter): boolean => STANDS.includes(letter.state);

/** How a file stands to the files that were issued of a letter. */
export function compared(letter: KnownLetter, sha256: string): "same" | "ended" | "older" | "changed" {
  const file = letter.files.find((each) => each.sha256.toLowerCase() === sha256);
  if (!file) return "changed";
  if (file.kind === "offered" && letter.files.some(({ kind }) => kind === "signed")) return "older";
  return stands(letter) ? "same" : "ended";
}

/** Compares here what can be compared here; only where that finds nothing the server is asked for the file's fingerprint. */
export async function answerTo({ code, sha256 }: Asked, api: CheckApi): Promise<Answer | null> {
  const letter = code ? await api.byCode(code) : null;
  if (letter && !sha256) return { kind: "open", letter };
  const kind = letter && sha256 ? compared(letter, sha256) : "changed";
  if (letter && kind !== "changed") return { kind, letter };
  const found = sha256 ? await api.byHash(sha256) : null;
  if (found && sha256) {
    if (letter) return { kind: "other", letter: found };
    return { kind: compared(found, sha256), letter: found, ...(code ? { codeUnknown: true } : {}) };
  }
  if (letter) return { kind: "changed", letter };
  if (!code && !sha256) return null;
  return { kind: "unknown", by: code && sha256 ? "both" : code ? "code" : "file" };
}
