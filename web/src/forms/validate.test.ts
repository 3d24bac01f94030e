import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { prune, resolveSchema, shownSteps, stepSchema, visibleValues } from "./conditions";
import type { SchemaNode } from "./model";
import { validateValues } from "./validate";
import { FORMATS } from "./validator/formats";

const TODAY = "2026-11-21";

/** The issues of one field's value, as `path code limit`. */
function issuesFor(node: SchemaNode, value: unknown): string[] {
  const document = { steps: [{ id: "one", title: "One", fields: ["x"] }], schema: { type: "object", properties: { x: node } } };
  return validateValues(document, { x: value }, TODAY).map(({ path, code, params }) =>
    `${path} ${code} ${(params.limit ?? params.format ?? "") as string}`.trim(),
  );
}

describe("codes", () => {
  it.each<[string, SchemaNode, unknown, string[]]>([
    ["maxLength counts characters, not code units", { type: "string", maxLength: 1 }, "👨", []],
    ["maxLength", { type: "string", maxLength: 2 }, "abc", ["/x maxLength 2"]],
    ["minLength", { type: "string", minLength: 3 }, "ab", ["/x minLength 3"]],
    ["pattern", { type: "string", pattern: "^[A-Z]+$" }, "a", ["/x pattern"]],
    ["minimum", { type: "integer", minimum: 2 }, 1, ["/x minimum 2"]],
    ["exclusiveMaximum", { type: "number", exclusiveMaximum: 2 }, 2, ["/x exclusiveMaximum 2"]],
    ["multipleOf", { type: "number", multipleOf: 0.1 }, 0.3, []],
    ["type", { type: "integer" }, "twelve", ["/x type"]],
    ["const", { type: "boolean", const: true }, false, ["/x const"]],
    ["a choice that is not offered", { oneOf: [{ const: "a" }, { const: "b" }] }, "c", ["/x enum"]],
    ["enum", { enum: ["a"] }, "c", ["/x enum"]],
    ["one of several choices", { type: "array", uniqueItems: true, items: { oneOf: [{ const: "a" }] } }, ["a", "z"], ["/x/1 enum"]],
    ["uniqueItems", { type: "array", uniqueItems: true, items: { type: "string" } }, ["a", "a"], ["/x uniqueItems"]],
    ["minItems", { type: "array", minItems: 2, items: { type: "string" } }, ["a"], ["/x minItems 2"]],
    ["format", { type: "string", format: "iban" }, "OM29", ["/x format iban"]],
    ["what is no date is not too long as well", { type: "string", format: "date", maxLength: 10 }, "sometime in March", ["/x format date"]],
    ["a format that nobody knows passes", { type: "string", format: "hex" }, "zz", []],
    ["an Emirates ID's check digit only warns", { type: "string", format: "emirates-id" }, "784198512345674", ["/x format emirates-id"]],
    ["minDate", { type: "string", format: "date", "x-min-date": "@today-1y" }, "2025-11-20", ["/x minDate 2025-11-21"]],
    ["maxDate, inclusive", { type: "string", format: "date", "x-max-date": "@today" }, TODAY, []],
    ["maxDate", { type: "string", format: "date", "x-max-date": "@today" }, "2026-11-22", ["/x maxDate 2026-11-21"]],
    [
      "required inside an item points at the field itself",
      { type: "array", items: { type: "object", properties: { n: { type: "string" }, q: { type: "integer" } }, required: ["n", "q"] } },
      [{ n: "a", q: 1 }, { q: 2 }],
      ["/x/1/n required"],
    ],
  ])("%s", (_, node, value, expected) => expect(issuesFor(node, value)).toEqual(expected));

  it("of a pattern of one script's letters say whose, as the server does", () => {
    const of = (pattern: string) => {
      const document = { steps: [], schema: { type: "object", properties: { x: { type: "string", pattern } } } };
      return validateValues(document, { x: "1" }, TODAY).map(({ params }) => params);
    };
    expect(of("^[\\p{Script=Latin}\\p{M} .'-]+$")).toEqual([{ letters: "latin" }]);
    expect(of("^\\p{Script=Arabic}+(?: \\p{Script=Arabic}+)*$")).toEqual([{ letters: "arabic" }]);
    for (const other of ["^[\\p{Script=Latin}\\p{Script=Arabic} ]+$", "^[^\\p{Script=Arabic}1]+$", "^[\\p{L}\\p{Script=Arabic}]+$", "^\\p{Script=Thai}+$", "^[A-Z]+$"]) {
      expect(of(other)).toEqual([{}]);
    }
  });

  it("hold telephone numbers to their country's own rules, once these are loaded", async () => {
    const { phoneRules } = await import("./phoneNumbers");
    const document = { steps: [], schema: { type: "object", properties: { x: { type: "string", format: "phone" } } } };
    const found = (number: string) => validateValues(document, { x: number }, TODAY, phoneRules).map(({ params }) => params);
    expect(validateValues(document, { x: "+9689123456" }, TODAY)).toEqual([]);
    expect(["+96892123456", "+96824123456", "+971501234567", "+919876543210", "+12025550123"].flatMap(found)).toEqual([]);
    expect(found("+9689123456")).toEqual([{ format: "phone", country: "OM", example: "+968 9212 3456" }]);
    expect(found("+1202555")).toEqual([{ format: "phone", country: "US", example: "+1 201 555 0123" }]);
    expect(found("+96899")).toEqual([{ format: "phone" }]);
  });

  it("come in the order in which the form shows its fields", () => {
    const document = {
      steps: [{ id: "1", title: "", fields: ["b", "a"] }, { id: "2", title: "", fields: ["c"] }],
      schema: { type: "object", properties: { a: {}, b: {}, c: {} }, required: ["a", "b", "c"] } as SchemaNode,
    };
    expect(validateValues(document, {}, TODAY).map((issue) => issue.path)).toEqual(["/b", "/a", "/c"]);
  });

  it("are found in schemas that are frozen, as cached answers are", () => {
    const schema: SchemaNode = Object.freeze({ type: "object", properties: Object.freeze({ x: Object.freeze({ type: "string", maxLength: 1 }) }) });
    expect(validateValues({ steps: [], schema }, { x: "ab", gone: undefined }, TODAY)).toHaveLength(1);
  });

  it("never hide a schema that cannot be compiled", () => {
    expect(() => issuesFor({ $ref: "#/nowhere" }, "a-b")).toThrow();
  });

  it("leave a pattern that the browser cannot read to the server, and check the rest of its field", () => {
    for (const pattern of ["a\\-b", "\\p{script=arabic}", "["]) {
      expect(issuesFor({ type: "string", pattern, maxLength: 2 }, "a-b")).toEqual(["/x maxLength 2"]);
    }
  });
});

describe("formats", () => {
  const file = join(import.meta.dirname, "../../../platform/form/golden/formats.json");
  const golden = JSON.parse(readFileSync(file, "utf8")) as Record<string, { good: string[]; bad: string[] }>;

  it("are those of the golden file, which the server is held to as well", () => {
    expect(Object.keys(FORMATS).sort()).toEqual(Object.keys(golden).sort());
  });

  it.each(Object.keys(FORMATS))("%s", (name) => {
    const { good = [], bad = [] } = golden[name] ?? {};
    for (const text of good) expect([text, FORMATS[name]?.(text)]).toEqual([text, true]);
    for (const text of bad) expect([text, FORMATS[name]?.(text)]).toEqual([text, false]);
    expect(good.length * bad.length).toBeGreaterThan(0);
  });

  it("an IBAN fails when any one digit changes", () => {
    const iban = "OM280010000001234567890";
    for (let place = 2; place < iban.length; place += 1) {
      const digit = (Number(iban[place]) + 1) % 10;
      expect(FORMATS.iban?.(iban.slice(0, place) + digit + iban.slice(place + 1))).toBe(false);
    }
  });
});

describe("conditions", () => {
  const document = {
    steps: [
      { id: "child", title: "Child", fields: ["name", "abroad", "visa"] },
      { id: "visa", title: "Visa", fields: ["expiry"] },
    ],
    schema: {
      type: "object",
      properties: { name: { type: "string" }, abroad: { type: "boolean" } },
      required: ["name"],
      allOf: [
        {
          if: { properties: { abroad: { const: true } }, required: ["abroad"] },
          then: { properties: { visa: { oneOf: [{ const: "yes" }, { const: "no" }] } }, required: ["visa"] },
        },
        {
          if: { properties: { visa: { const: "yes" } }, required: ["visa"] },
          then: { properties: { expiry: { type: "string", format: "date" } } },
        },
      ],
    } as SchemaNode,
  };
  const fieldsOf = (values: Record<string, unknown>) => Object.keys(resolveSchema(document.schema, values).properties);

  it("show a field only when its branch holds, and chains of them", () => {
    expect(fieldsOf({})).toEqual(["name", "abroad"]);
    expect(fieldsOf({ abroad: true })).toEqual(["name", "abroad", "visa"]);
    expect(fieldsOf({ abroad: true, visa: "yes" })).toEqual(["name", "abroad", "visa", "expiry"]);
  });

  it("let no hidden answer decide: closing the first closes the chain", () => {
    const values = { name: "Sara", abroad: false, visa: "yes", expiry: "2027-01-01" };
    expect(fieldsOf(values)).toEqual(["name", "abroad"]);
    expect(visibleValues(document, values)).toEqual({ name: "Sara", abroad: false });
  });

  it("make required what the branch requires", () => {
    expect(validateValues(document, { name: "Sara", abroad: true }, TODAY).map((issue) => issue.path)).toEqual(["/visa"]);
  });

  it("draw each step from the whole, in the step's order, without empty steps", () => {
    const resolved = resolveSchema(document.schema, { abroad: true });
    expect(stepSchema(resolved, document.steps[0]!)).toMatchObject({ required: ["name", "visa"] });
    expect(Object.keys(stepSchema(resolved, document.steps[0]!).properties ?? {})).toEqual(["name", "abroad", "visa"]);
    expect(shownSteps(document, resolved).map((step) => step.id)).toEqual(["child"]);
  });

  it("give the same schema object for the same branches, so that compiled validators are reused", () => {
    expect(resolveSchema(document.schema, { abroad: true, name: "a" })).toBe(resolveSchema(document.schema, { abroad: true, name: "b" }));
  });

  it("drop blanks everywhere, but keep a blank item among filled ones", () => {
    const schema: SchemaNode = {
      type: "object",
      properties: { a: {}, note: { type: "null" }, list: { type: "array", items: { type: "object" } }, o: { type: "object" } },
    };
    const resolved = resolveSchema(schema, {});
    expect(prune(resolved, { a: "", note: null, list: [{ n: "" }, {}], o: { p: undefined }, other: 1 })).toEqual({});
    expect(prune(resolved, { a: false, list: [{}, { n: "x" }], o: { p: 0 } })).toEqual({ a: false, list: [{}, { n: "x" }], o: { p: 0 } });
  });
});
