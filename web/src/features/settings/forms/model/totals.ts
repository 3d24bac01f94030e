/** Totals of a form: reading and writing them, what they may add up, and keeping them right when the form around them changes. */
import { kindOf, type Kind } from "./kinds";
import { isRecord, type Choice, type FormModel, type Question, type StoredDocument, type Term, type Text, type Total } from "./types";

/** As many as the server takes. */
export const MOST_TOTALS = 20;
export const MOST_TERMS = 30;

type StoredTotal = NonNullable<StoredDocument["computed"]>[number];

/** The totals of a document; null where they are written in a way that has no fields here. */
export function readTotals(written: unknown, text: (key: string) => Text): Total[] | null {
  if (!Array.isArray(written) || written.length === 0) return null;
  const totals = written.map((each: unknown): Total | null => {
    if (!isRecord(each) || Object.keys(each).some((key) => !["key", "label", "kind", "sum"].includes(key))) return null;
    const { key, label, kind, sum } = each;
    if (typeof key !== "string" || typeof label !== "string" || (kind !== "number" && kind !== "money") || !Array.isArray(sum) || !sum.every(isTerm)) return null;
    return { key, label: text(label), kind, sum };
  });
  return totals.every((total) => total !== null) ? totals : null;
}

function isTerm(term: unknown): term is Term {
  if (!isRecord(term)) return false;
  const keys = Object.keys(term).toSorted().join(" ");
  if (keys === "constant") return typeof term.constant === "number";
  if (typeof term.field !== "string") return false;
  if (keys === "field") return true;
  if (keys === "field times") return typeof term.times === "string" || typeof term.times === "number";
  return keys === "field prices" && isRecord(term.prices) && Object.values(term.prices).every((price) => typeof price === "number");
}

/** The totals as a document has them. */
export function writeTotals(totals: readonly Total[], keyOf: (text: Text, wanted: string) => string): StoredTotal[] {
  return totals.map(({ key, label, kind, sum }) => ({ key, label: keyOf(label, `total.${key}`), kind, sum }));
}

const NUMBERS: readonly (Kind | "raw")[] = ["number", "money"];
const PRICED: readonly (Kind | "raw")[] = ["choice", "choices", "yesno", "consent"];

/** Whether an answer counts by a price for each of its choices. */
export const isPriced = (question: Question) => PRICED.includes(kindOf(question));
/** Whether an answer is a figure. */
export const isFigure = (question: Question) => NUMBERS.includes(kindOf(question));

/** A question that can be counted; its path names the group that it is in. */
export interface Countable {
  path: string;
  question: Question;
  group: Question | null;
}

/** What a total of a kind can add up: figures, and choices by their prices. Money is counted in whole coins, and only with money. */
export function countables(model: FormModel, kind: Total["kind"]): Countable[] {
  const counts = (question: Question) => isPriced(question) || (isFigure(question) && (kind === "money" ? question.keywords.type === "integer" : kindOf(question) === "number"));
  return model.steps.flatMap((step) =>
    step.questions.flatMap((question): Countable[] => [
      ...(counts(question) ? [{ path: question.name, question, group: null }] : []),
      ...(question.items ?? []).filter(counts).map((item) => ({ path: `${question.name}/${item.name}`, question: item, group: question })),
    ]),
  );
}

/** The figures that a counted answer can be multiplied by: those of its own group, or of the form itself. Nothing is an amount times an amount. */
export function multipliers(model: FormModel, kind: Total["kind"], field: string, question: Question): Countable[] {
  const group = field.includes("/") ? field.split("/")[0] : null;
  const amount = kindOf(question) === "money";
  return countables(model, kind).filter(
    (each) => isFigure(each.question) && each.path !== field && (each.group === null || each.group.name === group) && !(amount && kindOf(each.question) === "money"),
  );
}

/** What stands for each choice of a question in `prices`. */
export function pricedChoices(question: Question): { value: unknown; label: Text | null }[] {
  return question.choices ?? [{ value: true, label: null }];
}

/** A term that counts a question, as it begins: a number in a total of money waits for the amount that each one costs. */
export function termOf(question: Question, path: string, kind: Total["kind"]): Term {
  if (!isPriced(question)) return kind === "money" && kindOf(question) === "number" ? { field: path, times: 0 } : { field: path };
  return { field: path, prices: Object.fromEntries(pricedChoices(question).map(({ value }) => [String(value), 0])) };
}

/** The questions that a term looks at. */
export function namesIn(term: Term): string[] {
  if (!("field" in term)) return [];
  return [term.field, ...(typeof term.times === "string" ? [term.times] : [])];
}

const within = (path: string, name: string) => path === name || path.startsWith(`${name}/`);

/** The totals once a question has another path. */
export function renameInTotals(totals: readonly Total[], from: string, to: string): Total[] {
  const swap = (path: string) => (within(path, from) ? `${to}${path.slice(from.length)}` : path);
  return totals.map((total) => ({
    ...total,
    sum: total.sum.map((term) => ("field" in term ? { ...term, field: swap(term.field), ...(typeof term.times === "string" ? { times: swap(term.times) } : {}) } : term)),
  }));
}

/** The totals without what counted questions that are gone; one with nothing left to count goes with them. */
export function forgetInTotals(totals: readonly Total[], names: readonly string[]): Total[] {
  return totals.flatMap((total) => {
    const sum = total.sum.filter((term) => !namesIn(term).some((path) => names.some((name) => within(path, name))));
    return sum.length === total.sum.length ? [total] : sum.some((term) => "field" in term) ? [{ ...total, sum }] : [];
  });
}

/** The form with its prices following the choices that they are for: one stored otherwise keeps its price, one gone loses it. */
export function followChoices(model: FormModel, path: string, before: readonly Choice[], now: readonly Choice[]): FormModel {
  const renamed = before.length === now.length ? new Map(before.map((choice, at) => [String(choice.value), String(now[at]?.value)])) : new Map<string, string>();
  // Put in another order, the same values are all still there.
  const same = before.every((choice) => now.some((each) => each.value === choice.value));
  const renamedValue = (value: string) => (same ? value : (renamed.get(value) ?? value));
  const values = new Set(now.map(({ value }) => String(value)));
  const follow = (term: Term): Term => {
    if (!("field" in term) || term.field !== path || !term.prices) return term;
    return { ...term, prices: Object.fromEntries(Object.entries(term.prices).map(([value, price]) => [renamedValue(value), price] as const).filter(([value]) => values.has(value))) };
  };
  return { ...model, totals: model.totals.map((total) => ({ ...total, sum: total.sum.map(follow) })) };
}

/** A key that no total has yet. */
export function freeKey(totals: readonly Total[]): string {
  let key = "total";
  for (let number = 2; totals.some((total) => total.key === key); number += 1) key = `total_${number}`;
  return key;
}
