/** The shapes of a form document as `get_form` answers it (docs/contracts.md, section 2), texts already in one language. */

import type { FormatSettings } from "@/i18n/format";

/** A family's answers, by top-level field. */
export type Values = Record<string, unknown>;

/** One JSON Schema node, with the project's own keywords. */
export interface SchemaNode {
  type?: string | string[];
  title?: string;
  description?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  if?: SchemaNode;
  then?: SchemaNode;
  else?: SchemaNode;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minimum?: number;
  maximum?: number;
  "x-min-date"?: string;
  "x-max-date"?: string;
  "x-money"?: string;
  "x-upload"?: UploadRule;
  [keyword: string]: unknown;
}

/** What a field of format `upload` takes. */
export interface UploadRule {
  tier: "2mb" | "5mb" | "10mb" | "15mb";
  kinds: ("pdf" | "image")[];
}

/** How long an answer looks: the width of its field. */
export type FieldWidth = "xs" | "sm" | "md" | "lg" | "full";

/** The UI schema of one field; the items' own stands under `items`, an object's fields by their names. */
export interface UiNode {
  "ui:widget"?: string;
  "ui:help"?: string;
  "x-layout"?: { width?: FieldWidth };
  /** The text of a repeated group's adding button. */
  "x-add"?: string;
  /** The title of one item of a repeated group; `{{n}}` is its number. */
  "x-item"?: string;
  items?: UiNode;
  [key: string]: unknown;
}

/** One topic of the form. */
export interface FormStep {
  id: string;
  title: string;
  help?: string | null;
  /** Who alone of the school's staff reads its answers. */
  "x-audience"?: string;
  fields: string[];
}

/** What is needed to show a form or the answers to it. */
export interface FormDocument {
  title: string;
  steps: FormStep[];
  schema: SchemaNode;
  ui: Record<string, UiNode>;
  messages: Record<string, string>;
}

/** A problem at a place of the values; `path` is a JSON pointer, empty for the whole. */
export interface Issue {
  path: string;
  code: string;
  params: Record<string, unknown>;
  severity: "error" | "warning";
}

/** A file that the server holds for a draft. */
export interface UploadedFile {
  upload_id: string;
  field: string;
  name: string;
  bytes: number;
  media_type: string;
}

/** What sentences and widgets need to know of the reader and the school. */
export interface FormSettings extends FormatSettings {
  /** The school's date today, ISO. */
  today: string;
  currency: string;
}

/** A form document as the generated client types it: schema and UI schema are any JSON there. */
export interface LooseDocument {
  title: string;
  steps: readonly FormStep[];
  schema: object;
  ui: object;
  messages: Record<string, string>;
}

const known = new WeakMap<object, FormDocument>();

/** The same document in our types. The same object for the same answer, so that what is compiled for it is reused. */
export function asDocument(loose: LooseDocument): FormDocument {
  const before = known.get(loose.schema);
  if (before && before.ui === loose.ui && before.messages === loose.messages) return before;
  const document: FormDocument = {
    title: loose.title,
    steps: loose.steps as FormStep[],
    schema: loose.schema as SchemaNode,
    ui: loose.ui as Record<string, UiNode>,
    messages: loose.messages,
  };
  known.set(loose.schema, document);
  return document;
}

/** A file of the answers: by `file` where staff look at it, by `upload_id` while the family still fills in. */
export interface AnswerFile {
  file?: string;
  upload_id?: string;
  name: string;
  bytes: number;
  /** The question that it answers, and when it was added, where that was after sending: no answer names it. */
  field?: string;
  added_at?: string | null;
}
