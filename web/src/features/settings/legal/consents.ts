/** The consents that a school asks for (`texts/consents.json`): what one is, what it still lacks, and ours to begin with. Pure. */
import { LANGUAGES, type Language } from "@/i18n/languages";
import { isLegalText, type Block, type LegalText } from "./blocks";
import * as to from "@/features/auth/paths";

export const CONSENT_KINDS = ["photo", "trip", "medical", "biometric", "data", "other"] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** Kinds that we have a text for. */
export const STANDARD_KINDS = ["photo", "trip", "medical", "biometric", "data"] as const satisfies readonly ConsentKind[];
export type StandardKind = (typeof STANDARD_KINDS)[number];

export interface Consent {
  /** Its stable name; never changed. */
  code: string;
  kind: ConsentKind;
  required: boolean;
  title: Record<Language, string>;
  text: LegalText;
}

export const CONSENTS = "texts/consents.json";
/** What the contract allows. */
export const MOST_CONSENTS = 30;
export const LONGEST_TITLE = 200;

/** What nobody can do without; all else is for the family to decide. */
const NEEDED: readonly ConsentKind[] = ["medical", "data"];

/** The consents of a file; what could be none is left out, the server says what is wrong with it. */
export function consentsIn(value: unknown): Consent[] {
  return Array.isArray(value) ? value.filter(isConsent) : [];
}

function isConsent(value: unknown): value is Consent {
  if (typeof value !== "object" || value === null) return false;
  const { code, title, text } = value as Partial<Consent>;
  return typeof code === "string" && typeof title === "object" && title !== null && isLegalText(text);
}

/** A name that no other consent has: the kind's own, then with a number. */
export function freeCode(kind: ConsentKind, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const code = n === 1 ? kind : `${kind}_${n}`;
    if (!taken.includes(code)) return code;
  }
}

/** One that says nothing yet. */
export const newConsent = (code: string): Consent => ({ code, kind: "other", required: false, title: { en: "", ar: "" }, text: { en: [], ar: [] } });

/** Our own text of a kind, from the words of its namespace in both languages: `<kind>.title`, `<kind>.<n>.<kind of block>`. */
export function standardConsent(kind: StandardKind, code: string, words: Record<Language, Readonly<Record<string, unknown>>>): Consent {
  const title = (language: Language) => textOf(words[language][`${kind}.title`]);
  return {
    code, kind,
    required: NEEDED.includes(kind),
    title: { en: title("en"), ar: title("ar") },
    text: { en: blocksOf(words.en, kind), ar: blocksOf(words.ar, kind) },
  };
}

const textOf = (word: unknown) => (typeof word === "string" ? word : "");

function blocksOf(words: Readonly<Record<string, unknown>>, kind: StandardKind): Block[] {
  const blocks: Block[] = [];
  for (let n = 1; ; n += 1) {
    const found = (["heading", "paragraph", "list", "note"] as const).find((each) => typeof words[`${kind}.${n}.${each}`] === "string");
    if (!found) return blocks;
    const text = textOf(words[`${kind}.${n}.${found}`]);
    blocks.push(found === "list" ? { kind: found, items: text.split("\n") } : { kind: found, text });
  }
}

/** Whether something is missing that it needs before it can be published. */
export const isUnfinished = ({ title, text }: Consent): boolean => LANGUAGES.some((language) => title[language].trim() === "" || text[language].length === 0);

/** The page that shows a consent's text, as the preview opens it. */
export const consentScreen = (code: string) => to.legal(`consent-${code}`);
