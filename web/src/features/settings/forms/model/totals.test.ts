import { describe, expect, it } from "vitest";
import { addQuestion, removeQuestion, renameQuestion, updateQuestion } from "./edit";
import { emit, normalise } from "./emit";
import { parse } from "./parse";
import { locate, ownProblems } from "./problems";
import { isRight, mendSamples } from "./sample";
import { sumOf } from "./sum";
import { fromTemplate } from "./templates";
import { countables, followChoices, forgetInTotals, multipliers, termOf } from "./totals";
import { words, type FormModel, type StoredDocument, type Term, type Total } from "./types";

const total = (sum: Term[], kind: Total["kind"] = "money"): Total => ({ key: "total", label: words("Total", "المجموع"), kind, sum });

/** A form of fees: days, a rate, meals, a bus, and children with hours each. */
function fees(): FormModel {
  let model = fromTemplate("scratch");
  for (const [kind, name] of [["number", "days"], ["money", "rate"], ["choice", "meals"], ["yesno", "bus"], ["group", "children"]] as const) {
    const added = addQuestion(model, kind, { step: "details" }, "OMR");
    model = renameQuestion(added.model, added.path, name).model;
  }
  const inside = addQuestion(model, "number", { question: "children" }, "OMR");
  model = renameQuestion(inside.model, inside.path, "hours").model;
  return {
    ...model,
    totals: [total([{ field: "days", times: "rate" }, { field: "meals", prices: { option_1: 25_000, option_2: 15_000 } }, { field: "bus", prices: { true: 5000 } }, { field: "children/hours", times: 2500 }, { constant: 1000 }])],
  };
}

describe("totals in a document", () => {
  it("are what a person would have written, and come back the same", () => {
    const document = emit(fees());
    expect(document.computed).toEqual([
      {
        key: "total", label: "total.total", kind: "money",
        sum: [{ field: "days", times: "rate" }, { field: "meals", prices: { option_1: 25_000, option_2: 15_000 } }, { field: "bus", prices: { true: 5000 } }, { field: "children/hours", times: 2500 }, { constant: 1000 }],
      },
    ]);
    expect(document.texts.ar["total.total"]).toBe("المجموع");
    expect(normalise(emit(parse(document), document))).toBe(normalise(document));
    expect(parse(document).totals[0]).toMatchObject({ key: "total", label: { en: "Total" } });
  });

  it("stay as they are where they are written in another way", () => {
    const document = emit(fees());
    const odd = { ...document, computed: [{ ...document.computed?.[0], round: "up" }] } as unknown as StoredDocument;
    const model = parse(odd);
    expect(model.totals).toEqual([]);
    expect(normalise(emit(model, odd))).toBe(normalise(odd));
  });

  it("take their problems to their own row", () => {
    const model = { ...fees(), totals: [total([{ constant: 5 }]), { ...total([{ field: "gone" }]), label: words("Total", "") }] };
    expect(ownProblems(model).filter(({ spot }) => spot === "totals").map(({ code }) => code)).toEqual(["totalEmpty", "wordsMissing", "totalLost"]);
    expect(locate([{ pointer: "/computed/0/sum/1/field", code: "unknownField", severity: "error" }], emit(model), model)[0]?.spot).toBe("totals");
  });
});

describe("totals and the form around them", () => {
  const sum = (model: FormModel) => model.totals[0]?.sum;

  it("follow names, also inside a repeated group", () => {
    expect(sum(renameQuestion(fees(), "rate", "daily_rate").model)?.[0]).toEqual({ field: "days", times: "daily_rate" });
    expect(sum(renameQuestion(fees(), "children/hours", "time").model)?.[3]).toEqual({ field: "children/time", times: 2500 });
    expect(sum(renameQuestion(fees(), "children", "pupils").model)?.[3]).toEqual({ field: "pupils/hours", times: 2500 });
  });

  it("count no longer what is removed, and go once nothing is left", () => {
    expect(sum(removeQuestion(fees(), "rate"))).toHaveLength(4);
    expect(sum(removeQuestion(fees(), "children/hours"))).toHaveLength(4);
    expect(sum(removeQuestion(fees(), "children"))).toHaveLength(4);
    expect(forgetInTotals([total([{ field: "days" }, { constant: 4 }])], ["days"])).toEqual([]);
  });

  it("keep the prices of choices that are stored otherwise, and lose those of choices that are gone", () => {
    const before = fees();
    const choices = before.steps[0]?.questions.find(({ name }) => name === "meals")?.choices ?? [];
    const renamed = choices.map((choice, at) => (at === 0 ? { ...choice, value: "full" } : choice));
    const swapped = choices.toReversed();
    const after = (now: typeof choices) => sum(followChoices(updateQuestion(before, "meals", (question) => ({ ...question, choices: now })), "meals", choices, now))?.[1];
    expect(after(renamed)).toEqual({ field: "meals", prices: { full: 25_000, option_2: 15_000 } });
    expect(after(swapped)).toEqual({ field: "meals", prices: { option_1: 25_000, option_2: 15_000 } });
    expect(after(choices.slice(1))).toEqual({ field: "meals", prices: { option_2: 15_000 } });
  });

  it("are offered what can be counted", () => {
    const paths = (kind: Total["kind"]) => countables(fees(), kind).map(({ path }) => path);
    expect(paths("money")).toEqual(["days", "rate", "meals", "bus", "children/hours"]);
    expect(paths("number")).toEqual(["days", "meals", "bus", "children/hours"]);
    const by = (kind: Total["kind"], field: string) => {
      const counted = countables(fees(), "money").find(({ path }) => path === field);
      return counted && multipliers(fees(), kind, field, counted.question).map(({ path }) => path);
    };
    expect(by("money", "days")).toEqual(["rate"]);
    expect(by("money", "rate")).toEqual(["days"]);
    expect(by("number", "days")).toEqual([]);
    expect(by("money", "children/hours")).toEqual(["days", "rate"]);
    const decimals = updateQuestion(fees(), "days", (question) => ({ ...question, keywords: { ...question.keywords, type: "number" } }));
    expect(countables(decimals, "money").map(({ path }) => path)).not.toContain("days");
    const meals = countables(fees(), "money").find(({ path }) => path === "meals");
    expect(meals && termOf(meals.question, "meals", "money")).toEqual({ field: "meals", prices: { option_1: 0, option_2: 0 } });
  });
});

describe("a sum", () => {
  const [fee] = fees().totals;
  const of = (values: Record<string, unknown>, each = fee) => each && sumOf(each, values);

  it("adds what is filled and leaves out what is not", () => {
    expect(of({})).toBeNull();
    expect(of({ days: 3 })).toBeNull();
    expect(of({ days: 3, rate: 12_500 })).toBe(38_500);
    expect(of({ meals: "option_2", bus: true, children: [{ hours: 2 }, { hours: 3 }, { name: "x" }] })).toBe(15_000 + 5000 + 12_500 + 1000);
    expect(of({ bus: false })).toBe(1000);
  });

  it("multiplies row by row within a group, and adds every choice of several", () => {
    expect(of({ rows: [{ n: 2, each: 30 }, { n: 3, each: 100 }] }, total([{ field: "rows/n", times: "rows/each" }]))).toBe(360);
    expect(of({ rows: [{ n: 2 }, { n: 3 }], each: 7 }, total([{ field: "rows/n", times: "each" }]))).toBe(35);
    expect(of({ clubs: ["a", "b"] }, total([{ field: "clubs", prices: { a: 100, b: 50, c: 1 } }]))).toBe(150);
  });

  it("is exact, and none at all beyond what is", () => {
    expect(of({ a: 0.1, b: 0.2 }, total([{ field: "a" }, { field: "b" }], "number"))).toBe(0.3);
    expect(of({ a: 1.005 }, total([{ field: "a", times: 100 }], "number"))).toBe(100.5);
    expect(of({ a: -7.25 }, total([{ field: "a" }, { constant: 2 }], "number"))).toBe(-5.25);
    expect(of({ a: 1e-7 }, total([{ field: "a" }], "number"))).toBe(1e-7);
    expect(of({ a: Number.MAX_SAFE_INTEGER, b: 2 }, total([{ field: "a", times: "b" }]))).toBeNull();
  });
});

describe("a signature", () => {
  it("can be required, and its sample names an upload that nobody made", () => {
    const added = addQuestion(fromTemplate("scratch"), "signature", { step: "details" }, "OMR");
    const document = emit(added.model);
    expect(document.schema.properties?.signature).toEqual({ type: "string", title: "signature", format: "upload", maxLength: 64, "x-upload": { tier: "2mb", kinds: ["image"] } });
    expect(document.ui?.signature).toEqual({ "ui:widget": "signature", "x-layout": { width: "full" } });
    expect(document.schema.required).toContain("signature");
    const samples = mendSamples(document);
    expect(isRight({ ...document, samples }, samples[0]?.values ?? {})).toBe(true);
    expect(normalise(emit(parse(document), document))).toBe(normalise(document));
  });
});
