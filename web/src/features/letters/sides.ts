/** A letter's text in both languages, read in one of them. Pure. */
import type { Language } from "@/i18n/languages";
import { isBoth, shapeOf, type Body, type Filled } from "@/ui/blocks/tree";

/** A table of both languages in one of them: its words in the order in which it reads, and the figures, which are the same in both. */
function tableIn(block: Filled, language: Language): Filled {
  if (block.k !== "table") return block;
  const places = block.cols.map((_, at) => at);
  const words = places.filter((at) => block.cols[at]?.align !== "number" && block.cols[at]?.lang === language);
  const order = [...(language === "ar" ? words.toReversed() : words), ...places.filter((at) => block.cols[at]?.align === "number")];
  const line = <Cell,>(cells: readonly Cell[]): Cell[] => order.flatMap((at) => cells.slice(at, at + 1));
  return { ...block, cols: line(block.cols), rows: block.rows.map(line), total: block.total.map(line) };
}

/** One language of a text that has both. */
export function sideOf(body: Body, language: Language): readonly Filled[] {
  const shape = shapeOf(body);
  if ("blocks" in shape) return shape.blocks;
  if ("after" in shape) return shape.after[language];
  return shape.pairs.map((pair) => (isBoth(pair) ? tableIn(pair.both, language) : pair[language])).filter((block) => block !== null);
}
