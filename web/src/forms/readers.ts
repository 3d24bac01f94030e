/** Who alone of the school's staff reads an answer, as the form says of its steps and fields. */
import type { FormDocument, FormStep, UiNode } from "./model";

function readerOf(step: FormStep, ui: UiNode | undefined): string | undefined {
  const own = ui?.["x-audience"];
  return typeof own === "string" ? own : step["x-audience"];
}

/** The audiences that a step's answers are for, where all of them are for one. */
export function readersOf(document: FormDocument, step: FormStep): string[] {
  const asked = step.fields.filter((name) => document.schema.properties?.[name]?.type !== "null");
  const readers = asked.map((name) => readerOf(step, document.ui[name]));
  return readers.every((each) => each !== undefined) ? [...new Set(readers)] : [];
}

/** The document with a line at each field that an audience alone reads, where its step does not say so of all. */
export function withReaders(document: FormDocument, step: FormStep, said: (audience: string) => string): FormDocument {
  if (readersOf(document, step).length > 0 || !step.fields.some((name) => readerOf(step, document.ui[name]))) return document;
  const ui = { ...document.ui };
  for (const name of step.fields) {
    const reader = readerOf(step, ui[name]);
    if (reader) ui[name] = { ...ui[name], "ui:help": [ui[name]?.["ui:help"], said(reader)].filter(Boolean).join(" ") };
  }
  return { ...document, ui };
}
