/** The document that a model stands for: exactly what a person would have written by hand. */
import type { SchemaNode, UiNode } from "@/forms/model";
import { compileAll } from "./conditions";
import { canonical, inOrderOf } from "./json";
import { isHeading, labelKeys, rawParts, textKeys } from "./parse";
import { writeTotals } from "./totals";
import { isRecord, type Condition, type FormModel, type Language, type Question, type Step, type StoredDocument, type Text } from "./types";

/** The document. `before` lends the order of its keys, so that a comparison shows only what changed. */
export function emit(model: FormModel, before?: StoredDocument): StoredDocument {
  const keys = new TextKeys(model);
  const steps = model.steps.filter((step) => step.questions.length > 0);
  const title = keys.of(model.title, "form.title");
  const description = keys.optional(model.description, "form.description");
  const outSteps = steps.map((step) => {
    const help = step.help && keys.of(step.help, `step.${step.id}.help`);
    return { id: step.id, title: keys.of(step.title, `step.${step.id}`), ...(help ? { help } : {}), ...(step.audience ? { "x-audience": step.audience } : {}), fields: step.questions.map(({ name }) => name) };
  });
  const { properties, required, clauses } = fields(steps, keys);
  const allOf = [...clauses, ...model.raw.clauses];
  const needed = [...required, ...model.raw.required];
  const ui: Record<string, UiNode> = { ...model.raw.ui };
  for (const question of steps.flatMap((step) => step.questions)) {
    const own = uiOf(question, question.name, keys);
    if (Object.keys(own).length > 0) ui[question.name] = own;
  }
  const document: StoredDocument = {
    ...(model.raw.root as object),
    version: model.version,
    title,
    ...(description ? { description } : {}),
    steps: outSteps,
    schema: {
      ...model.raw.schema,
      properties,
      ...(needed.length > 0 ? { required: needed } : {}),
      ...(allOf.length > 0 ? { allOf } : {}),
    },
    ui,
    ...(model.totals.length > 0 ? { computed: writeTotals(model.totals, (text, wanted) => keys.of(text, wanted)) } : {}),
    ...(model.person.length > 0 ? { person: model.person } : {}),
    ...(model.receipt ? { receipt: model.receipt } : {}),
    ...(Object.keys(model.subject).length > 0 ? { subject: model.subject } : {}),
    texts: keys.texts(),
    samples: model.samples,
  };
  return before ? inOrderOf(document, before) : document;
}

/** What has to hold for a question of a step to be shown. */
export function conditionsOf(step: Step, question: Question): Condition[] {
  const at = step.questions.indexOf(question);
  const heading = isHeading(question) ? undefined : step.questions.slice(0, at).findLast(isHeading);
  return [...step.when, ...(heading && !heading.alone ? heading.when : []), ...question.when];
}

function fields(steps: readonly Step[], keys: TextKeys) {
  const properties: Record<string, SchemaNode> = {};
  const required: string[] = [];
  const branches = new Map<string, { if: SchemaNode; then: { properties: Record<string, SchemaNode>; required?: string[] } }>();
  for (const step of steps) {
    for (const question of step.questions) {
      if (question.loose) continue;
      const node = nodeOf(question, question.name, keys);
      const test = compileAll(conditionsOf(step, question));
      if (!test) {
        properties[question.name] = node;
        if (question.required) required.push(question.name);
        continue;
      }
      const key = canonical(test);
      const branch = branches.get(key) ?? { if: test, then: { properties: {} } };
      branches.set(key, branch);
      branch.then.properties[question.name] = node;
      if (question.required) (branch.then.required ??= []).push(question.name);
    }
  }
  return { properties, required, clauses: [...branches.values()] as SchemaNode[] };
}

/** A question's schema. */
function nodeOf(question: Question, slot: string, keys: TextKeys): SchemaNode {
  const { label, about, keywords, choices, items, itemKeywords } = question;
  const { type, ...rest } = keywords;
  const options = choices?.map(({ value, label: own }) => ({ const: value, title: keys.of(own, `${slot}.${String(value)}`) }));
  const many = itemKeywords !== null;
  return {
    ...(type === undefined ? {} : { type: type as string }),
    ...(label ? { title: keys.of(label, slot) } : {}),
    ...(about ? { description: keys.of(about, `${slot}.about`) } : {}),
    ...rest,
    ...(options && !many ? { oneOf: options } : {}),
    ...(many ? { items: itemsOf(itemKeywords, items, options, slot, keys) } : {}),
  };
}

function itemsOf(keywords: Record<string, unknown>, items: Question[] | null, options: SchemaNode[] | undefined, slot: string, keys: TextKeys): SchemaNode {
  if (!items) return { ...keywords, ...(options ? { oneOf: options } : {}) };
  const required = items.filter((item) => item.required).map(({ name }) => name);
  return {
    ...keywords,
    properties: Object.fromEntries(items.map((item) => [item.name, nodeOf(item, `${slot}.${item.name}`, keys)])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** A question's ui. */
function uiOf(question: Question, slot: string, keys: TextKeys): UiNode {
  const { widget, help, width, addLabel, itemTitle, items, uiRest } = question;
  const inner: Record<string, UiNode> = {};
  for (const item of items ?? []) {
    const own = uiOf(item, `${slot}.${item.name}`, keys);
    if (Object.keys(own).length > 0) inner[item.name] = own;
  }
  return {
    ...(widget ? { "ui:widget": widget } : {}),
    ...(help ? { "ui:help": keys.of(help, `${slot}.help`) } : {}),
    ...(width ? { "x-layout": { width } } : {}),
    ...(addLabel ? { "x-add": keys.of(addLabel, `${slot}.add`) } : {}),
    ...(itemTitle ? { "x-item": keys.of(itemTitle, `${slot}.item`) } : {}),
    ...(Object.keys(inner).length > 0 ? { items: inner } : {}),
    ...uiRest,
  };
}

/**
 * The keys of a document's texts. Words that came with a key keep it; where two places shared a key and one of them was
 * changed, the other place gets a key of its own. Only keys that are used are written.
 */
class TextKeys {
  /** The words that keep each key. */
  private readonly own = new Map<string, Text>();
  private readonly used = new Map<string, Text>();
  private readonly given = new Map<Text, string>();

  constructor(model: FormModel) {
    const shared = new Map<string, Text[]>();
    eachText(model, (text) => {
      if (text.key !== "") shared.set(text.key, [...(shared.get(text.key) ?? []), text]);
    });
    for (const [key, texts] of shared) this.own.set(key, most(texts));
    // What is kept as written names its keys itself.
    const pool = new Map(model.raw.texts.map((text) => [text.key, text]));
    const raw: unknown[] = [model.raw.clauses, model.raw.ui];
    eachQuestion(model, (question) => raw.push(...rawParts(question)));
    for (const key of [...textKeys(raw), ...labelKeys(model.totals.length > 0 ? undefined : model.raw.root.computed)]) {
      const text = pool.get(key) ?? this.own.get(key);
      if (text) this.used.set(key, text);
    }
  }

  optional(text: Text | null, wanted: string): string | null {
    return text && this.of(text, wanted);
  }

  of(text: Text, wanted: string): string {
    const before = this.given.get(text);
    if (before !== undefined) return before;
    const key = this.find(text, wanted);
    this.given.set(text, key);
    this.used.set(key, text);
    return key;
  }

  texts(): Record<Language, Record<string, string>> {
    const all = [...this.used];
    return { en: Object.fromEntries(all.map(([key, { en }]) => [key, en])), ar: Object.fromEntries(all.map(([key, { ar }]) => [key, ar])) };
  }

  private find(text: Text, wanted: string): string {
    const holder = this.used.get(text.key) ?? this.own.get(text.key);
    if (text.key !== "" && holder && sameWords(holder, text)) return text.key;
    const plain = wanted.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 100);
    let key = plain;
    for (let number = 2; this.used.has(key) || this.own.has(key); number += 1) key = `${plain}_${number}`;
    return key;
  }
}

const sameWords = (one: Text, two: Text) => one.en === two.en && one.ar === two.ar;

/** The words that most of the places have. */
function most(texts: readonly Text[]): Text {
  const count = (text: Text) => texts.filter((other) => sameWords(text, other)).length;
  return texts.reduce((best, text) => (count(text) > count(best) ? text : best));
}

/** Visits each question, also those inside repeated groups. */
export function eachQuestion(model: FormModel, visit: (question: Question, step: Step, group: Question | null) => void): void {
  for (const step of model.steps) {
    for (const question of step.questions) {
      visit(question, step, null);
      for (const item of question.items ?? []) visit(item, step, question);
    }
  }
}

/** Visits each text of a model. */
export function eachText(model: FormModel, visit: (text: Text) => void): void {
  const some = (text: Text | null) => {
    if (text) visit(text);
  };
  some(model.title);
  some(model.description);
  for (const step of model.steps) {
    some(step.title);
    some(step.help);
  }
  for (const total of model.totals) visit(total.label);
  eachQuestion(model, (question) => {
    for (const text of [question.label, question.about, question.help, question.addLabel, question.itemTitle]) some(text);
    for (const choice of question.choices ?? []) some(choice.label);
  });
}

/** A document in the one form that two documents are compared in: the order that means nothing is gone. */
export function normalise(document: StoredDocument): string {
  const { schema, ui = {}, person = [], ...rest } = document;
  const clauses = new Map<string, { if: unknown; then: { properties: Record<string, unknown>; required: string[] } } | SchemaNode>();
  for (const [index, clause] of (schema.allOf ?? []).entries()) {
    const then = clause.then;
    const known = isRecord(then) && Object.keys(then).every((key) => key === "properties" || key === "required") && Object.keys(clause).length === 2;
    const key = known ? canonical(clause.if) : `~${index}`;
    const before = clauses.get(key) as SchemaNode | undefined;
    const merged = { ...before?.then?.properties, ...then?.properties };
    // The same field twice under one condition is not merged away.
    const twice = Object.keys(before?.then?.properties ?? {}).some((name) => name in (then?.properties ?? {}));
    if (!known || twice) clauses.set(`~${index}`, clause);
    else clauses.set(key, { if: clause.if, then: { properties: merged, required: [...(before?.then?.required ?? []), ...(then.required ?? [])].toSorted() } });
  }
  const filled = (all: Record<string, UiNode>) => Object.fromEntries(Object.entries(all).filter(([, own]) => Object.keys(own).length > 0));
  const widgets = filled(
    Object.fromEntries(
      Object.entries(ui).map(([name, { items, ...own }]) => {
        const inner = items ? filled(items as Record<string, UiNode>) : {};
        return [name, Object.keys(inner).length > 0 ? { ...own, items: inner } : own];
      }),
    ),
  );
  return canonical({
    ...rest,
    person,
    ui: widgets,
    schema: {
      ...schema,
      properties: withSortedRequired(schema.properties ?? {}),
      required: (schema.required ?? []).toSorted(),
      allOf: [...clauses.values()].map(canonical).toSorted(),
    },
  });
}

function withSortedRequired(properties: Record<string, SchemaNode>): unknown {
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [
      name,
      node.items?.required ? { ...node, items: { ...node.items, required: node.items.required.toSorted() } } : node,
    ]),
  );
}
