import { createContext, use, useCallback, useMemo, useReducer, useRef } from "react";
import { useSchool } from "@/api/school";
import type { Values } from "@/forms/model";
import type { Diagnostic } from "../desk/types";
import { useSetting } from "../desk/useDesk";
import { emit } from "./model/emit";
import { same } from "./model/json";
import { parse } from "./model/parse";
import { locate, ownProblems, type Found } from "./model/problems";
import { mendSamples } from "./model/sample";
import { isStoredDocument, type FormModel, type StoredDocument } from "./model/types";
import { versioned } from "./model/version";

/** A problem as it is shown: the server's with its own words, or one that was seen here. */
export type BuilderProblem = Found & { diagnostic?: Diagnostic };

/** The form under work. */
export interface Builder {
  id: string;
  document: StoredDocument;
  model: FormModel;
  problems: BuilderProblem[];
  readOnly: boolean;
  currency: string;
  /** Another state of the form. Changes with the same `step` that follow each other closely are undone together. */
  change: (next: FormModel, step?: string) => void;
  /** The answers that the form is tried with. */
  values: Values;
  fill: (values: Values) => void;
  /** The row of the outline that is being worked on: `form`, `totals`, `step:<id>` or `question:<path>`. */
  selected: string;
  /** Selects a row; `open` shows its properties where they are not in sight, `focus` also goes into its first field. */
  select: (row: string, how?: "open" | "focus") => void;
  /** Says something to those who cannot see it happen. */
  announce: (words: string) => void;
}

export const BuilderContext = createContext<Builder | null>(null);

/** The form that the page around is about. */
export function useBuilder(): Builder {
  const builder = use(BuilderContext);
  if (!builder) throw new Error("useBuilder outside of a builder");
  return builder;
}

interface ParsedForm {
  document: StoredDocument;
  model: FormModel;
}

/** A form's document as the draft has it, and as a model that can be changed. */
export function useFormModel(id: string) {
  const setting = useSetting<StoredDocument>(`forms/${id}.json`, "");
  const { currency } = useSchool();
  const parsed = useRef<ParsedForm | null>(null);
  const counter = useRef(0);
  const [, redraw] = useReducer((turn: number) => turn + 1, 0);
  const { value, published, set } = setting;
  // A model holds what a document cannot say yet (an empty step, half a condition): it is read anew only when the document is another one.
  if (value && isStoredDocument(value) && parsed.current?.document !== value) {
    if (parsed.current && same(parsed.current.document, value)) parsed.current = { document: value, model: parsed.current.model };
    else parsed.current = { document: value, model: parse(value) };
  }
  const current = value && isStoredDocument(value) ? parsed.current : null;

  const change = useCallback(
    (next: FormModel, step?: string) => {
      const before = parsed.current?.document;
      const written = emit(next, before);
      const samples = before && sameShape(written, before) && written.samples === before.samples ? written.samples : mendSamples(written);
      const whole = versioned({ ...written, samples }, published);
      parsed.current = { document: whole, model: { ...next, samples, version: whole.version } };
      counter.current += 1;
      if (!before || !same(whole, before)) set(whole, step ?? `${counter.current}`);
      redraw();
    },
    [published, set],
  );

  const problems = useMemo((): BuilderProblem[] => (current ? [...ownProblems(current.model), ...locate(setting.problems, current.document, current.model)] : []), [current, setting.problems]);
  return { setting, held: current, change, problems, currency };
}

/** Whether two documents ask the same, in whatever words. */
function sameShape(one: StoredDocument, two: StoredDocument): boolean {
  return shapeOf(one) === shapeOf(two);
}

const shapes = new WeakMap<object, string>();

function shapeOf({ schema }: StoredDocument): string {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const shape = JSON.stringify(schema, (key, value: unknown) => ((key === "title" || key === "description") && typeof value === "string" ? undefined : value));
  shapes.set(schema, shape);
  return shape;
}
