import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Values } from "@/forms/model";
import { resolveSchema, shownFields } from "@/forms/conditions";
import { validateValues } from "@/forms/validate";
import { compileAll, condition, readAll } from "./conditions";
import { addQuestion, downstream, duplicate, find, removeQuestion, renameQuestion, updateQuestion, updateStep } from "./edit";
import { conditionsOf, emit, normalise } from "./emit";
import { blank, KINDS, kindOf, turn, turnsInto } from "./kinds";
import { localise } from "./localise";
import { drop, nudge, questionRow, rows, stepRow } from "./order";
import { parse } from "./parse";
import { locate, ownProblems } from "./problems";
import { randomDocument } from "./random.testkit";
import { anyDay, isRight, mendSamples, onDay } from "./sample";
import { fromTemplate, TEMPLATES } from "./templates";
import type { FormModel, StoredDocument } from "./types";
import { versioned } from "./version";

const ROOT = path.resolve(import.meta.dirname, "../../../../../..");
const TODAY = "2026-11-21";

function shipped(): string[] {
  const schools = path.join(ROOT, "tenants/schools");
  const plugins = path.join(ROOT, "plugins");
  const folders = [...readdirSync(schools).map((name) => path.join(schools, name, "forms")), ...readdirSync(plugins).map((name) => path.join(plugins, name))];
  return folders
    .filter((folder) => existsSync(folder) && !folder.includes("."))
    .flatMap((folder) => (readdirSync(folder, { withFileTypes: true }).some((entry) => entry.name.endsWith(".json")) ? readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => path.join(folder, file)) : []))
    .filter((file) => "steps" in (JSON.parse(readFileSync(file, "utf8")) as object));
}

const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as StoredDocument;
/** Texts that only a plugin's codes use are no part of a declarative document. */
function usedOnly(document: StoredDocument, texts: StoredDocument["texts"]): StoredDocument {
  const keep = (language: "en" | "ar") => Object.fromEntries(Object.entries(document.texts[language]).filter(([key]) => key in texts[language]));
  return { ...document, texts: { en: keep("en"), ar: keep("ar") } };
}

describe("the round trip", () => {
  it.each(shipped().map((file) => [path.relative(ROOT, file), file]))("keeps %s as it was written", (name, file) => {
    const document = read(file);
    const again = emit(parse(document), document);
    const before = name.startsWith("plugins") ? usedOnly(document, again.texts) : document;
    expect(normalise(again)).toBe(normalise(before));
    for (const sample of document.samples) {
      const values = onDay(sample.values, TODAY) as Values;
      expect(validateValues(again, values, TODAY)).toEqual(validateValues(document, values, TODAY));
      expect(validateValues(again, values, TODAY)).toEqual([]);
    }
  });

  it("finds forms to try", () => {
    expect(shipped().length).toBeGreaterThan(12);
  });

  it("changes nothing in 400 random documents", { timeout: 30_000 }, () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const document = randomDocument(seed);
      const again = emit(parse(document), document);
      expect(normalise(again), `seed ${seed}`).toBe(normalise(document));
      // And what was written once is written the same again, to the byte.
      expect(JSON.stringify(emit(parse(again), again)), `seed ${seed}`).toBe(JSON.stringify(again));
    }
  });

  it("shows the same questions for the same answers", () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const document = randomDocument(seed);
      const again = emit(parse(document), document);
      for (const q0 of [true, "v0", "v1", 3, ["v1"], undefined]) {
        const values = { q0, q1: q0, q2: true };
        const shown = (each: StoredDocument) => each.steps.flatMap((step) => shownFields(resolveSchema(each.schema, values), { ...step, title: "" }));
        expect(shown(again), `seed ${seed}`).toEqual(shown(document));
      }
    }
  });

  it("keeps the order of keys, so that a comparison shows only what changed", () => {
    const document = read(path.join(ROOT, "tenants/schools/abq/forms/new.json"));
    const model = parse(document);
    const changed = emit(updateQuestion(model, "message", (question) => ({ ...question, required: true })), document);
    expect(JSON.stringify(changed)).toBe(JSON.stringify({ ...document, schema: { ...document.schema, required: changed.schema.required } }));
    expect(changed.schema.required).toContain("message");
  });
});

const conditional = (): FormModel => {
  const model = fromTemplate("visit");
  return model;
};

describe("conditions", () => {
  it("become clauses at the root, and the hidden branch is never checked", () => {
    const model = updateQuestion(conditional(), "access_note", (question) => ({ ...question, required: true }));
    const document = emit(model);
    expect(document.schema.properties).not.toHaveProperty("access_note");
    expect(document.schema.allOf).toEqual([
      { if: { properties: { needs_access: { const: true } }, required: ["needs_access"] }, then: { properties: { access_note: expect.objectContaining({ maxLength: 500 }) as unknown }, required: ["access_note"] } },
    ]);
    const codes = (needs: boolean) => validateValues(document, { needs_access: needs }, TODAY).filter((issue) => issue.path === "/access_note").map((issue) => issue.code);
    expect(codes(false)).toEqual([]);
    expect(codes(true)).toEqual(["required"]);
  });

  it("are written in each form and read back as they were made", () => {
    const tests = [
      condition("all", [{ field: "a", op: "is", value: true }, { field: "b", op: "atLeast", value: 3 }]),
      condition("any", [{ field: "a", op: "isNot", value: "x" }, { field: "b", op: "oneOf", value: ["y", "z"] }]),
      condition("all", [{ field: "a", op: "filled", value: null }]),
      condition("all", [{ field: "a", op: "includes", value: "x" }, { field: "b", op: "excludes", value: "y" }, { field: "c", op: "noneOf", value: [1] }]),
      condition("all", [{ field: "a", op: "more", value: 1 }, { field: "a", op: "less", value: 9 }]),
    ];
    for (const each of tests) {
      const [back] = readAll(compileAll([each]) ?? {});
      expect({ ...back, written: null }).toEqual(each);
    }
    const both = readAll(compileAll([tests[0], tests[1]].filter((each) => each !== undefined)) ?? {});
    expect(both.map(({ mode }) => mode)).toEqual(["all", "any"]);
  });

  it("of a step and of a heading count for everything below", () => {
    let model = fromTemplate("job");
    const base = condition("all", [{ field: "field", op: "is", value: "teaching" }]);
    const deeper = condition("all", [{ field: "years", op: "atLeast", value: 5 }]);
    model = addQuestion(model, "heading", { step: "record" }, "OMR").model;
    model = drop(model, questionRow("heading"), questionRow("cv")) ?? model;
    model = updateStep(model, "record", (step) => ({ ...step, when: [base] }));
    model = updateQuestion(model, "heading", (question) => ({ ...question, when: [deeper] }));
    const record = model.steps.find((step) => step.id === "record");
    const shown = record?.questions.map((question) => [question.name, conditionsOf(record, question).length]);
    expect(shown).toEqual([["posts", 1], ["heading", 2], ["cv", 2], ["letter", 2], ["consent", 2]]);
    const document = emit(model);
    // The step's condition is also that of the question about the subject: one clause for both, one for the heading's group.
    expect(document.schema.allOf).toHaveLength(2);
    // Read again, the step and the heading have their conditions back, and no question below has one of its own.
    const again = parse(document).steps.find((step) => step.id === "record");
    expect(again?.when).toHaveLength(1);
    expect(again?.questions.map((question) => question.when.length)).toEqual([0, 1, 0, 0, 0]);
    expect(normalise(emit(parse(document), document))).toBe(normalise(document));
  });

  it("that the builder has no words for stay as they are", () => {
    const written = { properties: { day: { pattern: "^2027" } }, required: ["day"] };
    const [read1] = readAll(written);
    expect(read1?.mode).toBe("raw");
    expect(compileAll([{ ...read1, mode: "raw", tests: [], written }])).toEqual(written);
  });

  it("follow a question that is renamed, and go with one that is removed", () => {
    const { model, path: name } = renameQuestion(conditional(), "needs_access", "Step free");
    expect(name).toBe("step_free");
    expect(emit(model).schema.allOf?.[0]?.if?.required).toEqual(["step_free"]);
    const less = removeQuestion(model, "step_free");
    expect(emit(less).schema.allOf).toBeUndefined();
    expect(emit(less).schema.properties).toHaveProperty("access_note");
  });

  it("do not chase their own tail", () => {
    expect([...downstream(conditional(), "needs_access")]).toEqual(["access_note"]);
  });
});

describe("texts", () => {
  it("are keyed without leftovers, and a shared one is parted where it is changed", () => {
    const document = read(path.join(ROOT, "tenants/schools/abq/forms/form.json"));
    const model = updateQuestion(parse(document), "grade", (question) => ({
      ...question,
      choices: question.choices?.map((choice) => (choice.value === "kg1" ? { ...choice, label: { ...choice.label, en: "First kindergarten" } } : choice)) ?? null,
    }));
    const again = emit(model, document);
    const title = (node: StoredDocument["schema"] | undefined) => again.texts.en[node?.oneOf?.find((each) => each.const === "kg1")?.title ?? ""];
    expect(title(again.schema.properties?.grade)).toBe("First kindergarten");
    expect(title(again.schema.properties?.siblings?.items?.properties?.grade)).toBe("KG 1");
    const written = JSON.stringify({ ...again, texts: null });
    expect(Object.keys(again.texts.en).filter((key) => !written.includes(`"${key}"`))).toEqual([]);
    expect(Object.keys(again.texts.ar)).toEqual(Object.keys(again.texts.en));
  });

  it("of what is removed are gone", () => {
    const document = emit(removeQuestion(conditional(), "time"));
    expect(Object.keys(document.texts.en).filter((key) => key.startsWith("time"))).toEqual([]);
  });
});

describe("templates", () => {
  it.each(TEMPLATES)("%s is whole: samples that pass, words in both languages, the same after a round trip", (template) => {
    const document = emit(fromTemplate(template));
    const whole = { ...document, samples: mendSamples(document) };
    expect(whole.samples).toHaveLength(1);
    expect(isRight(whole, whole.samples[0]?.values ?? {})).toBe(true);
    expect(ownProblems(parse(whole))).toEqual([]);
    expect(normalise(emit(parse(whole), whole))).toBe(normalise(whole));
    expect(parse(whole).steps.flatMap((step) => step.questions).map(kindOf)).not.toContain("raw");
  });
});

describe("questions", () => {
  it("of every kind are known again and have an example that passes", () => {
    let model = fromTemplate("scratch");
    for (const kind of KINDS) model = addQuestion(model, kind, { step: "details" }, "OMR").model;
    const document = emit(model);
    const again = parse(document).steps[0]?.questions.slice(1).map(kindOf);
    expect(again).toEqual([...KINDS]);
    const samples = mendSamples(document);
    expect(isRight({ ...document, samples }, samples[0]?.values ?? {})).toBe(true);
    expect(localise(document, "ar").schema.properties?.consent?.title).toBe("أوافق");
  });

  it("turn into another kind and keep their words, place and condition", () => {
    const model = updateQuestion(conditional(), "access_note", (question) => turn(question, "choice", "OMR"));
    expect(find(model, "access_note")?.question).toMatchObject({ label: { en: "What should we prepare?" }, when: [{ mode: "all" }] });
    expect(kindOf(find(model, "access_note")?.question ?? blank("text", "x"))).toBe("choice");
    expect(turnsInto("file")).toEqual(["file"]);
  });

  it("can be duplicated, also inside a repeated group", () => {
    const job = fromTemplate("job");
    const twice = duplicate(job, "posts/role");
    expect(twice.path).toBe("posts/role_2");
    expect(find(twice.model, "posts")?.question.items?.map((item) => item.name)).toEqual(["employer", "role", "role_2"]);
    expect(duplicate(job, "years").path).toBe("years_2");
  });

  it("that nobody can read here stay where they are", () => {
    const document = Array.from({ length: 50 }, (_, seed) => randomDocument(seed + 1)).find(({ schema }) => schema.properties?.q0?.type === "boolean") ?? randomDocument(1);
    const odd: StoredDocument = { ...document, schema: { ...document.schema, properties: { ...document.schema.properties, q0: { type: "string", title: document.title, enum: ["a", "b"], maxLength: 3 } } } };
    const model = parse(odd);
    expect(kindOf(find(model, "q0")?.question ?? blank("text", "x"))).toBe("raw");
    expect(normalise(emit(model, odd))).toBe(normalise(odd));
  });
});

describe("the order", () => {
  const names = (model: FormModel | null) => model?.steps.map((step) => step.questions.map((question) => question.name).join(" "));

  it("goes step by step over the edges of steps", () => {
    const model = fromTemplate("enquiry");
    expect(names(nudge(model, questionRow("child_dob"), -1))).toEqual(["child_dob child_name", "guardian_name phone email message consent"]);
    expect(names(nudge(model, questionRow("child_dob"), 1))).toEqual(["child_name", "child_dob guardian_name phone email message consent"]);
    expect(names(nudge(model, questionRow("guardian_name"), -1))).toEqual(["child_name child_dob guardian_name", "phone email message consent"]);
    expect(nudge(model, questionRow("child_name"), -1)).toBeNull();
    expect(nudge(model, stepRow("guardian"), -1)?.steps.map((step) => step.id)).toEqual(["guardian", "child"]);
    expect(nudge(model, stepRow("guardian"), 1)).toBeNull();
  });

  it("takes what is dropped where it is dropped", () => {
    const model = fromTemplate("enquiry");
    expect(names(drop(model, questionRow("message"), questionRow("child_name")))).toEqual(["message child_name child_dob", "guardian_name phone email consent"]);
    expect(names(drop(model, questionRow("child_name"), questionRow("phone")))).toEqual(["child_dob", "guardian_name phone child_name email message consent"]);
    expect(names(drop(model, questionRow("email"), stepRow("guardian")))).toEqual(["child_name child_dob email", "guardian_name phone message consent"]);
    expect(names(drop(model, questionRow("child_name"), stepRow("guardian")))).toEqual(["child_dob", "child_name guardian_name phone email message consent"]);
    expect(drop(model, stepRow("child"), questionRow("phone"))?.steps.map((step) => step.id)).toEqual(["guardian", "child"]);
  });

  it("keeps the questions of a repeated group inside it", () => {
    const model = fromTemplate("job");
    expect(find(drop(model, questionRow("posts/role"), questionRow("posts/employer")) ?? model, "posts")?.question.items?.map((item) => item.name)).toEqual(["role", "employer"]);
    expect(drop(model, questionRow("posts/role"), questionRow("cv"))).toBeNull();
    expect(rows(model).map((row) => row.id)).toContain("question:posts/role");
  });
});

describe("samples", () => {
  it("are mended when the form asks for more, and left alone when they pass", () => {
    const document = read(path.join(ROOT, "tenants/schools/abq/forms/new.json"));
    expect(mendSamples(document)).toBe(document.samples);
    const more = emit(addQuestion(parse(document), "consent", { step: "message" }, "OMR").model, document);
    const [first] = mendSamples(more);
    expect(first?.values).toMatchObject({ consent_2: true, child_name: "Salma Al Harthy" });
    const less = emit(removeQuestion(parse(document), "grade"), document);
    expect(mendSamples(less).every((sample) => isRight(less, sample.values))).toBe(true);
    expect(mendSamples(less)[0]?.values).not.toHaveProperty("grade");
  });

  it("keep dates by their distance from the day, and at signs as they are", () => {
    const values = { day: "2026-12-01", past: "2020-02-29", mail: "@home", list: [{ at: TODAY }] };
    const relative = anyDay(values, TODAY);
    expect(relative).toEqual({ day: "@today+10d", past: "@today-2457d", mail: "@@home", list: [{ at: "@today" }] });
    expect(onDay(relative, TODAY)).toEqual(values);
  });
});

describe("problems", () => {
  it("are told at the question, the step or the whole", () => {
    const document = emit(fromTemplate("job"));
    const model = parse(document);
    const spotOf = (pointer: string) => locate([{ pointer, code: "x", severity: "error" }], document, model)[0]?.spot;
    expect(spotOf("/schema/properties/years/maximum")).toEqual({ question: "years" });
    expect(spotOf("/schema/allOf/0/then/properties/subject")).toEqual({ question: "subject" });
    expect(spotOf("/schema/properties/posts/items/properties/role")).toEqual({ question: "posts/role" });
    expect(spotOf("/ui/posts/items/role/ui:help")).toEqual({ question: "posts/role" });
    expect(spotOf("/steps/1/fields/0")).toEqual({ question: "field" });
    expect(spotOf("/steps/1/title")).toEqual({ step: "post" });
    expect(spotOf(`/texts/ar/${document.schema.properties?.years?.title ?? ""}`)).toEqual({ question: "years" });
    expect(spotOf("/samples/0/values")).toBe("samples");
    expect(spotOf("/version")).toBe("form");
  });

  it("of our own: words that lack, choices that cannot be told apart, conditions on nothing", () => {
    let model = conditional();
    model = updateQuestion(model, "time", (question) => ({ ...question, choices: question.choices?.map((choice) => ({ ...choice, value: "same" })) ?? null, label: { key: "", en: "Time", ar: "" } }));
    model = updateQuestion(model, "day", (question) => ({ ...question, when: [condition("all", [{ field: "gone", op: "filled", value: null }])] }));
    expect(ownProblems(model).map(({ spot, code }) => [spot, code])).toEqual([
      [{ question: "day" }, "conditionLost"],
      [{ question: "time" }, "wordsMissing"],
      [{ question: "time" }, "choicesAlike"],
    ]);
  });
});

describe("the version", () => {
  it("goes up once when the form changed, and back when it is as it was", () => {
    const published = emit(fromTemplate("visit"));
    const changed = { ...published, samples: [{ name: "a", values: {} }] };
    expect(versioned(changed, published).version).toBe("1.1.0");
    expect(versioned({ ...changed, version: "1.1.0" }, published).version).toBe("1.1.0");
    expect(versioned({ ...published, version: "1.1.0" }, published).version).toBe("1.1.0");
    expect(versioned(published, published).version).toBe("1.0.0");
    expect(versioned(changed, undefined).version).toBe("1.0.0");
  });
});
