/** What is wrong with a form, and at which question it is to be said. */
import { pointerParts } from "@/forms/pointer";
import { askedBy, isComplete } from "./conditions";
import { eachQuestion } from "./emit";
import { kindOf } from "./kinds";
import { find } from "./edit";
import { namesIn } from "./totals";
import type { FormModel, Question, StoredDocument, Text } from "./types";

/** Where a problem belongs: a question's path, a step's id, or the form as a whole. */
export type Spot = { question: string } | { step: string } | "form" | "samples" | "totals";

/** A problem at its place. `code` is ours or the server's. */
export interface Found {
  spot: Spot;
  code: string;
  severity: "error" | "warning";
}

/** What the desk tells of a problem in a file. */
interface FileProblem {
  pointer: string;
  code: string;
  severity: "error" | "warning";
}

/** Codes of the server's that say what one of ours says better. */
const COVERED_BY_OURS: ReadonlySet<string> = new Set(["emptyText"]);

/** The server's problems at the questions that they are about. */
export function locate<Problem extends FileProblem>(found: readonly Problem[], document: StoredDocument, model: FormModel): (Found & { diagnostic: Problem })[] {
  return found
    .filter(({ code }) => !COVERED_BY_OURS.has(code))
    .map((problem) => ({ spot: spotOf(problem.pointer, document, model), code: problem.code, severity: problem.severity, diagnostic: problem }));
}

/** The row of the outline that a problem is shown at. */
export function rowOf(spot: Spot): string {
  if (spot === "totals") return "totals";
  if (spot === "form" || spot === "samples") return "form";
  return "step" in spot ? `step:${spot.step}` : `question:${spot.question}`;
}

function spotOf(pointer: string, document: StoredDocument, model: FormModel): Spot {
  const parts = pointerParts(pointer);
  const [root, second = "", third = ""] = parts;
  const names = new Set(model.steps.flatMap((step) => step.questions.map((question) => question.name)));
  if (root === "samples") return "samples";
  if (root === "computed") return "totals";
  if (root === "steps") {
    const step = document.steps[Number(second)];
    const field = third === "fields" ? step?.fields[Number(parts[3])] : undefined;
    return field !== undefined && names.has(field) ? { question: field } : step ? { step: step.id } : "form";
  }
  if (root === "texts") return ownerOf(third, document) ?? "form";
  const at = parts.lastIndexOf("properties");
  const first = root === "ui" ? second : root === "schema" ? parts[parts.indexOf("properties") + 1] : undefined;
  if (first === undefined || !names.has(first)) return "form";
  const inner = at > parts.indexOf("properties") ? parts[at + 1] : root === "ui" && third === "items" ? parts[3] : undefined;
  return { question: inner === undefined ? first : `${first}/${inner}` };
}

/** Which question or step uses a text. */
function ownerOf(key: string, document: StoredDocument): Spot | null {
  if (document.computed?.some((each) => each.label === key)) return "totals";
  const step = document.steps.find((each) => each.title === key || each.help === key);
  if (step) return { step: step.id };
  const uses = (node: unknown): boolean => node === key || (node !== null && typeof node === "object" && Object.values(node).some(uses));
  const { properties = {}, allOf = [] } = document.schema;
  const fields = [properties, ...allOf.map((clause) => clause.then?.properties ?? {})].flatMap((each) => Object.entries(each));
  const field = fields.find(([name, node]) => uses(node) || uses(document.ui?.[name]));
  return field ? { question: field[0] } : null;
}

/** What can be seen without asking the server: words that lack, choices that cannot be told apart, conditions without end. */
export function ownProblems(model: FormModel): Found[] {
  const found: Found[] = [];
  const add = (spot: Spot, code: string, severity: "error" | "warning" = "error") => {
    if (!found.some((each) => each.code === code && JSON.stringify(each.spot) === JSON.stringify(spot))) found.push({ spot, code, severity });
  };
  const words = (text: Text | null, spot: Spot) => {
    if (text && (text.en.trim() === "" || text.ar.trim() === "")) add(spot, "wordsMissing");
  };
  words(model.title, "form");
  words(model.description, "form");
  for (const step of model.steps) {
    words(step.title, { step: step.id });
    words(step.help, { step: step.id });
    if (step.questions.length === 0) add({ step: step.id }, "emptyStep", "warning");
    conditions(step.when, { step: step.id }, add, model);
  }
  eachQuestion(model, (question, _step, group) => {
    const spot = { question: group ? `${group.name}/${question.name}` : question.name };
    for (const text of [question.label, question.about, question.help, question.addLabel, question.itemTitle]) words(text, spot);
    for (const choice of question.choices ?? []) words(choice.label, spot);
    choices(question, spot, add);
    conditions(question.when, spot, add, model);
  });
  for (const total of model.totals) {
    words(total.label, "totals");
    if (!total.sum.some((term) => "field" in term)) add("totals", "totalEmpty");
    if (total.sum.some((term) => namesIn(term).some((path) => !find(model, path)))) add("totals", "totalLost");
  }
  return found;
}

type Add = (spot: Spot, code: string, severity?: "error" | "warning") => void;

function choices(question: Question, spot: Spot, add: Add): void {
  const values = question.choices?.map((choice) => String(choice.value)) ?? [];
  if (new Set(values).size < values.length) add(spot, "choicesAlike");
  if (question.choices?.length === 0) add(spot, "choicesNone");
  if (kindOf(question) === "choices" && typeof question.keywords.minItems === "number" && question.keywords.minItems > values.length) add(spot, "choicesTooFew");
}

function conditions(when: Question["when"], spot: Spot, add: Add, model: FormModel): void {
  if (when.some((each) => each.mode !== "raw" && each.tests.some((test) => !isComplete(test)))) add(spot, "conditionOpen", "warning");
  const names = new Set(model.steps.flatMap((step) => step.questions.map((question) => question.name)));
  if (askedBy(when).some((name) => !names.has(name))) add(spot, "conditionLost");
}
