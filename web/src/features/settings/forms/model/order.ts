/** The outline as one list of rows, and moving rows in it. */
import { updateQuestion } from "./edit";
import type { FormModel, Question, Step } from "./types";

/** A line of the outline. Its id is unique in the list. */
export type Row =
  | { id: string; kind: "step"; step: Step; index: number }
  | { id: string; kind: "question"; path: string; question: Question; step: Step; group: Question | null };

export const stepRow = (id: string) => `step:${id}`;
export const questionRow = (path: string) => `question:${path}`;

/** Steps, their questions, and the questions of repeated groups, in the order in which they are shown. */
export function rows(model: FormModel): Row[] {
  return model.steps.flatMap((step, index): Row[] => [
    { id: stepRow(step.id), kind: "step", step, index },
    ...step.questions.flatMap((question): Row[] => [
      { id: questionRow(question.name), kind: "question", path: question.name, question, step, group: null },
      ...(question.items ?? []).map((item): Row => ({ id: questionRow(`${question.name}/${item.name}`), kind: "question", path: `${question.name}/${item.name}`, question: item, step, group: question })),
    ]),
  ]);
}

/** Moves a row by one place up or down; null where there is no further place. */
export function nudge(model: FormModel, id: string, by: -1 | 1): FormModel | null {
  const row = rows(model).find((each) => each.id === id);
  if (!row) return null;
  if (row.kind === "step") {
    const to = row.index + by;
    return to < 0 || to >= model.steps.length ? null : { ...model, steps: moved(model.steps, row.index, to) };
  }
  const { question, group } = row;
  if (group) {
    const at = group.items?.indexOf(question) ?? -1;
    const to = at + by;
    if (to < 0 || to >= (group.items?.length ?? 0)) return null;
    return updateQuestion(model, group.name, (each) => ({ ...each, items: moved(each.items ?? [], at, to) }));
  }
  const stepAt = model.steps.indexOf(row.step);
  const at = row.step.questions.indexOf(question);
  const to = at + by;
  if (to >= 0 && to < row.step.questions.length) return withQuestions(model, stepAt, moved(row.step.questions, at, to));
  const other = model.steps[stepAt + by];
  if (!other) return null;
  const left = withQuestions(model, stepAt, row.step.questions.toSpliced(at, 1));
  return withQuestions(left, stepAt + by, by < 0 ? [...other.questions, question] : [question, ...other.questions]);
}

/** Puts a row where another one stands: before it when it came from below, after it when it came from above. */
export function drop(model: FormModel, id: string, over: string): FormModel | null {
  const list = rows(model);
  const from = list.findIndex((row) => row.id === id);
  const to = list.findIndex((row) => row.id === over);
  const row = list[from];
  const target = list[to];
  if (!row || !target || from === to) return null;
  if (row.kind === "step") {
    const at = model.steps.indexOf(target.step);
    return at === row.index ? null : { ...model, steps: moved(model.steps, row.index, at) };
  }
  if (row.group) {
    // A question of a repeated group stays in it.
    if (target.kind !== "question" || target.group?.name !== row.group.name) return null;
    const items = row.group.items ?? [];
    return updateQuestion(model, row.group.name, (each) => ({ ...each, items: moved(each.items ?? [], items.indexOf(row.question), items.indexOf(target.question)) }));
  }
  const stepAt = model.steps.indexOf(row.step);
  const taken = withQuestions(model, stepAt, row.step.questions.filter((each) => each !== row.question));
  if (target.kind === "step") {
    const at = model.steps.indexOf(target.step);
    // Above a step's heading is the end of the step before it.
    const into = to < from && at > 0 ? at - 1 : at;
    const questions = taken.steps[into]?.questions ?? [];
    return withQuestions(taken, into, into === at ? [row.question, ...questions] : [...questions, row.question]);
  }
  const anchor = target.group ?? target.question;
  if (anchor === row.question) return null;
  const into = taken.steps.findIndex((step) => step.questions.includes(anchor));
  const questions = taken.steps[into]?.questions ?? [];
  const at = questions.indexOf(anchor) + (to > from ? 1 : 0);
  return withQuestions(taken, into, questions.toSpliced(at, 0, row.question));
}

function withQuestions(model: FormModel, step: number, questions: Question[]): FormModel {
  return { ...model, steps: model.steps.map((each, index) => (index === step ? { ...each, questions } : each)) };
}

function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item);
}
