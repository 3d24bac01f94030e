import { describe, expect, it } from "vitest";
import type { FormDocument, FormStep } from "./model";
import { readersOf, withReaders } from "./readers";

const step: FormStep = { id: "care", title: "Care", fields: ["note", "ill", "help"] };
const document = (ui: FormDocument["ui"]): FormDocument => ({
  title: "Form",
  steps: [step],
  schema: { type: "object", properties: { note: { type: "null" }, ill: { type: "string" }, help: { type: "string" } } },
  ui,
  messages: {},
});

describe("who reads a step", () => {
  it("is told at the step where every question is for somebody, and at the questions otherwise", () => {
    const all = document({ ill: { "x-audience": "health" }, help: { "x-audience": "learning_support" } });
    expect(readersOf(all, step)).toEqual(["health", "learning_support"]);
    expect(withReaders(all, step, (id) => id)).toBe(all);
    const some = document({ ill: { "x-audience": "health", "ui:help": "Say it." } });
    expect(readersOf(some, step)).toEqual([]);
    const told = withReaders(some, step, (id) => `Only ${id}`);
    expect([told.ui.ill?.["ui:help"], told.ui.help]).toEqual(["Say it. Only health", undefined]);
    expect(readersOf(document({}), { ...step, "x-audience": "health" })).toEqual(["health"]);
  });
});
