/** A stored document read into the builder's model. Nothing is lost: what has no place in the model is kept beside it. */
import type { SchemaNode, UiNode } from "@/forms/model";
import { commonPrefix, readAll } from "./conditions";
import { readTotals } from "./totals";
import { isRecord, type Condition, type FormModel, type Language, type Question, type Step, type StoredDocument, type Text } from "./types";

const QUESTION_KEYS = new Set(["title", "description"]);
const UI_KEYS = new Set(["ui:widget", "ui:help", "x-layout", "x-add", "x-item", "items"]);
const ROOT_KEYS = new Set(["version", "title", "description", "steps", "schema", "ui", "person", "receipt", "subject", "texts", "samples"]);
/** Where a schema or a ui names a text. */
const TEXT_KEYS = ["title", "description", "x-add", "x-item", "ui:help"];

interface Definition {
  node: SchemaNode;
  when: Condition[];
  required: boolean;
}

type Lookup = (key: string) => Text;

/** The model of a document. */
export function parse(document: StoredDocument): FormModel {
  const text = lookup(document.texts);
  const { definitions, clauses, required } = define(document.schema);
  const ui = document.ui ?? {};
  const placed = new Set<string>();
  const take = (name: string): Question => {
    placed.add(name);
    return readQuestion(name, definitions.get(name), ui[name], text);
  };
  const steps = document.steps.map((step): Step => ({
    id: step.id,
    title: text(step.title),
    help: step.help === undefined ? null : text(step.help),
    ...(step["x-audience"] ? { audience: step["x-audience"] } : {}),
    when: [],
    questions: step.fields.map(take),
  }));
  // The server refuses a field without a step; here it is put where it can be seen and moved.
  const left = [...definitions.keys()].filter((name) => !placed.has(name)).map(take);
  if (left.length > 0) {
    const last = steps.at(-1);
    if (last) last.questions.push(...left);
    else steps.push({ id: "questions", title: { key: "", en: "", ar: "" }, help: null, when: [], questions: left });
  }
  const totals = readTotals(document.computed, text);
  const { properties: _p, required: _r, allOf: _a, ...schemaRest } = document.schema;
  const uiRest = Object.fromEntries(Object.entries(ui).filter(([name]) => !placed.has(name)));
  const raw = steps.flatMap((step) => step.questions.flatMap((question) => [question, ...(question.items ?? [])].flatMap(rawParts)));
  return {
    version: document.version,
    title: text(document.title),
    description: document.description === undefined ? null : text(document.description),
    steps: steps.map(liftConditions),
    totals: totals ?? [],
    person: document.person ?? [],
    receipt: document.receipt ?? null,
    subject: document.subject ?? {},
    samples: document.samples,
    raw: {
      clauses,
      required,
      schema: schemaRest,
      ui: uiRest,
      root: Object.fromEntries(Object.entries(document).filter(([key]) => !ROOT_KEYS.has(key) && !(totals && key === "computed"))),
      texts: [...new Set([...textKeys([clauses, uiRest, raw]), ...(totals ? [] : labelKeys(document.computed))])].map(text),
    },
  };
}

function lookup(texts: StoredDocument["texts"]): Lookup {
  const word = (language: Language, key: string) => {
    const found: unknown = texts[language][key];
    return typeof found === "string" ? found : "";
  };
  return (key) => ({ key, en: word("en", key), ar: word("ar", key) });
}

/** Every definition of a field, and the clauses (or their parts) that define none in a way that the model knows. */
function define(schema: SchemaNode): { definitions: Map<string, Definition>; clauses: SchemaNode[]; required: string[] } {
  const definitions = new Map<string, Definition>();
  const clauses: SchemaNode[] = [];
  const always = schema.required ?? [];
  for (const [name, node] of Object.entries(schema.properties ?? {})) definitions.set(name, { node, when: [], required: always.includes(name) });
  const required = always.filter((name) => !definitions.has(name));
  for (const clause of schema.allOf ?? []) {
    const rest = readClause(clause, definitions);
    if (rest) clauses.push(rest);
  }
  return { definitions, clauses, required };
}

/** Takes a clause's own fields into the definitions; what is left of the clause comes back. */
function readClause(clause: SchemaNode, definitions: Map<string, Definition>): SchemaNode | null {
  const simple =
    isRecord(clause) && isRecord(clause.if) && isRecord(clause.then) && Object.keys(clause).length === 2 &&
    Object.keys(clause.then).every((key) => key === "properties" || key === "required");
  if (!simple) return clause;
  const test = clause.if as SchemaNode;
  const when = readAll(test);
  const then = clause.then as SchemaNode;
  const wanted = then.required ?? [];
  const fields = Object.entries(then.properties ?? {});
  const own = fields.filter(([name]) => !definitions.has(name));
  const twice = fields.filter(([name]) => definitions.has(name));
  for (const [name, node] of own) definitions.set(name, { node, when, required: wanted.includes(name) });
  const names = new Set(own.map(([name]) => name));
  const more = wanted.filter((name) => !names.has(name));
  if (twice.length === 0 && more.length === 0 && own.length > 0) return null;
  return {
    if: test,
    then: { ...(twice.length > 0 ? { properties: Object.fromEntries(twice) } : {}), ...(more.length > 0 ? { required: more } : {}) },
  };
}

function readQuestion(name: string, definition: Definition | undefined, ui: UiNode | undefined, text: Lookup): Question {
  const node = definition?.node ?? {};
  const { choices, own } = readChoices(node, text);
  const list = own.type === "array" && isRecord(own.items) ? readItems(own.items, ui, text) : null;
  const keywords = Object.fromEntries(Object.entries(own).filter(([key]) => !QUESTION_KEYS.has(key) && !(list && key === "items")));
  const width = isRecord(ui?.["x-layout"]) && Object.keys(ui["x-layout"]).length === 1 ? (ui["x-layout"].width ?? null) : null;
  const uiText = (key: string) => (typeof ui?.[key] === "string" ? text(ui[key]) : null);
  return {
    name,
    label: typeof node.title === "string" ? text(node.title) : null,
    about: typeof node.description === "string" ? text(node.description) : null,
    help: uiText("ui:help"),
    required: definition?.required ?? false,
    width,
    widget: typeof ui?.["ui:widget"] === "string" ? ui["ui:widget"] : null,
    keywords,
    choices: choices ?? list?.choices ?? null,
    items: list?.items ?? null,
    itemKeywords: list?.keywords ?? null,
    addLabel: uiText("x-add"),
    itemTitle: uiText("x-item"),
    uiRest: Object.fromEntries(
      Object.entries(ui ?? {}).filter(([key]) => (key === "x-layout" ? width === null : key === "items" ? !list?.items : !UI_KEYS.has(key))),
    ),
    when: definition?.when ?? [],
    alone: false,
    loose: definition === undefined,
  };
}

/** A `oneOf` of constants with titles becomes choices; any other stays with the keywords. */
function readChoices(node: SchemaNode, text: Lookup): { choices: Question["choices"]; own: SchemaNode } {
  const { oneOf, ...own } = node;
  const plain = Array.isArray(oneOf) && oneOf.every((each) => Object.keys(each).length === 2 && "const" in each && typeof each.title === "string");
  if (!plain) return { choices: null, own: node };
  return { choices: oneOf.map((each) => ({ value: each.const, label: text(each.title ?? "") })), own };
}

function readItems(items: SchemaNode, ui: UiNode | undefined, text: Lookup): { choices: Question["choices"]; items: Question[] | null; keywords: Record<string, unknown> } {
  if (items.type !== "object") {
    const { choices, own } = readChoices(items, text);
    return { choices, items: null, keywords: own };
  }
  const { properties = {}, required = [], ...keywords } = items;
  const inner = (ui?.items ?? {}) as Record<string, UiNode>;
  const questions = Object.entries(properties).map(([name, node]) =>
    readQuestion(name, { node, when: [], required: required.includes(name) }, inner[name], text),
  );
  return { choices: null, items: questions, keywords };
}

/** Conditions that a whole step, or everything under a heading, has in common are said there once. */
function liftConditions(step: Step): Step {
  const shared = step.questions.length > 1 ? commonPrefix(step.questions.map((question) => question.when)) : 0;
  const questions = step.questions.map((question) => ({ ...question, when: question.when.slice(shared) }));
  for (let at = 0; at < questions.length; at += 1) {
    const heading = questions[at];
    if (!heading || !isHeading(heading) || heading.when.length === 0) continue;
    const next = questions.findIndex((question, index) => index > at && isHeading(question));
    const below = questions.slice(at + 1, next < 0 ? undefined : next);
    const whole = below.length > 0 && below.every((question) => commonPrefix([heading.when, question.when]) === heading.when.length);
    if (!whole) questions[at] = { ...heading, alone: true };
    else below.forEach((question, index) => (questions[at + 1 + index] = { ...question, when: question.when.slice(heading.when.length) }));
  }
  return { ...step, when: step.questions[0]?.when.slice(0, shared) ?? [], questions };
}

/** Whether a question is a heading: it begins a group that ends at the next one. */
export function isHeading(question: Question): boolean {
  return question.keywords.type === "null" && question.about === null && question.label !== null;
}

/** The parts of a question that are written as they came. */
export function rawParts(question: Question): unknown[] {
  return [question.keywords, question.itemKeywords, question.uiRest];
}

/** The text keys of totals that are kept as they are written. */
export function labelKeys(computed: unknown): string[] {
  return Array.isArray(computed) ? computed.flatMap((each: unknown) => (isRecord(each) && typeof each.label === "string" ? [each.label] : [])) : [];
}

/** The text keys that a piece of a document names. */
export function textKeys(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textKeys);
  if (!isRecord(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => (typeof value === "string" ? (TEXT_KEYS.includes(key) ? [value] : []) : key === "if" ? [] : textKeys(value)));
}
