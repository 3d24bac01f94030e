/** A legal text as blocks: what kinds there are, what our own text reads as, what one language lacks. Pure. */
import type { LegalBlock, LegalWhich } from "@/api/legal";
import type { Language } from "@/i18n/languages";

/** `texts/terms.json`, `texts/privacy.json`. */
export type LegalText = Record<Language, LegalBlock[]>;

export const KINDS = ["heading", "paragraph", "list", "note"] as const;
export type Kind = (typeof KINDS)[number];

/** What the contract allows. */
export const MOST = { blocks: 100, text: 2000, items: 30, item: 500 } as const;

/** What the server fills in. */
export const FIELDS = ["school", "website", "mail"] as const;

export const newBlock = (kind: Kind): LegalBlock => (kind === "list" ? { kind, items: [""] } : { kind, text: "" });

/** The words of a block; a list's points line by line. */
export const wordsOf = (block: LegalBlock): string => (block.kind === "list" ? block.items.join("\n") : block.text);

/** The block with other words. An empty line at the end is the next point being begun. */
export function withWords(block: LegalBlock, words: string): LegalBlock {
  return block.kind === "list" ? { kind: "list", items: words.split("\n").slice(0, MOST.items).map((item) => item.slice(0, MOST.item)) } : { kind: block.kind, text: words.slice(0, MOST.text) };
}

/** The same words as another kind of block. */
export function asKind(block: LegalBlock, kind: Kind): LegalBlock {
  if (block.kind === kind) return block;
  if (kind !== "list") return { kind, text: wordsOf(block) };
  const items = wordsOf(block).split("\n").filter((item) => item.trim() !== "");
  return { kind, items: items.length > 0 ? items : [""] };
}

/** Whether a block says nothing yet. */
export const isEmpty = (block: LegalBlock): boolean => (block.kind === "list" ? block.items.every((item) => item.trim() === "") : block.text.trim() === "");

/** The web's standard text as blocks, from the words of its namespace. */
export function standardBlocks(words: Readonly<Record<string, unknown>>, which: LegalWhich): LegalBlock[] {
  const blocks: LegalBlock[] = [];
  for (let n = 1; typeof words[`${which}.${n}.text`] === "string"; n += 1) {
    const heading = words[`${which}.${n}.heading`];
    if (typeof heading === "string") blocks.push({ kind: "heading", text: heading });
    blocks.push({ kind: "paragraph", text: String(words[`${which}.${n}.text`]).replaceAll(/<\/?b>/g, "**") });
  }
  return blocks;
}

/** The language that has fewer blocks, and how many fewer; null where both have as many. */
export function lacking(text: LegalText): { language: Language; fewer: number; none: boolean } | null {
  const fewer = text.en.length - text.ar.length;
  if (fewer === 0) return null;
  const language = fewer > 0 ? "ar" : "en";
  return { language, fewer: Math.abs(fewer), none: text[language].length === 0 };
}

/** Whether a value could be a legal text at all; the server says what is wrong with one. */
export function isLegalText(value: unknown): value is LegalText {
  return typeof value === "object" && value !== null && "en" in value && "ar" in value && Array.isArray(value.en) && Array.isArray(value.ar);
}
