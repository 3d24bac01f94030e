import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { seeded } from "../model/random.testkit";
import { emit } from "../model/emit";
import { localise } from "../model/localise";
import { fromTemplate } from "../model/templates";
import type { StoredDocument } from "../model/types";
import { addStep, arrangeOf, dissolveStep, hideReason, layoutOf, plainForm, putInto, requireReason, setHidden, setRequired, setTitle, setWidth, type Layout, type PlainForm } from "./model";
import { drop, fieldRow, nudge, rows, stepRow } from "./order";

const ROOT = path.resolve(import.meta.dirname, "../../../../../..");
const document = JSON.parse(readFileSync(path.join(ROOT, "plugins/hr/form.json"), "utf8")) as StoredDocument;
const hr = plainForm({ en: localise(document, "en"), ar: localise(document, "ar") }, document.person, Object.values(document.receipt ?? {}));
const plain = layoutOf(hr, null);
const shape = (layout: Layout) => layout.steps.map((step) => `${step.id}: ${step.fields.join(" ")}`);
const first = plain.steps[0]!;
const second = plain.steps[1]!;

describe("a layout", () => {
  it("is the plugin's own until something is changed, and again once all is taken back", () => {
    expect(arrangeOf(hr, plain)).toBeUndefined();
    expect(arrangeOf(hr, layoutOf(hr, {}))).toBeUndefined();
    const there = nudge(plain, fieldRow(first.fields[0]!), 1)!;
    expect(Object.keys(arrangeOf(hr, there) ?? {})).toEqual(["steps"]);
    expect(arrangeOf(hr, nudge(there, fieldRow(first.fields[0]!), -1)!)).toBeUndefined();
    expect(arrangeOf(hr, setRequired(setRequired(plain, "second_post", true), "second_post", false))).toBeUndefined();
  });

  it("is written as the contract has it", () => {
    let layout = putInto(plain, "expected_salary", second.id);
    layout = setWidth(setRequired(setHidden(layout, "religion", true), "second_post", true), "email", "md");
    layout = setTitle(layout, first.id, { en: "The job", ar: "الوظيفة" });
    const arrange = arrangeOf(hr, layout);
    expect(arrange).toMatchObject({ hide: ["religion"], require: ["second_post"], widths: { email: "md" } });
    expect(arrange?.steps?.[0]).toEqual({ id: first.id, title: { en: "The job", ar: "الوظيفة" }, fields: first.fields.filter((name) => name !== "expected_salary") });
    expect(arrange?.steps?.[1]).toEqual({ id: second.id, fields: [...second.fields, "expected_salary"] });
  });

  it("comes back the same after 300 random walks", () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const layout = walk(hr, seed);
      const arrange = arrangeOf(hr, layout);
      expect(layoutOf(hr, arrange), `seed ${seed}`).toEqual(layout);
      // Nothing is lost and nothing stands twice.
      expect(layout.steps.flatMap(({ fields }) => fields).toSorted(), `seed ${seed}`).toEqual([...hr.fields.keys()].toSorted());
    }
  });

  it("takes what a later version brought where it belongs, and nothing that is gone", () => {
    const arrange = { steps: [{ id: second.id, fields: ["email", "gone", "email"] }, { id: "mine", title: { en: "Mine", ar: "لي" }, fields: ["post"] }], hide: ["gone"], widths: { gone: "md" as const } };
    const layout = layoutOf(hr, arrange);
    expect(layout.steps.map(({ id }) => id)).toEqual([second.id, "mine"]);
    expect(layout.steps[0]?.fields).toEqual(["email", ...second.fields.filter((name) => name !== "email")]);
    // The first step is gone: what it held goes to the last.
    expect(layout.steps[1]?.fields.slice(0, 2)).toEqual(["post", "second_post"]);
    expect(layout).toMatchObject({ hidden: [], widths: {} });
  });
});

describe("what may be done", () => {
  it("is said at the field", () => {
    expect(hideReason(hr, plain, "post")).toBe("required");
    expect(hideReason(hr, plain, "second_post")).toBeNull();
    const visit = emit(fromTemplate("visit"));
    const form = plainForm({ en: localise(visit, "en"), ar: localise(visit, "ar") }, ["people"], ["needs_access"]);
    expect(hideReason(form, layoutOf(form, null), "needs_access")).toBe("condition");
    expect(form.fields.get("access_note")).toMatchObject({ conditional: true, keeps: null });
    const file = [...hr.fields.values()].find(({ cannotRequire }) => cannotRequire === "file");
    expect(file && requireReason(hr, plain, file.name)).toBe("file");
    expect(requireReason(hr, plain, "second_post")).toBeNull();
    expect(requireReason(hr, setHidden(plain, "second_post", true), "second_post")).toBe("hidden");
    expect(requireReason(hr, plain, "post")).toBe("required");
    const signed = plainForm(
      Object.fromEntries(["en", "ar"].map((language) => [language, { title: "", steps: [], messages: {}, schema: { properties: { sign: { type: "string", format: "upload" } } }, ui: { sign: { "ui:widget": "signature" } } }])) as never,
    );
    expect(requireReason(signed, layoutOf(signed, null), "sign")).toBeNull();
    expect(hideReason(signed, layoutOf(signed, null), "sign")).toBe("last");
  });

  it("stops asking for what is hidden", () => {
    expect(setHidden(setRequired(plain, "second_post", true), "second_post", true)).toMatchObject({ hidden: ["second_post"], required: [] });
  });
});

describe("moving", () => {
  it("goes over the edges of steps, and into an empty one", () => {
    const { layout, id } = addStep(hr, plain, first.id, { en: "New", ar: "جديدة" });
    expect(layout.steps.map((step) => step.id).slice(0, 3)).toEqual([first.id, id, second.id]);
    const last = first.fields.at(-1)!;
    const into = nudge(layout, fieldRow(last), 1)!;
    expect(into.steps[1]?.fields).toEqual([last]);
    expect(nudge(into, fieldRow(last), 1)?.steps[2]?.fields[0]).toBe(last);
    expect(nudge(plain, fieldRow(first.fields[0]!), -1)).toBeNull();
    expect(shape(dissolveStep(into, id))).toEqual(shape(plain));
    expect(shape(dissolveStep(plain, first.id))[0]).toBe(`${second.id}: ${[...first.fields, ...second.fields].join(" ")}`);
  });

  it("drops where it is dropped", () => {
    const [one, two] = [first.fields[0]!, second.fields[1]!];
    expect(drop(plain, fieldRow(two), fieldRow(one))?.steps[0]?.fields.slice(0, 2)).toEqual([two, one]);
    expect(drop(plain, fieldRow(one), fieldRow(two))?.steps[1]?.fields.slice(1, 3)).toEqual([two, one]);
    expect(drop(plain, fieldRow(one), stepRow(second.id))?.steps[1]?.fields[0]).toBe(one);
    expect(drop(plain, fieldRow(two), stepRow(second.id))?.steps[0]?.fields.at(-1)).toBe(two);
    expect(drop(plain, stepRow(second.id), fieldRow(one))?.steps[0]?.id).toBe(second.id);
  });
});

function walk(form: PlainForm, seed: number): Layout {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let layout = layoutOf(form, null);
  for (let turn = 0; turn < 8; turn += 1) {
    const all = rows(layout);
    const name = pick([...form.fields.keys()]);
    const step = pick(layout.steps);
    layout = pick([
      () => nudge(layout, pick(all).id, pick([-1, 1])) ?? layout,
      () => drop(layout, pick(all).id, pick(all).id) ?? layout,
      () => (hideReason(form, layout, name) ? layout : setHidden(layout, name, random() < 0.7)),
      () => (requireReason(form, layout, name) ? layout : setRequired(layout, name, true)),
      () => setWidth(layout, name, pick(["xs", "md", null])),
      () => addStep(form, layout, step.id, { en: "New", ar: "جديدة" }).layout,
      () => setTitle(layout, step.id, { en: "Other", ar: "أخرى" }),
      () => dissolveStep(layout, step.id),
      () => putInto(layout, name, step.id),
    ])();
  }
  return layout;
}
