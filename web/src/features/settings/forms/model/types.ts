/** A form as the builder holds it: steps of questions, conditions where they are felt, texts where they are read. */
import type { FieldWidth, SchemaNode, UiNode } from "@/forms/model";

export const LANGUAGES = ["en", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Words in both languages, and the key that they have in the document's `texts` (empty until one is given). */
export interface Text {
  key: string;
  en: string;
  ar: string;
}

/** What an answer is compared with. */
export const OPS = ["is", "isNot", "oneOf", "noneOf", "filled", "includes", "excludes", "more", "atLeast", "less", "atMost"] as const;
export type Op = (typeof OPS)[number];

/** One comparison of one answer. */
export interface Test {
  field: string;
  op: Op;
  value: unknown;
}

/** When something is shown. What was written by hand stays as it was until it is changed here. */
export interface Condition {
  mode: "all" | "any" | "raw";
  tests: Test[];
  /** The `if` as it stands in the document. */
  written: SchemaNode | null;
}

/** Something to choose. */
export interface Choice {
  value: unknown;
  label: Text;
}

/** A question, a heading or a note. */
export interface Question {
  name: string;
  label: Text | null;
  /** The schema's `description`. */
  about: Text | null;
  /** The `ui:help`. */
  help: Text | null;
  required: boolean;
  width: FieldWidth | null;
  widget: string | null;
  /** Everything else that its schema says. */
  keywords: Record<string, unknown>;
  choices: Choice[] | null;
  /** The questions of one item of a repeated group. */
  items: Question[] | null;
  /** What the schema of a list's items says beside choices and questions. */
  itemKeywords: Record<string, unknown> | null;
  addLabel: Text | null;
  itemTitle: Text | null;
  /** Everything else that its ui says. */
  uiRest: UiNode;
  /** All of these have to hold. On a heading they count for all questions below it, unless `alone`. */
  when: Condition[];
  alone: boolean;
  /** No definition of it could be read: only its place in the step is known. */
  loose: boolean;
}

/** One topic. */
export interface Step {
  id: string;
  title: Text;
  help: Text | null;
  /** Who alone of the staff reads its answers. */
  audience?: string;
  when: Condition[];
  questions: Question[];
}

/** Example answers; text that begins with `@` is relative to the day. */
export interface Sample {
  name: string;
  values: Record<string, unknown>;
}

/** One part of a total: an answer, perhaps so many times, or by the prices of what was chosen; or a fixed figure. */
export type Term = { field: string; times?: string | number; prices?: Record<string, number> } | { constant: number };

/** Something that is worked out from the answers. Money is in the smallest unit of the school's currency. */
export interface Total {
  key: string;
  label: Text;
  kind: "number" | "money";
  sum: Term[];
}

/** A whole form. */
export interface FormModel {
  version: string;
  title: Text;
  description: Text | null;
  steps: Step[];
  totals: Total[];
  person: string[];
  receipt: { email: string; name?: string } | null;
  /** Which answer tells what of whom: `child.name` and its like, and the question. */
  subject: Record<string, string>;
  samples: Sample[];
  /** What the builder has no words for: clauses of the root, names it requires, other keys. */
  raw: {
    clauses: SchemaNode[];
    required: string[];
    schema: Record<string, unknown>;
    ui: Record<string, UiNode>;
    root: Record<string, unknown>;
    texts: Text[];
  };
}

/** A form document as it is stored (docs/contracts.md, section 2). */
export interface StoredDocument {
  $schema?: string;
  version: string;
  title: string;
  description?: string;
  steps: { id: string; title: string; help?: string; "x-audience"?: string; fields: string[] }[];
  schema: SchemaNode;
  ui?: Record<string, UiNode>;
  computed?: { key: string; label: string; kind: Total["kind"]; sum: Term[] }[];
  person?: string[];
  receipt?: { email: string; name?: string };
  subject?: Record<string, string>;
  texts: Record<Language, Record<string, string>>;
  samples: Sample[];
}

/** Words without a key yet. */
export function words(en: string, ar: string): Text {
  return { key: "", en, ar };
}

/** Whether a value could be a form document at all; the server says what is wrong with one. */
export function isStoredDocument(value: unknown): value is StoredDocument {
  if (!isRecord(value)) return false;
  const { title, steps, schema, texts, samples } = value;
  return (
    typeof title === "string" && isRecord(schema) && isRecord(texts) && isRecord(texts.en) && isRecord(texts.ar) && Array.isArray(samples) &&
    Array.isArray(steps) && steps.every((step) => isRecord(step) && typeof step.id === "string" && typeof step.title === "string" && Array.isArray(step.fields))
  );
}

/** A JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
