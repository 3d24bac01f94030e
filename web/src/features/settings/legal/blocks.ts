/** A text as blocks: what kinds there are, what our own text reads as, what one language lacks. Pure. */
import type { LegalWhich } from "@/api/legal";
import type { Language } from "@/i18n/languages";
import type { Insertable } from "../desk/FieldButtons";

/** Where a block stands only sometimes: a field has a value, has none, or has one of these codes. */
export interface When {
  field: string;
  is: "filled" | "empty" | string[];
}

export interface Column {
  head: string;
  number?: boolean;
}

export interface TableBlock {
  kind: "table";
  columns: Column[];
  /** A list of the letter's: the rows are drawn for each of its entries. */
  each?: string;
  rows: string[][];
  total?: string[];
}

export type TextBlock = { kind: "heading" | "paragraph" | "note"; text: string } | { kind: "list"; items: string[]; ordered?: boolean };
export type Block = (TextBlock | TableBlock | { kind: "break" | "signatures" }) & { when?: When };

/** `texts/terms.json`, `texts/privacy.json`; the body of a letter. */
export type LegalText = Record<Language, Block[]>;

/** What every text is made of. */
export const KINDS = ["heading", "paragraph", "list", "note"] as const;
/** What letters are made of. */
export const LETTER_KINDS = [...KINDS, "table", "break", "signatures"] as const;
export type Kind = (typeof LETTER_KINDS)[number];

/** What the contract allows. */
export const MOST = { blocks: 100, text: 2000, items: 30, item: 500, columns: 6, rows: 40, codes: 60 } as const;

/** What the server fills in, in every text. */
export const FIELDS = ["school", "website", "mail"] as const;

/** A list of a letter's, with what a row for each of its entries may name. */
export interface Listed {
  name: string;
  label: string;
  fields: readonly Insertable[];
}

/** A field that a block can depend on; one with codes says one of them. */
export interface Asked {
  name: string;
  label: string;
  code: string | null;
}

/** What a text may be made of, and what it may name. */
export interface Palette {
  kinds: readonly Kind[];
  fields: readonly Insertable[];
  lists: readonly Listed[];
  asks: readonly Asked[];
}

export const newBlock = (kind: Kind): Block => {
  if (kind === "list") return { kind, items: [""] };
  if (kind === "table") return { kind, columns: [{ head: "" }, { head: "", number: true }], rows: [["", ""]] };
  return kind === "break" || kind === "signatures" ? { kind } : { kind, text: "" };
};

const hasText = (block: Block): block is Extract<Block, { text: string }> => "text" in block;

/** The words of a block; a list's points line by line. Tables and marks have none of their own. */
export const wordsOf = (block: Block): string => (block.kind === "list" ? block.items.join("\n") : hasText(block) ? block.text : "");

/** The block with other words. An empty line at the end is the next point being begun. */
export function withWords(block: Block, words: string): Block {
  if (block.kind === "list") return { ...block, items: words.split("\n").slice(0, MOST.items).map((item) => item.slice(0, MOST.item)) };
  return hasText(block) ? { ...block, text: words.slice(0, MOST.text) } : block;
}

/** The same words as another kind of block, where it stands as before. */
export function asKind(block: Block, kind: Kind): Block {
  if (block.kind === kind) return block;
  const when = block.when ? { when: block.when } : {};
  const words = wordsOf(block);
  if (kind === "list") {
    const items = words.split("\n").filter((item) => item.trim() !== "");
    return { kind, items: items.length > 0 ? items : [""], ...when };
  }
  if (kind === "table" || kind === "break" || kind === "signatures") return { ...newBlock(kind), ...when };
  return { kind, text: words, ...when };
}

/** Whether a block says nothing yet. */
export function isEmpty(block: Block): boolean {
  if (block.kind === "list") return block.items.every((item) => item.trim() === "");
  return hasText(block) && block.text.trim() === "";
}

/** The web's standard text as blocks, from the words of its namespace. */
export function standardBlocks(words: Readonly<Record<string, unknown>>, which: LegalWhich): Block[] {
  const blocks: Block[] = [];
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

/** A table with one column more, or without one: every row has a cell for each. */
export function withColumns(table: TableBlock, columns: Column[], at: number | null): TableBlock {
  const cells = (row: readonly string[]) => (at === null ? [...row, ""] : row.filter((_, place) => place !== at));
  return { ...table, columns, rows: table.rows.map(cells), ...(table.total ? { total: cells(table.total) } : {}) };
}

/** How a block begins, where it has words. */
export function beginning(block: Block): string {
  switch (block.kind) {
    case "list":
      return block.items[0] ?? "";
    case "table":
      return block.columns.map(({ head }) => head).join(" · ");
    case "break":
    case "signatures":
      return "";
    default:
      return block.text;
  }
}

/** The element that a block is written in. */
export const placeOf = (language: Language, index: number) => `block-${language}-${index}`;
