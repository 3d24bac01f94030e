/** The layout as one list of rows, and moving rows in it. */
import type { LaidStep, Layout } from "./model";

/** A line of the list. */
export type Row = { id: string; kind: "step"; step: LaidStep; index: number } | { id: string; kind: "field"; name: string; step: LaidStep };

export const stepRow = (id: string) => `step:${id}`;
export const fieldRow = (name: string) => `field:${name}`;

/** Steps and their fields in the order in which they are shown. */
export function rows(layout: Layout): Row[] {
  return layout.steps.flatMap((step, index): Row[] => [
    { id: stepRow(step.id), kind: "step", step, index },
    ...step.fields.map((name): Row => ({ id: fieldRow(name), kind: "field", name, step })),
  ]);
}

/** Moves a row by one place, over the edges of steps; null where there is no further place. */
export function nudge(layout: Layout, id: string, by: -1 | 1): Layout | null {
  const row = rows(layout).find((each) => each.id === id);
  if (!row) return null;
  const at = layout.steps.indexOf(row.step);
  if (row.kind === "step") return layout.steps[at + by] ? { ...layout, steps: moved(layout.steps, at, at + by) } : null;
  const { fields } = row.step;
  const from = fields.indexOf(row.name);
  if (fields[from + by] !== undefined) return withFields(layout, at, moved(fields, from, from + by));
  const other = layout.steps[at + by];
  if (!other) return null;
  const left = withFields(layout, at, fields.toSpliced(from, 1));
  return withFields(left, at + by, by < 0 ? [...other.fields, row.name] : [row.name, ...other.fields]);
}

/** Puts a row where another one stands: before it when it came from below, after it when it came from above. */
export function drop(layout: Layout, id: string, over: string): Layout | null {
  const list = rows(layout);
  const [from, to] = [list.findIndex((row) => row.id === id), list.findIndex((row) => row.id === over)];
  const [row, target] = [list[from], list[to]];
  if (!row || !target || from === to) return null;
  const into = layout.steps.indexOf(target.step);
  if (row.kind === "step") return into === row.index ? null : { ...layout, steps: moved(layout.steps, row.index, into) };
  const taken = withFields(layout, layout.steps.indexOf(row.step), row.step.fields.filter((name) => name !== row.name));
  if (target.kind === "step") {
    // Above a step's heading is the end of the step before it.
    const step = to < from && into > 0 ? into - 1 : into;
    const fields = taken.steps[step]?.fields ?? [];
    return withFields(taken, step, step === into ? [row.name, ...fields] : [...fields, row.name]);
  }
  const fields = taken.steps[into]?.fields ?? [];
  return withFields(taken, into, fields.toSpliced(fields.indexOf(target.name) + (to > from ? 1 : 0), 0, row.name));
}

function withFields(layout: Layout, at: number, fields: string[]): Layout {
  return { ...layout, steps: layout.steps.map((step, index) => (index === at ? { ...step, fields } : step)) };
}

function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  return item === undefined ? [...list] : list.toSpliced(from, 1).toSpliced(to, 0, item);
}
