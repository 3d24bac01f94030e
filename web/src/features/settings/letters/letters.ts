/** Templates of letters (`letters/<code>.json`): what one is, what it still lacks, and how one begins. Pure. */
import type { LetterKind } from "@/api/generated";
import { LANGUAGES, type Language } from "@/i18n/languages";
import { isLegalText, type Block, type LegalText, type TableBlock } from "../legal/blocks";

/** In the order in which a school meets them. */
export const LETTER_KINDS = ["offer", "conditional_offer", "acceptance", "financial_request", "consent", "plain"] as const satisfies readonly LetterKind[];

export const ROLES = ["guardian1", "guardian2", "student", "school"] as const;
export type Role = (typeof ROLES)[number];
export const ITEM_KINDS = ["salary", "sponsor", "guarantee", "cheques"] as const;
export const PAPER_LANGUAGES = ["both", "en", "ar"] as const;
export type PaperLanguage = (typeof PAPER_LANGUAGES)[number];

export type Words = Record<Language, string>;

export interface Condition {
  code: string;
  text: Words;
  days: number;
  paper?: string;
}

export type Due = string | { months: number };

export interface Instalment {
  percent?: number;
  amount?: string;
  due: Due;
}

export interface Plan {
  code: string;
  title: Words;
  instalments: Instalment[];
}

export interface Deposit {
  percent?: number;
  amount?: string;
  days: number;
}

export interface Item {
  code: string;
  label: Words;
  kind: (typeof ITEM_KINDS)[number];
  amount?: boolean;
  iban?: boolean;
}

export const PROOFS = ["birth_date", "code"] as const;
export type Proof = (typeof PROOFS)[number];

export const MAIL_FORMS = ["text", "link"] as const;
export type MailForm = (typeof MAIL_FORMS)[number];

/** The age from which a student signs where a letter names no other. */
export const OF_AGE = 18;
/** Those that it may name. */
export const AGES = Array.from({ length: 12 }, (_, n) => 14 + n);

export interface Letter {
  kind: LetterKind;
  title: Words;
  subject: Words;
  facts?: string[];
  body: LegalText;
  signers?: Array<{ role: Role; order: number; age?: number }>;
  languages: PaperLanguage;
  conditions?: Condition[];
  plans?: Plan[];
  deposit?: Deposit | undefined;
  items?: Item[];
  second_proof?: Proof;
  mail?: MailForm;
  required?: boolean;
}

/** What the contract allows. */
export const MOST = { letters: 60, text: 300, facts: 12, conditions: 20, plans: 8, instalments: 24, items: 12, days: 365 } as const;

export const FOLDER = "letters/";
export const fileOf = (code: string) => `${FOLDER}${code}.json`;
const CODE = /^[a-z][a-z0-9_]{0,39}$/;
export const isCode = (word: string) => CODE.test(word);
export const codeOf = (file: string): string | null => (file.startsWith(FOLDER) && file.endsWith(".json") ? file.slice(FOLDER.length, -".json".length) : null);

/** Whether a value could be a letter at all; the server says what is wrong with one. */
export function isLetter(value: unknown): value is Letter {
  if (typeof value !== "object" || value === null) return false;
  const { kind, title, subject, body } = value as Partial<Letter>;
  return LETTER_KINDS.some((each) => each === kind) && typeof title === "object" && typeof subject === "object" && isLegalText(body);
}

/** A name that no other has: the word itself, then with a number. */
export function freeCode(word: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const code = n === 1 ? word : `${word}_${n}`;
    if (!taken.includes(code)) return code;
  }
}

const none = (): Words => ({ en: "", ar: "" });

/** The rows of a list of the letter's, with a column for its amounts. */
const rowsOf = (each: string, cells: string[], heads: string[], when?: string): Block => ({
  ...({ kind: "table", columns: [{ head: heads[0] ?? "" }, heads[1] === "{{currency}}" ? { head: heads[1], number: true } : { head: heads[1] ?? "" }], each, rows: [cells] } satisfies TableBlock),
  ...(when ? { when: { field: when, is: "filled" as const } } : {}),
});

/** What a letter of a kind begins with: a greeting, what it is about, and where people sign. The school writes the rest. */
export function newLetter(kind: LetterKind, words: Record<Language, { greeting: string; fee: string; condition: string; due: string; document: string }>): Letter {
  const body = (language: Language): Block[] => {
    const said = words[language];
    const blocks: Block[] = [{ kind: "paragraph", text: said.greeting }];
    if (kind === "conditional_offer") blocks.push(rowsOf("conditions", ["{{condition}}", "{{due_on}}"], [said.condition, said.due]));
    if (kind === "offer" || kind === "conditional_offer" || kind === "acceptance") blocks.push(rowsOf("fees", ["{{fee}}", "{{amount}}"], [said.fee, "{{currency}}"], "fees"));
    if (kind === "financial_request") blocks.push(rowsOf("documents", ["{{document}}", "{{due_on}}"], [said.document, said.due]));
    if (signs(kind)) blocks.push({ kind: "signatures" });
    return blocks;
  };
  return {
    kind,
    title: none(),
    subject: none(),
    facts: ["reference", "letter_date", "child_name", "grade"],
    body: { en: body("en"), ar: body("ar") },
    signers: signs(kind) ? [{ role: "guardian1", order: 1 }] : [],
    languages: "both",
    ...(kind === "conditional_offer" ? { conditions: [{ code: "condition_1", text: none(), days: 30 }] } : {}),
    ...(kind === "financial_request" ? { items: [{ code: "salary", label: none(), kind: "salary" as const }] } : {}),
  };
}

/** Whether a letter of a kind goes nowhere without somebody of the family who signs. */
export const signs = (kind: LetterKind): boolean => kind !== "plain" && kind !== "financial_request";

/** What the mail of a letter has: the link alone, where nothing is said. */
export const mailOf = ({ mail }: Letter): MailForm => mail ?? "link";

/** Whether something is missing that it needs before it can be published. */
export const isUnfinished = ({ title, subject, body }: Letter): boolean =>
  LANGUAGES.some((language) => title[language].trim() === "" || subject[language].trim() === "" || body[language].length === 0);

/** What the percentages of a plan make together; a whole plan makes 100. */
export const percentOf = ({ instalments }: Plan): number => instalments.reduce((sum, { percent }) => sum + (percent ?? 0), 0);
