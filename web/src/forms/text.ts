/** How issues and worked-out values become sentences in the family's language. */
import { formatDate, formatMoney, formatNumber } from "@/i18n/format";
import { isIsoDate } from "./dates";
import { isolate, oneStop } from "./isolate";
import type { FormSettings, Issue, SchemaNode } from "./model";
import { labelInside } from "./naming";
import { phoneText } from "./phoneText";
import type { Translate } from "./translate";
import { SCHEMA_CODES } from "./validate";

/** What a sentence needs besides its key. */
export interface TextContext {
  t: Translate;
  messages: Record<string, string>;
  settings: FormSettings;
}

/** A parameter of a message: money, dates, numbers, lists and keys of other messages are written out. */
export function paramText(value: unknown, { messages, settings }: Pick<TextContext, "messages" | "settings">): string {
  const { language } = settings;
  if (typeof value === "number") return isolate(formatNumber(value, settings, { maximumFractionDigits: 6 }), language);
  if (typeof value === "string") {
    if (isIsoDate(value)) return isolate(formatDate(value, settings), language);
    return isolate(Object.hasOwn(messages, value) ? (messages[value] ?? value) : value, language);
  }
  if (Array.isArray(value)) {
    const parts = value.map((item: unknown) => paramText(item, { messages, settings }));
    return new Intl.ListFormat(language, { type: "conjunction" }).format(parts);
  }
  if (isMoney(value)) return isolate(formatMoney(value.minor, value.currency, settings), language);
  return "";
}

/** Whether a value has the shape of money. */
export function isMoney(value: unknown): value is { minor: number; currency: string } {
  return (
    value !== null && typeof value === "object" &&
    typeof (value as { minor?: unknown }).minor === "number" && typeof (value as { currency?: unknown }).currency === "string"
  );
}

/** The one currency of a column of money; null where there are several or none, so that each amount has to name its own. */
export function columnCurrency(values: readonly unknown[]): string | null {
  const currencies = new Set(values.filter(isMoney).map((value) => value.currency));
  return currencies.size === 1 ? ([...currencies][0] ?? null) : null;
}

/** A text of the form by its key, its `{{param}}` holes filled; a key without a text shows as itself. */
export function messageText(code: string, params: Record<string, unknown>, context: Pick<TextContext, "messages" | "settings">): string {
  const template = Object.hasOwn(context.messages, code) ? (context.messages[code] ?? code) : code;
  return oneStop(template.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => paramText(params[name], context)));
}

/** Whether a code is one of the JSON Schema's, whose text is ours and not the form's. */
export function isSchemaCode(code: string, messages: Record<string, string>): boolean {
  return SCHEMA_CODES.has(code) && !Object.hasOwn(messages, code);
}

/** A field's problem in one line. A label that is a question needs no colon behind its mark. */
export function labelled(label: string, sentence: string, t: Translate): string {
  if (label === "") return sentence;
  return /[?؟!.]$/.test(label) ? `${label} ${sentence}` : t("summary.line", { label, sentence });
}

/** Codes of the school's dates, which no form's own rules know of. */
const OF_ROUNDS: ReadonlySet<string> = new Set(["roundBefore", "roundClosed", "roundNone"]);

/** The sentence at the field that says how to mend it. `node` is the field's schema, which makes the wording exact. */
export function issueText(issue: Issue, context: TextContext, node?: SchemaNode): string {
  if (OF_ROUNDS.has(issue.code)) {
    const { place, opens, closes } = issue.params;
    return context.t(`errors.${issue.code}`, { place: paramText(place, context), opens: paramText(opens, context), closes: paramText(closes, context) });
  }
  if (!isSchemaCode(issue.code, context.messages)) {
    return Object.hasOwn(context.messages, issue.code) ? messageText(issue.code, issue.params, context) : context.t("errors.other");
  }
  const { t } = context;
  const limit = issue.params.limit;
  switch (issue.code) {
    case "format":
      if (issue.params.format === "phone" && typeof issue.params.country === "string") return phoneText(issue.params.country, issue.params.example, t, context.settings.language);
      return t(`errors.format.${String(issue.params.format)}`, { defaultValue: t("errors.format") });
    case "pattern":
      return t(`errors.pattern.${String(issue.params.letters)}`, { defaultValue: t("errors.pattern") });
    case "required":
      return requiredText(node, context);
    case "type":
      return t(node?.["x-money"] ? "errors.type.money" : node?.format === "date" ? "errors.format.date" : "errors.type");
    case "minDate":
    case "maxDate":
      return t(`errors.${issue.code}`, { limit: paramText(limit, context) });
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf": {
      const amount = node?.["x-money"] && typeof limit === "number" ? { minor: limit, currency: node["x-money"] } : limit;
      return oneStop(t(`errors.${issue.code}`, { limit: paramText(amount, context) }));
    }
    default:
      return t(`errors.${issue.code}`, { limit: paramText(limit, context), count: typeof limit === "number" ? limit : 0 });
  }
}

/** Whether a sentence names its field itself, so that nothing need stand before it. */
export function namesField(issue: Issue, { messages, settings }: Pick<TextContext, "messages" | "settings">, node: SchemaNode | undefined): boolean {
  return issue.code === "required" && isSchemaCode(issue.code, messages) && nameOf(node, settings.language) !== null;
}

function nameOf(node: SchemaNode | undefined, language: string): string | null {
  // What is to be confirmed is a sentence, and what is to be signed has a place to do it.
  return node?.title && node.type !== "boolean" && requiredKey(node) !== "errors.required.signature" ? labelInside(node.title, language) : null;
}

/** What to write or choose, by the field's own label where that can stand in a sentence. */
function requiredText(node: SchemaNode | undefined, { t, settings }: TextContext): string {
  const key = requiredKey(node);
  const label = nameOf(node, settings.language);
  return label === null ? t(key) : t(`errors.named.${key.slice("errors.required.".length) || "text"}`, { label });
}

function requiredKey(node: SchemaNode | undefined): string {
  if (node?.type === "boolean" || node?.oneOf || node?.enum || node?.format === "country") return node?.const === true ? "errors.const" : "errors.required.choice";
  if (node?.type === "array") return node.items?.type === "object" ? "errors.required.group" : "errors.required.choices";
  if (node?.format === "date") return "errors.required.date";
  // The one upload that a form can insist on.
  if (node?.format === "upload") return "errors.required.signature";
  return "errors.required";
}
