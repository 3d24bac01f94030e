/** The code on a letter: 60 bits in Crockford's base 32, typed by people. */
import { cleanTyped } from "@/i18n/digits";

export const CODE_LENGTH = 12;
const GROUP = 4;
const ALPHABET = /^[0-9A-HJKMNP-TV-Z]*$/;

export type CodeFault = "empty" | "length" | "letters";

/** What was typed or pasted, also a whole address, as its plain symbols; letters that look like digits are read as those. */
function symbols(text: string): string {
  const last = cleanTyped(text).replace(/[?#].*$/s, "").replace(/\/+$/, "").split("/").at(-1) ?? "";
  return last.toUpperCase().replaceAll(/[\s\p{Pd}_.]/gu, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

/** In groups of four, as it is printed. */
export function grouped(text: string): string {
  return symbols(text).match(new RegExp(`.{1,${GROUP}}`, "gu"))?.join("-") ?? "";
}

/** The code as it is asked for, or what is wrong with what was typed. */
export function readCode(text: string): { code: string; fault?: never } | { code?: never; fault: CodeFault } {
  const typed = symbols(text);
  if (typed === "") return { fault: "empty" };
  if (!ALPHABET.test(typed)) return { fault: "letters" };
  if (typed.length !== CODE_LENGTH) return { fault: "length" };
  return { code: grouped(typed) };
}
