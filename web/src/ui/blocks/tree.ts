/** The filled tree: what a text of the school's says once everything is filled in. The server makes it; PDF, page and e-mail draw the same one. */
import type { Language } from "@/i18n/languages";

/** Text, bold runs, something that was filled in (`w`: never broken over lines), or a new line. */
export type Run = string | { b: readonly Run[] } | { f: string; i?: boolean; w?: boolean } | { br: true };

export interface Column {
  head: readonly Run[];
  lang: Language;
  align: "start" | "number" | "center";
  /** Takes the room that the others leave. */
  wide?: boolean;
}

export interface Table {
  k: "table";
  cols: readonly Column[];
  rows: ReadonlyArray<ReadonlyArray<readonly Run[]>>;
  total: ReadonlyArray<ReadonlyArray<readonly Run[]>>;
}

export type Filled =
  | { k: "heading" | "para" | "note"; c: readonly Run[] }
  | { k: "list"; ordered?: boolean; items: ReadonlyArray<readonly Run[]> }
  | Table
  | { k: "break" }
  | { k: "signatures" };

/** A row of a text in two languages: the same block in each, or one for both. */
export type Pair = { both: Filled } | { en: Filled | null; ar: Filled | null };

/** A letter's text as it is kept: in one language, side by side in both, or one after the other where they do not go together. */
export type Body = readonly Filled[] | readonly Pair[] | { en: readonly Filled[]; ar: readonly Filled[] };

const isAfter = (body: Body): body is { en: readonly Filled[]; ar: readonly Filled[] } => !Array.isArray(body);

/** How a body is drawn. */
export function shapeOf(body: Body): { after: { en: readonly Filled[]; ar: readonly Filled[] } } | { pairs: readonly Pair[] } | { blocks: readonly Filled[] } {
  if (isAfter(body)) return { after: body };
  const first = body[0];
  return first && !("k" in first) ? { pairs: body as readonly Pair[] } : { blocks: body as readonly Filled[] };
}

export const isBoth = (pair: Pair): pair is { both: Filled } => "both" in pair;

/** The words of runs, without anything around them. */
export function plain(runs: readonly Run[]): string {
  return runs.map((run) => (typeof run === "string" ? run : "b" in run ? plain(run.b) : "f" in run ? run.f : "\n")).join("");
}

/** Whether the text itself says where the signatures stand; else they come at its end. */
export const placesSignatures = (blocks: readonly (Filled | Pair)[]): boolean =>
  blocks.some((block) => ("k" in block ? block.k === "signatures" : isBoth(block) ? block.both.k === "signatures" : block.en?.k === "signatures" || block.ar?.k === "signatures"));
