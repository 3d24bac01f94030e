/** The school's own reasons as its file has them (`tenants/src/bundle/rounds.rs`). Pure. */
import type { Bilingual } from "@/api/types";
import type { Status } from "@/api/standing";

export interface Reason {
  code: string;
  text: Bilingual;
  /** The statuses to which it can lead; all where none is named. */
  for?: Status[];
}

export const MOST_REASONS = 40;
export const LONGEST_REASON = 80;
export const LONGEST_CODE = 40;

/** What a history can name. */
export const isCode = (text: string): boolean => /^[a-z0-9_]{1,40}$/.test(text);

/** Whether a new one can be saved beside the others. */
export const isWhole = ({ code, text }: Reason, others: readonly Reason[]): boolean => isCode(code) && text.en.trim() !== "" && text.ar.trim() !== "" && others.every((other) => other.code !== code);

/** A code made of English words; empty where nothing of them can be one. */
export const codeOf = (words: string): string => words.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "").slice(0, LONGEST_CODE);

/** The reason in other English words; its code follows them as long as nobody wrote one, and it is not published. */
export function withEnglish(reason: Reason, en: string, isPublished: boolean): Reason {
  const follows = !isPublished && (reason.code === "" || reason.code === codeOf(reason.text.en));
  return { ...reason, code: follows ? codeOf(en) : reason.code, text: { ...reason.text, en } };
}

/** The reason for these statuses; none of them is all. */
export function withStatuses({ code, text }: Reason, statuses: readonly Status[]): Reason {
  return { code, text, ...(statuses.length > 0 && { for: [...statuses] }) };
}
