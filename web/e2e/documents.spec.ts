import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { condition } from "../src/features/settings/forms/model/conditions.ts";
import { addAddress, addQuestion, addStep, updateQuestion, updateStep } from "../src/features/settings/forms/model/edit.ts";
import { emit } from "../src/features/settings/forms/model/emit.ts";
import { KINDS, withFiles } from "../src/features/settings/forms/model/kinds.ts";
import { mendSamples } from "../src/features/settings/forms/model/sample.ts";
import { fromTemplate, TEMPLATES } from "../src/features/settings/forms/model/templates.ts";
import type { FormModel } from "../src/features/settings/forms/model/types.ts";
import { qabul } from "./support/cli.ts";
import { newSchool } from "./support/flags.ts";
import { state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";

/** Every kind of question, in the form and in a repeated group. */
function allKinds(): FormModel {
  let model = fromTemplate("scratch");
  for (const kind of KINDS) model = addQuestion(model, kind, { step: "details" }, "OMR").model;
  for (const kind of KINDS) if (kind !== "group" && kind !== "heading") model = addQuestion(model, kind, { question: "group" }, "OMR").model;
  return addAddress(model, { step: "details" }).model;
}

/** Every comparison, on a question, a heading's group and a step. */
function allConditions(): FormModel {
  const added = addStep(allKinds(), "details");
  let model = updateStep(added.model, added.id, (step) => ({
    ...step,
    when: [condition("any", [{ field: "yesno", op: "is", value: true }, { field: "choices", op: "includes", value: "option_1" }])],
  }));
  for (const kind of ["heading", "text", "choice", "file", "consent"] as const) model = addQuestion(model, kind, { step: added.id }, "OMR").model;
  model = updateQuestion(model, "heading_2", (question) => ({
    ...question,
    when: [condition("all", [{ field: "number", op: "more", value: 1 }, { field: "number", op: "less", value: 9 }, { field: "choice", op: "isNot", value: "option_1" }, { field: "email", op: "filled", value: null }])],
  }));
  model = updateQuestion(model, "text_2", (question) => ({
    ...question,
    required: true,
    when: [
      condition("any", [{ field: "choice", op: "oneOf", value: ["option_1", "option_2"] }, { field: "money", op: "atLeast", value: 5 }]),
      condition("all", [{ field: "choices", op: "excludes", value: "option_1" }, { field: "money", op: "atMost", value: 9000 }, { field: "choice", op: "noneOf", value: ["option_2"] }]),
    ],
  }));
  return updateQuestion(model, "file_2", (question) => withFiles(question, { tier: "10mb", kinds: ["pdf"] }, 3, true));
}

test("what the builder writes passes the server's own check, samples on any day included", async () => {
  const school = await newSchool("documents");
  const folder = path.join(state().data, "schools", school);
  mkdirSync(path.join(folder, "forms"), { recursive: true });
  const models: Record<string, FormModel> = { "all-kinds": allKinds(), "all-conditions": allConditions() };
  for (const template of TEMPLATES) models[`from-${template}`] = fromTemplate(template);
  for (const [id, model] of Object.entries(models)) {
    const document = emit(model);
    writeFileSync(path.join(folder, `forms/${id}.json`), JSON.stringify({ ...document, samples: mendSamples(document) }));
  }
  const file = path.join(folder, "school.yaml");
  const yaml = readFileSync(file, "utf8");
  const entries = Object.keys(models).map((id) => `  ${id}: {}\n`).join("");
  writeFileSync(file, /^forms:\s*$/m.test(yaml) ? yaml.replace(/^forms:\s*\n/m, (line) => line + entries) : `${yaml.replace(/^forms:.*\n/m, "")}\nforms:\n${entries}`);
  expect(qabul(["school", "check", school])).toContain("0 errors, 0 warnings");
});
