/**
 * What remains after a submission, for the thanks page: the reference and what is still missing, kept for this tab only and never
 * in the address. The answers to prefill a sibling's form are kept in memory alone.
 */
import { forgetTab, keepInTab, keptInTab } from "@/api/tab";
import type { Values } from "@/forms/model";
import type { Coded } from "./api";

/** A submission as the thanks page tells it. */
export interface Outcome {
  form: string;
  formVersion: string;
  /** An application's registration number, else the reference. */
  reference: string;
  submittedAt: string;
  checklist: Coded[];
  /** Whose address the confirmation goes to, where one was given. */
  confirmedTo?: string;
  /** Path of the family's own page of it, with the link's token: it opens nothing without the proof. */
  myApplication?: string;
  /** Whom it is for, by the form's names: in this page's memory alone. */
  whose?: { person: string; person_ar?: string };
  /** The submission's id, for staff who sent it on a family's behalf. */
  submission?: string;
}

const NAME = "outcome";

/** Keeps the outcome through a reload of the thanks page. */
export function storeOutcome(outcome: Outcome): void {
  const { whose: _, ...kept } = outcome;
  keepInTab(NAME, JSON.stringify(kept));
  last = outcome;
  lastAt = placeInHistory();
}

let last: Outcome | null = null;
/** Where in the tab's history the form was sent. */
let lastAt = 0;

function placeInHistory(): number {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && "idx" in state && typeof state.idx === "number" ? state.idx : 0;
}

/** What was sent at a later step of this tab's history than the one that is shown: somebody has gone back to its form. */
export function sentAfterHere(form: string): Outcome | null {
  return last?.form === form && placeInHistory() < lastAt ? last : null;
}

/** The last outcome of this tab. */
export function readOutcome(): Outcome | null {
  if (last) return last;
  try {
    return JSON.parse(keptInTab(NAME) || "null") as Outcome | null;
  } catch {
    return null;
  }
}

/** Forgets it, and the link to what was sent: a shared device. */
export function dropOutcome(): void {
  last = null;
  forgetTab();
  carried.clear();
}

const carried = new Map<string, Values>();

/** Keeps the guardian's answers for a sibling's form, until that form takes them or the page is left. */
export function carryOver(form: string, values: Values): void {
  carried.set(form, values);
}

/** Whom answers are about, as the form says which of them are the names. */
export function whoseAre(values: Values, subject: Readonly<Record<string, string>>): Pick<Outcome, "whose"> {
  const answer = (what: string) => {
    const value = values[subject[what] ?? ""];
    return typeof value === "string" ? value.trim() : "";
  };
  const person = answer("child.name");
  return person ? { whose: { person, person_ar: answer("child.name_ar") } } : {};
}

/** Whether a sibling's form can begin with the guardian's answers. */
export function canCarryOver(form: string): boolean {
  return carried.has(form);
}

/** The answers carried for a form. */
export function carriedAnswers(form: string): Values | undefined {
  return carried.get(form);
}

/** Forgets them: the form has taken them. */
export function dropCarried(form: string): void {
  carried.delete(form);
}

/** Steps about the family rather than the child, where a form does not say itself which answers are the same for a brother or sister. */
const FAMILY_STEP = /guardian|parent|famil|father|mother|contact|address/i;

/** The family's own answers, without files (an upload belongs to one draft): those that the form says are (`family`), else those of its own steps. */
export function familyAnswers(steps: readonly { id: string; fields: string[] }[], isUpload: (field: string) => boolean, values: Values, family: readonly string[] = []): Values {
  const fields = family.length > 0 ? family : steps.filter((step) => FAMILY_STEP.test(step.id)).flatMap((step) => step.fields);
  return Object.fromEntries(fields.filter((field) => field in values && !isUpload(field)).map((field) => [field, values[field]]));
}
