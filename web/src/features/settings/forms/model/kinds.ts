/** The kinds of question that the builder offers, and what each is in a document. */
import type { UploadRule } from "@/forms/model";
import { currencyDecimals } from "@/i18n/currency";
import { isRecord, words, type Choice, type Question } from "./types";

/** In the order of the palette. */
export const KINDS = [
  "text", "long", "choice", "choices", "yesno", "consent", "date", "number", "money", "phone", "email", "link", "id", "iban", "country", "file", "signature", "group", "heading", "note",
] as const;
export type Kind = (typeof KINDS)[number];

/** Formats that check a person's number by a country's rules. */
export const ID_FORMATS = ["national-id", "emirates-id", "saudi-id", "kuwait-id", "oman-id", "qatar-id", "bahrain-id", "aadhaar"] as const;
const IDS: readonly string[] = ID_FORMATS;

const BY_FORMAT: Readonly<Record<string, Kind>> = {
  date: "date", email: "email", phone: "phone", iban: "iban", url: "link", country: "country", upload: "file",
};

/** What kind a question is; `raw` for what only its author can change. */
export function kindOf(question: Question): Kind | "raw" {
  const { keywords, choices, items, itemKeywords, widget, about, loose } = question;
  if (loose) return "raw";
  const { type, format } = keywords;
  if (type === "null") return about ? "note" : "heading";
  if (type === "boolean") return keywords.const === true ? "consent" : "const" in keywords || choices ? "raw" : "yesno";
  if (type === "array") return items ? "group" : choices ? "choices" : itemKeywords?.format === "upload" ? "file" : "raw";
  if (choices) return "choice";
  if ("enum" in keywords || "oneOf" in keywords || "const" in keywords) return "raw";
  if (keywords["x-money"] !== undefined) return "money";
  if (type === "number" || type === "integer") return "number";
  if (type !== "string") return "raw";
  if (format === "upload" && widget === "signature") return "signature";
  if (typeof format === "string") return IDS.includes(format) ? "id" : (BY_FORMAT[format] ?? "raw");
  return widget === "textarea" ? "long" : "text";
}

/** Whether a question holds no answer. */
export function isWordsOnly(question: Question): boolean {
  return question.keywords.type === "null";
}

/** Which kinds may stand inside a repeated group. */
export const ITEM_KINDS: readonly Kind[] = KINDS.filter((kind) => kind !== "group" && kind !== "heading");

/** Whether a question takes files: they are never required, what is missing is asked for on the checklist. A signature is none of them. */
export function isFile(question: Question): boolean {
  return (question.keywords.format === "upload" && question.widget !== "signature") || question.itemKeywords?.format === "upload";
}

/** The rule of a file question. */
export function uploadRule(question: Question): UploadRule {
  const rule = question.itemKeywords?.["x-upload"] ?? question.keywords["x-upload"];
  return isRecord(rule) ? (rule as unknown as UploadRule) : { tier: "5mb", kinds: ["pdf", "image"] };
}

/** A file question with this rule, for so many files. */
export function withFiles(question: Question, rule: UploadRule, files: number, wanted: boolean): Question {
  const one = { type: "string", format: "upload", maxLength: 64, "x-upload": rule };
  const note = wanted ? { "x-wanted": true } : {};
  return files > 1
    ? { ...question, keywords: { type: "array", maxItems: files, ...note }, itemKeywords: one }
    : { ...question, keywords: { ...one, ...note }, itemKeywords: null };
}

/** The words that a new question begins with, so that the form can be tried at once. */
const LABELS: Readonly<Record<Kind, readonly [en: string, ar: string]>> = {
  text: ["Question", "سؤال"],
  long: ["Tell us more", "أخبرونا المزيد"],
  choice: ["Choose one", "اختاروا واحدًا"],
  choices: ["Choose all that apply", "اختاروا كل ما ينطبق"],
  yesno: ["Yes or no?", "نعم أم لا؟"],
  consent: ["I agree", "أوافق"],
  date: ["Date", "التاريخ"],
  number: ["Number", "العدد"],
  money: ["Amount", "المبلغ"],
  phone: ["Phone number", "رقم الهاتف"],
  email: ["E-mail address", "البريد الإلكتروني"],
  link: ["Web address", "عنوان الموقع"],
  id: ["National ID number", "رقم الهوية الوطنية"],
  iban: ["IBAN", "رقم الحساب الدولي (IBAN)"],
  country: ["Country", "الدولة"],
  file: ["Attach a file", "إرفاق ملف"],
  signature: ["Signature", "التوقيع"],
  group: ["List of people", "قائمة أشخاص"],
  heading: ["Heading", "عنوان فرعي"],
  note: ["Please note", "يُرجى الانتباه"],
};

const KEYWORDS: Readonly<Record<Kind, Record<string, unknown>>> = {
  text: { type: "string", maxLength: 200 },
  long: { type: "string", maxLength: 2000 },
  choice: { type: "string" },
  choices: { type: "array", uniqueItems: true, maxItems: 3 },
  yesno: { type: "boolean" },
  consent: { type: "boolean", const: true },
  date: { type: "string", format: "date" },
  number: { type: "integer", minimum: 0, maximum: 1_000_000 },
  money: { type: "integer", minimum: 0, "x-money": "USD" },
  phone: { type: "string", format: "phone", maxLength: 16, "x-known": "phone" },
  email: { type: "string", format: "email", maxLength: 254, "x-known": "email" },
  link: { type: "string", format: "url", maxLength: 2000 },
  id: { type: "string", format: "national-id", maxLength: 30, "x-known": "national_id" },
  iban: { type: "string", format: "iban", maxLength: 34 },
  country: { type: "string", format: "country", maxLength: 2 },
  file: {},
  signature: { type: "string", format: "upload", maxLength: 64, "x-upload": { tier: "2mb", kinds: ["image"] } },
  group: { type: "array", minItems: 0, maxItems: 10 },
  heading: { type: "null" },
  note: { type: "null" },
};

const WIDGETS: Readonly<Partial<Record<Kind, string>>> = {
  text: "text", long: "textarea", choice: "radio", choices: "checkboxes", yesno: "radio", consent: "checkbox", date: "date", number: "number", money: "money",
  phone: "phone", email: "email", link: "text", id: "national-id", iban: "iban", country: "country", file: "upload", signature: "signature", heading: "note", note: "note",
};

const WIDTHS: Readonly<Partial<Record<Kind, Question["width"]>>> = {
  text: "lg", long: "full", choice: "md", choices: "full", yesno: "md", consent: "full", date: "sm", number: "xs", money: "sm", phone: "md", email: "lg", link: "lg",
  id: "md", iban: "lg", country: "md", file: "full", signature: "full", group: "full",
};

/** Two things to choose that a person then renames. */
function twoChoices(): Choice[] {
  return [1, 2].map((number) => ({ value: `option_${number}`, label: words(`Option ${number}`, `الخيار ${number === 1 ? "الأول" : "الثاني"}`) }));
}

/** A new question of a kind. */
export function blank(kind: Kind, name: string, currency = "USD"): Question {
  const [en, ar] = LABELS[kind];
  const question: Question = {
    name,
    label: words(en, ar),
    about: kind === "note" ? words("Write here what families should know.", "اكتبوا هنا ما ينبغي أن تعرفه الأسر.") : null,
    help: null,
    required: kind === "consent" || kind === "signature",
    width: WIDTHS[kind] ?? null,
    widget: WIDGETS[kind] ?? null,
    keywords: { ...KEYWORDS[kind], ...(kind === "money" ? { "x-money": currency } : {}) },
    choices: kind === "choice" || kind === "choices" ? twoChoices() : null,
    items: null,
    itemKeywords: kind === "choices" ? { type: "string" } : null,
    addLabel: null,
    itemTitle: null,
    uiRest: {},
    when: [],
    alone: false,
    loose: false,
  };
  if (kind === "file") return withFiles(question, { tier: "5mb", kinds: ["pdf", "image"] }, 1, false);
  if (kind !== "group") return question;
  return {
    ...question,
    items: [{ ...blank("text", "name"), label: words("Name", "الاسم"), required: true, width: "md" }],
    itemKeywords: { type: "object" },
    addLabel: words("Add one more", "إضافة واحد آخر"),
    itemTitle: words("Person {{n}}", "الشخص {{n}}"),
  };
}

/** The kinds that a question can be turned into without losing its words, with it itself. */
export function turnsInto(kind: Kind): readonly Kind[] {
  return SIBLINGS.find((kinds) => kinds.includes(kind)) ?? [kind];
}

const SIBLINGS: readonly (readonly Kind[])[] = [
  ["text", "long", "number", "money", "date", "phone", "email", "link", "id", "iban", "country", "yesno", "choice", "choices"],
  ["heading", "note"],
];

/** A question as another kind: its words, its place and its conditions stay. */
export function turn(question: Question, kind: Kind, currency: string): Question {
  const next = blank(kind, question.name, currency);
  const choices = next.choices && question.choices ? { choices: question.choices } : {};
  const about = kind === "note" ? (question.about ?? next.about) : kind === "heading" ? null : question.about;
  return { ...next, ...choices, label: question.label ?? next.label, about, help: question.help, required: question.required && kind !== "heading" && kind !== "note", when: question.when, alone: question.alone };
}

/** How many smallest units a currency's own one has: 1000 for a rial. */
export function moneyScale(currency: unknown): number {
  return 10 ** currencyDecimals(String(currency));
}
