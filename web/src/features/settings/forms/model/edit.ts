/** Everything that can be done to a form, each as a new model made from the old one. */
import { askedBy, rename as renameIn, renameWritten } from "./conditions";
import { conditionsOf } from "./emit";
import { blank, kindOf, type Kind } from "./kinds";
import type { SchemaNode } from "@/forms/model";
import { forgetInTotals, renameInTotals } from "./totals";
import { words, type Condition, type FormModel, type Question, type Step } from "./types";

/** Where something of the form is: a step's id, a question's name, or `group/name` for one inside a repeated group. */
export type Place = { step: string } | { question: string };

/** The question of a path with its surroundings. */
export function find(model: FormModel, path: string): { question: Question; step: Step; group: Question | null } | null {
  const [top, inner] = path.split("/");
  for (const step of model.steps) {
    const question = step.questions.find((each) => each.name === top);
    if (!question) continue;
    if (inner === undefined) return { question, step, group: null };
    const item = question.items?.find((each) => each.name === inner);
    return item ? { question: item, step, group: question } : null;
  }
  return null;
}

/** The paths of the questions that hold an answer, in order. */
export function topQuestions(model: FormModel): Question[] {
  return model.steps.flatMap((step) => step.questions);
}

function mapQuestions(model: FormModel, change: (questions: Question[], step: Step) => Question[]): FormModel {
  return { ...model, steps: model.steps.map((step) => ({ ...step, questions: change(step.questions, step) })) };
}

/** A changed question. */
export function updateQuestion(model: FormModel, path: string, change: (question: Question) => Question): FormModel {
  const [top, inner] = path.split("/");
  const inGroup = (group: Question) => ({ ...group, items: group.items?.map((item) => (item.name === inner ? change(item) : item)) ?? null });
  return mapQuestions(model, (questions) => questions.map((each) => (each.name === top ? (inner === undefined ? change(each) : inGroup(each)) : each)));
}

/** A changed step. */
export function updateStep(model: FormModel, id: string, change: (step: Step) => Step): FormModel {
  return { ...model, steps: model.steps.map((step) => (step.id === id ? change(step) : step)) };
}

/** A name that nothing has yet. */
export function freeName(wanted: string, taken: (name: string) => boolean): string {
  const plain = wanted.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^[_0-9]+|_+$/g, "").slice(0, 36) || "question";
  let name = plain;
  for (let number = 2; taken(name); number += 1) name = `${plain}_${number}`;
  return name;
}

const hasQuestion = (model: FormModel) => (name: string) =>
  topQuestions(model).some((question) => question.name === name) || name in model.raw.ui;

/** Adds a question after another one, or at the end of a step, with the wanted name or one like it; its path comes with it. */
export function addQuestion(model: FormModel, kind: Kind, after: Place, currency: string, wanted: string = kind): { model: FormModel; path: string } {
  const found = "question" in after ? find(model, after.question) : null;
  if (found && (found.group || (found.question.items && kind !== "group" && kind !== "heading"))) {
    const group = found.group ?? found.question;
    const name = freeName(wanted, (each) => group.items?.some((item) => item.name === each) ?? false);
    const item = blank(kind, name, currency);
    const next = updateQuestion(model, group.name, (each) => ({ ...each, items: insertAfter(each.items ?? [], found.group ? found.question.name : null, item) }));
    return { model: next, path: `${group.name}/${name}` };
  }
  const name = freeName(wanted, hasQuestion(model));
  const stepId = "step" in after ? after.step : (found?.step.id ?? model.steps.at(-1)?.id);
  const question = blank(kind, name, currency);
  return { model: mapQuestions(model, (questions, step) => (step.id === stepId ? insertAfter(questions, found?.question.name ?? null, question) : questions)), path: name };
}

function insertAfter(questions: Question[], name: string | null, question: Question): Question[] {
  const at = name === null ? -1 : questions.findIndex((each) => each.name === name);
  return at < 0 ? [...questions, question] : questions.toSpliced(at + 1, 0, question);
}

/** Adds the questions of an address. */
export function addAddress(model: FormModel, after: Place): { model: FormModel; path: string } {
  const parts = [
    ["street", "Address (street, building, flat)", "العنوان (الشارع والمبنى والشقة)", "text"],
    ["city", "Town or city", "المدينة أو الولاية", "text"],
    ["country", "Country", "الدولة", "country"],
  ] as const;
  let place = after;
  let next = model;
  let first = "";
  for (const [name, en, ar, kind] of parts) {
    const added = addQuestion(next, kind, place, "USD", name);
    place = { question: added.path };
    first ||= added.path;
    next = updateQuestion(added.model, added.path, (question) => ({ ...question, label: words(en, ar), width: kind === "country" ? "md" : en.startsWith("Town") ? "md" : "full" }));
  }
  return { model: next, path: first };
}

/** Adds a step with one question after another step. */
export function addStep(model: FormModel, after: string | null): { model: FormModel; id: string } {
  const id = freeName("step", (each) => model.steps.some((step) => step.id === each));
  const step: Step = { id, title: words("New step", "خطوة جديدة"), help: null, when: [], questions: [blank("text", freeName("text", hasQuestion(model)))] };
  const at = model.steps.findIndex((each) => each.id === after);
  return { model: { ...model, steps: at < 0 ? [...model.steps, step] : model.steps.toSpliced(at + 1, 0, step) }, id };
}

/** A second one of a question, right after it. */
export function duplicate(model: FormModel, path: string): { model: FormModel; path: string } {
  const found = find(model, path);
  if (!found) return { model, path };
  const { question, group } = found;
  if (group) {
    const name = freeName(question.name, (each) => group.items?.some((item) => item.name === each) ?? false);
    const next = updateQuestion(model, group.name, (each) => ({ ...each, items: insertAfter(each.items ?? [], question.name, { ...question, name }) }));
    return { model: next, path: `${group.name}/${name}` };
  }
  const name = freeName(question.name, hasQuestion(model));
  const next = mapQuestions(model, (questions, step) => (step.id === found.step.id ? insertAfter(questions, question.name, { ...question, name }) : questions));
  return { model: next, path: name };
}

/** Questions whose conditions look at this one. */
export function dependents(model: FormModel, name: string): string[] {
  return model.steps.flatMap((step) => step.questions.filter((question) => askedBy(conditionsOf(step, question)).includes(name)).map((question) => question.name));
}

/** All that is shown or hidden, directly or on the way, by an answer to this question. */
export function downstream(model: FormModel, name: string): Set<string> {
  const found = new Set<string>();
  const queue = [name];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const each of dependents(model, next)) {
      if (found.has(each)) continue;
      found.add(each);
      queue.push(each);
    }
  }
  return found;
}

/** The form without a question; what was shown depending on it is then always shown. */
export function removeQuestion(model: FormModel, path: string): FormModel {
  const [top = "", inner] = path.split("/");
  if (inner !== undefined) {
    const next = updateQuestion(model, top, (group) => ({ ...group, items: group.items?.filter((item) => item.name !== inner) ?? null }));
    return { ...next, samples: next.samples.map((sample) => ({ ...sample, values: withoutItem(sample.values, top, inner) })), totals: forgetInTotals(next.totals, [path]) };
  }
  const less = mapQuestions(model, (questions) => questions.filter((question) => question.name !== top));
  return forget(less, [top]);
}

/** The form without a step and its questions. */
export function removeStep(model: FormModel, id: string): FormModel {
  const names = model.steps.find((step) => step.id === id)?.questions.map((question) => question.name) ?? [];
  return forget({ ...model, steps: model.steps.filter((step) => step.id !== id) }, names);
}

function forget(model: FormModel, names: string[]): FormModel {
  let next = eachCondition(model, (conditions) => names.reduce((left, name) => renameIn(left, name, null), conditions));
  const gone = new Set(names);
  const { receipt } = next;
  next = {
    ...next,
    person: next.person.filter((name) => !gone.has(name)),
    receipt: receipt && !gone.has(receipt.email) ? { email: receipt.email, ...(receipt.name && !gone.has(receipt.name) ? { name: receipt.name } : {}) } : null,
    subject: Object.fromEntries(Object.entries(next.subject).filter(([, name]) => !gone.has(name))),
    samples: next.samples.map((sample) => ({ ...sample, values: Object.fromEntries(Object.entries(sample.values).filter(([name]) => !gone.has(name))) })),
    totals: forgetInTotals(next.totals, names),
  };
  return next;
}

function withoutItem(values: Record<string, unknown>, group: string, name: string): Record<string, unknown> {
  const list = values[group];
  if (!Array.isArray(list)) return values;
  const items = list.map((item: unknown) => (item !== null && typeof item === "object" ? Object.fromEntries(Object.entries(item).filter(([key]) => key !== name)) : item));
  return { ...values, [group]: items };
}

function eachCondition(model: FormModel, change: (conditions: Condition[]) => Condition[]): FormModel {
  return {
    ...model,
    steps: model.steps.map((step) => ({ ...step, when: change(step.when), questions: step.questions.map((question) => ({ ...question, when: change(question.when) })) })),
  };
}

/** A question under another name, everywhere that it is named. */
export function renameQuestion(model: FormModel, path: string, wanted: string): { model: FormModel; path: string } {
  const found = find(model, path);
  if (!found) return { model, path };
  const { question, group } = found;
  const from = question.name;
  if (group) {
    const name = freeName(wanted, (each) => each !== from && (group.items?.some((item) => item.name === each) ?? false));
    const move = (item: unknown) => (item !== null && typeof item === "object" && from in item ? renameKey(item as Record<string, unknown>, from, name) : item);
    const next = updateQuestion(model, path, (each) => ({ ...each, name }));
    const samples = next.samples.map((sample) => {
      const list = sample.values[group.name];
      return Array.isArray(list) ? { ...sample, values: { ...sample.values, [group.name]: list.map(move) } } : sample;
    });
    return { model: { ...next, samples, totals: renameInTotals(next.totals, path, `${group.name}/${name}`) }, path: `${group.name}/${name}` };
  }
  const taken = hasQuestion(model);
  const name = freeName(wanted, (each) => each !== from && taken(each));
  if (name === from) return { model, path };
  const renamed = eachCondition(updateQuestion(model, path, (each) => ({ ...each, name })), (conditions) => renameIn(conditions, from, name));
  const swap = (each: string) => (each === from ? name : each);
  const { receipt, raw } = renamed;
  const next: FormModel = {
    ...renamed,
    person: renamed.person.map(swap),
    totals: renameInTotals(renamed.totals, from, name),
    receipt: receipt && { email: swap(receipt.email), ...(receipt.name ? { name: swap(receipt.name) } : {}) },
    subject: Object.fromEntries(Object.entries(renamed.subject).map(([key, each]) => [key, swap(each)])),
    samples: renamed.samples.map((sample) => ({ ...sample, values: renameKey(sample.values, from, name) })),
    raw: {
      ...raw,
      required: raw.required.map(swap),
      clauses: raw.clauses.map((clause) => ({
        ...clause,
        ...(clause.if === undefined ? {} : { if: renameWritten(clause.if, from, name) as SchemaNode }),
        ...(clause.then === undefined ? {} : { then: renameWritten(clause.then, from, name) as SchemaNode }),
      })),
    },
  };
  return { model: next, path: name };
}

function renameKey(values: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key === from ? to : key, value]));
}

/** Whether a question may be taken away: a form needs one at least, and so does a repeated group. */
export function mayRemove(model: FormModel, path: string): boolean {
  const found = find(model, path);
  if (!found) return false;
  if (found.group) return (found.group.items?.length ?? 0) > 1;
  return topQuestions(model).filter((question) => kindOf(question) !== "heading").length > 1 || kindOf(found.question) === "heading";
}
