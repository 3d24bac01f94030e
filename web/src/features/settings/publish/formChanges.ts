/** What a form's new document brings, said of its steps and questions. Pure: whoever draws it puts it into words. */
import { isWordsOnly, kindOf, type Kind } from "../forms/model/kinds";
import { same } from "../forms/model/json";
import type { Choice, FormModel, Question, Step, Text } from "../forms/model/types";
import { movedAmong } from "./moved";

/** Words in both languages, as a form has them. */
type Words = Pick<Text, "en" | "ar">;

/** One thing that is different. `of` is what it is about, `group` the repeated group that it is in. */
export type FormChange =
  | { says: "title" | "step.renamed" | "renamed" | "total.renamed"; of: Words; to: Words }
  | { says: "step.added" | "step.removed" | "step.moved" | "step.when" | "step.words"; of: Words }
  | { says: "added"; of: Words; step: Words; isRequired: boolean; group?: Words }
  | { says: "moved"; of: Words; step: Words }
  | { says: "kind"; of: Words; kind: Kind | "raw"; group?: Words }
  | { says: "choice.added" | "choice.removed"; of: Words; choices: Words[]; group?: Words }
  | { says: "choice.renamed"; of: Words; from: Words; to: Words; group?: Words }
  | { says: "removed" | "order" | "required" | "optional" | "when" | "help" | "limits" | "choice.order"; of: Words; group?: Words }
  | { says: "total.added" | "total.removed" | "total.changed"; of: Words }
  | { says: "about" | "receipt" | "subject" | "samples" | "other" };

/** What a form is made of. */
export interface FormFacts {
  steps: number;
  questions: number;
  files: number;
  totals: number;
  signatures: number;
}

const sameWords = (one: Words | null, two: Words | null) => (one?.en ?? "") === (two?.en ?? "") && (one?.ar ?? "") === (two?.ar ?? "");
const questionsOf = (model: FormModel) => model.steps.flatMap((step) => step.questions.map((question) => ({ question, step })));

/** The figures of a form. */
export function factsOf(model: FormModel): FormFacts {
  const asked = questionsOf(model).map(({ question }) => question).filter((question) => !isWordsOnly(question));
  const kinds = asked.map(kindOf);
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length;
  const [files, signatures] = [count("file"), count("signature")];
  return { steps: model.steps.length, questions: asked.length - files - signatures, files, totals: model.totals.length, signatures };
}

/** Everything that differs between two states of a form; nothing where only the way of writing does. */
export function formChanges(before: FormModel, after: FormModel): FormChange[] {
  const changes: FormChange[] = [];
  if (!sameWords(before.title, after.title)) changes.push({ says: "title", of: before.title, to: after.title });
  if (!sameWords(before.description, after.description)) changes.push({ says: "about" });
  return [...changes, ...stepChanges(before.steps, after.steps), ...questionChanges(before, after), ...totalChanges(before, after), ...rest(before, after)];
}

function stepChanges(before: readonly Step[], after: readonly Step[]): FormChange[] {
  const old = new Map(before.map((step) => [step.id, step]));
  const now = new Set(after.map(({ id }) => id));
  const moved = movedAmong(before.map(({ id }) => id), after.map(({ id }) => id));
  return [
    ...before.filter(({ id }) => !now.has(id)).map((step): FormChange => ({ says: "step.removed", of: step.title })),
    ...after.flatMap((step): FormChange[] => {
      const was = old.get(step.id);
      if (!was) return [{ says: "step.added", of: step.title }];
      const of = step.title;
      return [
        ...(sameWords(was.title, step.title) ? [] : [{ says: "step.renamed" as const, of: was.title, to: step.title }]),
        ...(moved.has(step.id) ? [{ says: "step.moved" as const, of }] : []),
        ...(same(was.when, step.when) ? [] : [{ says: "step.when" as const, of }]),
        ...(sameWords(was.help, step.help) ? [] : [{ says: "step.words" as const, of }]),
      ];
    }),
  ];
}

function questionChanges(before: FormModel, after: FormModel): FormChange[] {
  const old = new Map(questionsOf(before).map((each) => [each.question.name, each]));
  const now = questionsOf(after);
  const kept = new Set(now.map(({ question }) => question.name));
  const gone = [...old.values()].filter(({ question }) => !kept.has(question.name));
  // Within its step a question moved where it stands otherwise among those that stayed there.
  const moved = new Set(
    after.steps.flatMap((step) => {
      const was = before.steps.find(({ id }) => id === step.id)?.questions ?? [];
      return [...movedAmong(was.map(({ name }) => name), step.questions.map(({ name }) => name))];
    }),
  );
  return [
    ...gone.map(({ question }): FormChange => ({ says: "removed", of: wordsOf(question) })),
    ...now.flatMap(({ question, step }): FormChange[] => {
      const was = old.get(question.name);
      const of = wordsOf(question);
      if (!was) return [{ says: "added", of, step: step.title, isRequired: question.required }];
      const place: FormChange[] = was.step.id !== step.id ? [{ says: "moved", of, step: step.title }] : moved.has(question.name) ? [{ says: "order", of }] : [];
      return [...oneQuestion(was.question, question), ...place];
    }),
  ];
}

/** What became of a question that was there before, with the questions of its group. */
function oneQuestion(was: Question, question: Question, group?: Words): FormChange[] {
  const of = wordsOf(question);
  const within = group ? { group } : {};
  const changes: FormChange[] = [];
  const say = (says: "required" | "optional" | "when" | "help" | "limits") => changes.push({ says, of, ...within });
  if (!sameWords(wordsOf(was), of)) changes.push({ says: "renamed", of: wordsOf(was), to: of });
  const kind = kindOf(question);
  const turned = kindOf(was) !== kind;
  if (turned) changes.push({ says: "kind", of, kind, ...within });
  if (was.required !== question.required) say(question.required ? "required" : "optional");
  if (!turned) changes.push(...choiceChanges(was.choices ?? [], question.choices ?? [], of, within));
  if (!same(was.when, question.when)) say("when");
  if (!sameWords(was.help, question.help) || (was.label !== null && !sameWords(was.about, question.about)) || !sameWords(was.addLabel, question.addLabel) || !sameWords(was.itemTitle, question.itemTitle)) say("help");
  if (!turned && !same(limitsOf(was), limitsOf(question))) say("limits");
  return [...changes, ...itemChanges(was.items ?? [], question.items ?? [], of)];
}

function itemChanges(before: readonly Question[], after: readonly Question[], group: Words): FormChange[] {
  const old = new Map(before.map((question) => [question.name, question]));
  const moved = movedAmong(before.map(({ name }) => name), after.map(({ name }) => name));
  return [
    ...before.filter(({ name }) => !after.some((each) => each.name === name)).map((question): FormChange => ({ says: "removed", of: wordsOf(question), group })),
    ...after.flatMap((question): FormChange[] => {
      const was = old.get(question.name);
      const of = wordsOf(question);
      if (!was) return [{ says: "added", of, step: group, isRequired: question.required, group }];
      return [...oneQuestion(was, question, group), ...(moved.has(question.name) ? [{ says: "order" as const, of, group }] : [])];
    }),
  ];
}

function choiceChanges(before: readonly Choice[], after: readonly Choice[], of: Words, within: { group?: Words }): FormChange[] {
  const old = new Map(before.map((choice) => [choice.value, choice.label]));
  const fresh = after.filter(({ value }) => !old.has(value)).map(({ label }) => label);
  const gone = before.filter(({ value }) => !after.some((each) => each.value === value)).map(({ label }) => label);
  const renamed = after.flatMap(({ value, label }): FormChange[] => {
    const was = old.get(value);
    return was && !sameWords(was, label) ? [{ says: "choice.renamed", of, from: was, to: label, ...within }] : [];
  });
  const moved = movedAmong(before.map(({ value }) => String(value)), after.map(({ value }) => String(value)));
  return [
    ...(fresh.length > 0 ? [{ says: "choice.added" as const, of, choices: fresh, ...within }] : []),
    ...(gone.length > 0 ? [{ says: "choice.removed" as const, of, choices: gone, ...within }] : []),
    ...renamed,
    ...(moved.size > 0 ? [{ says: "choice.order" as const, of, ...within }] : []),
  ];
}

function totalChanges(before: FormModel, after: FormModel): FormChange[] {
  const old = new Map(before.totals.map((total) => [total.key, total]));
  return [
    ...before.totals.filter(({ key }) => !after.totals.some((each) => each.key === key)).map((total): FormChange => ({ says: "total.removed", of: total.label })),
    ...after.totals.flatMap((total): FormChange[] => {
      const was = old.get(total.key);
      if (!was) return [{ says: "total.added", of: total.label }];
      return [
        ...(sameWords(was.label, total.label) ? [] : [{ says: "total.renamed" as const, of: was.label, to: total.label }]),
        ...(same([was.kind, was.sum], [total.kind, total.sum]) ? [] : [{ says: "total.changed" as const, of: total.label }]),
      ];
    }),
  ];
}

/** What is beside the questions. */
function rest(before: FormModel, after: FormModel): FormChange[] {
  const changes: FormChange[] = [];
  if (!same(before.receipt, after.receipt)) changes.push({ says: "receipt" });
  if (!same([before.subject, before.person], [after.subject, after.person])) changes.push({ says: "subject" });
  if (!same(before.samples, after.samples)) changes.push({ says: "samples" });
  const written = ({ raw }: FormModel) => ({ ...raw, texts: raw.texts.map(({ en, ar }) => ({ en, ar })) });
  if (!same(written(before), written(after))) changes.push({ says: "other" });
  return changes;
}

/** What a person calls a question. */
function wordsOf({ label, about, name }: Question): Words {
  const words = label ?? about;
  return words && (words.en || words.ar) ? words : { en: name, ar: name };
}

/** What a question takes and how it is drawn, without its words. */
const limitsOf = ({ keywords, itemKeywords, width, widget, uiRest, alone }: Question) => [keywords, itemKeywords, width, widget, uiRest, alone];
