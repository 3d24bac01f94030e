/** Random form documents for the round trip's property test, the same ones for the same seed. */
import type { SchemaNode, UiNode } from "@/forms/model";
import { ID_FORMATS } from "./kinds";
import type { StoredDocument, Term } from "./types";

/** A small generator of numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A document of the shapes that people write by hand, the unusual ones among them. */
export function randomDocument(seed: number): StoredDocument {
  const random = seeded(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const maybe = (share = 0.5) => random() < share;
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const texts: StoredDocument["texts"] = { en: {}, ar: {} };
  const text = (key: string) => {
    // Some places share their words, as `grade.kg1` does in the forms that ship.
    const shared = maybe(0.2) ? `shared.${upTo(3)}` : key;
    texts.en[shared] ??= `${shared} in English ${upTo(99)}`;
    texts.ar[shared] ??= `${shared} بالعربية ${upTo(99)}`;
    return shared;
  };
  const options = (name: string, count: number) => Array.from({ length: count }, (_, index) => ({ const: `v${index}`, title: text(`${name}.v${index}`) }));

  const node = (name: string, inGroup: boolean): { schema: SchemaNode; ui: UiNode } => {
    const title = text(name);
    const kind = pick(["text", "long", "pattern", "number", "float", "money", "date", "choice", "choices", "yesno", "consent", "phone", "email", "id", "iban", "country", "file", "files", "sign", "group", "heading", "note", "enum", "url", "numbers"] as const);
    const extra: UiNode = maybe(0.4) ? { "ui:help": text(`${name}.help`) } : {};
    const shape = ((): { schema: SchemaNode; widget?: string } => {
      switch (kind) {
        case "text": return { schema: { type: "string", title, maxLength: 10 + upTo(200), ...(maybe() ? { minLength: 2 } : {}) }, widget: "text" };
        case "long": return { schema: { title, type: "string", maxLength: 2000 }, widget: "textarea" };
        case "pattern": return { schema: { type: "string", title, maxLength: 20, pattern: "^[A-Z]{2}$" } };
        case "number": return { schema: { type: "integer", title, minimum: upTo(5), maximum: 100 }, widget: "number" };
        case "float": return { schema: { type: "number", title, exclusiveMinimum: 0, multipleOf: 0.5 } };
        case "money": return { schema: { type: "integer", title, "x-money": pick(["OMR", "AED"]), minimum: 0 }, widget: "money" };
        case "date": return { schema: { type: "string", title, format: "date", ...(maybe() ? { "x-min-date": "@today-20y" } : {}), ...(maybe() ? { "x-max-date": "@aystart-1y" } : {}) }, widget: "date" };
        case "choice": return { schema: { type: "string", title, oneOf: options(name, 2 + upTo(4)) }, widget: pick(["select", "radio"]) };
        case "choices": return { schema: { type: "array", title, uniqueItems: true, maxItems: 4, items: { type: "string", oneOf: options(name, 2 + upTo(2)) } }, widget: "checkboxes" };
        case "yesno": return { schema: { type: "boolean", title }, widget: pick(["checkbox", "radio"]) };
        case "consent": return { schema: { type: "boolean", title, const: true }, widget: "checkbox" };
        case "phone": return { schema: { type: "string", title, format: "phone", maxLength: 16, "x-known": "phone" } };
        case "email": return { schema: { type: "string", title, format: "email", maxLength: 254 } };
        case "id": return { schema: { type: "string", title, format: pick([...ID_FORMATS]), maxLength: 30 } };
        case "iban": return { schema: { type: "string", title, format: "iban", maxLength: 34 } };
        case "country": return { schema: { type: "string", title, format: "country" } };
        case "url": return { schema: { type: "string", title, format: "url", description: text(`${name}.about`) } };
        case "file": return { schema: { type: "string", title, format: "upload", "x-upload": { tier: "5mb", kinds: ["pdf"] }, ...(maybe() ? { "x-wanted": true } : {}) }, widget: "upload" };
        case "files": return { schema: { type: "array", title, maxItems: 3, items: { type: "string", format: "upload", "x-upload": { tier: "2mb", kinds: ["image"] } } } };
        case "sign": return { schema: { type: "string", title, format: "upload", maxLength: 64, "x-upload": { tier: "2mb", kinds: ["image"] } }, widget: "signature" };
        case "heading": return { schema: { type: "null", title } };
        case "note": return { schema: { type: "null", ...(maybe() ? { title } : {}), description: text(`${name}.about`) }, widget: "note" };
        case "enum": return { schema: { type: "string", title, enum: ["a", "b"] } };
        case "numbers": return { schema: { type: "integer", title, oneOf: [{ const: 1, title: text(`${name}.1`) }, { const: 2, title: text(`${name}.2`) }] } };
        case "group": return inGroup ? { schema: { type: "boolean", title } } : { schema: group(name, title, extra), widget: undefined };
      }
    })();
    const layout: UiNode = maybe(0.6) ? { "x-layout": { width: pick(["xs", "sm", "md", "lg", "full"]) } } : {};
    return { schema: shape.schema, ui: { ...(shape.widget && maybe(0.8) ? { "ui:widget": shape.widget } : {}), ...extra, ...layout } };
  };

  const group = (name: string, title: string, ui: UiNode): SchemaNode => {
    const names = Array.from({ length: 1 + upTo(3) }, (_, index) => `part${index}`);
    const parts = names.map((part) => [part, node(`${name}.${part}`, true)] as const);
    const required = names.filter((part) => maybe(0.3) && parts.find(([each]) => each === part)?.[1].schema.type !== "null");
    Object.assign(ui, maybe() ? { "x-add": text(`${name}.add`), "x-item": text(`${name}.item`) } : {}, { items: Object.fromEntries(parts.map(([part, each]) => [part, each.ui])) });
    return {
      type: "array", title, minItems: upTo(1), maxItems: 5,
      items: { type: "object", properties: Object.fromEntries(parts.map(([part, each]) => [part, each.schema])), ...(required.length > 0 ? { required } : {}), ...(maybe(0.2) ? { additionalProperties: false } : {}) },
    };
  };

  const single = (name: string): SchemaNode => ({ properties: { [name]: pick<SchemaNode>([{ const: true }, { enum: ["v0", "v1"] }, { not: { const: "v0" } }, { minimum: 3 }, { minimum: 1, maximum: 9 }, { contains: { const: "v1" } }, { not: { contains: { const: "v0" } } }]) }, required: [name] });
  const test = (names: readonly string[]): SchemaNode => {
    switch (upTo(6)) {
      case 0: return { required: [pick(names)] };
      case 1: return { anyOf: [single(pick(names)), single(pick(names))] };
      case 2: return { allOf: [single(pick(names)), { anyOf: [single(pick(names)), single(pick(names))] }] };
      // Nothing that the builder has words for.
      case 3: return { properties: { [names[0] as string]: { pattern: "^a", minLength: 3 } }, required: [names[0] as string] };
      case 4: return { allOf: [{ anyOf: [single(pick(names)), { allOf: [single(pick(names))] }] }] };
      default: return single(pick(names));
    }
  };

  const count = 3 + upTo(12);
  const names = Array.from({ length: count }, (_, index) => `q${index}`);
  const properties: Record<string, SchemaNode> = {};
  const required: string[] = [];
  const allOf: SchemaNode[] = [];
  const ui: Record<string, UiNode> = {};
  let open: SchemaNode | null = null;
  names.forEach((name, index) => {
    const made = node(name, false);
    if (Object.keys(made.ui).length > 0 || maybe(0.2)) ui[name] = made.ui;
    const may = made.schema.type !== "null" && made.schema.format !== "upload" && made.schema.items?.format !== "upload" && maybe();
    if (index < 2 || maybe(0.5)) {
      open = null;
      properties[name] = made.schema;
      if (may) required.push(name);
      return;
    }
    if (!open || maybe(0.4)) allOf.push((open = { if: test(names.slice(0, index)), then: { properties: {} } }));
    const then = open.then as SchemaNode;
    then.properties = { ...then.properties, [name]: made.schema };
    if (may) then.required = [...(then.required ?? []), name];
  });
  // A clause that only asks for more, and a field that two clauses define.
  if (maybe(0.3)) allOf.push({ if: single("q0"), then: { required: ["q1"] } });
  const first = allOf[0]?.then?.properties;
  if (first && maybe(0.2)) allOf.push({ if: single("q1"), then: { properties: { ...first } } });
  const cut = 1 + upTo(count - 2);
  const steps = [names.slice(0, cut), names.slice(cut)].map((fields, index) => ({
    id: `s${index}`, title: text(`step.s${index}`), ...(maybe(0.3) ? { help: text(`step.s${index}.help`) } : {}), fields,
  }));
  const term = (): Term => pick<Term>([{ field: pick(names) }, { field: pick(names), times: pick(names) }, { field: pick(names), times: 2.5 }, { field: "q0/part0", times: "q0/part1" }, { field: pick(names), prices: { v0: 1000, v1: upTo(99) } }, { constant: upTo(5000) }]);
  const computed = Array.from({ length: maybe(0.4) ? 1 + upTo(2) : 0 }, (_, index) => ({ key: `t${index}`, label: text(`total.t${index}`), kind: pick(["number", "money"] as const), sum: Array.from({ length: 1 + upTo(3) }, term) }));
  const document: StoredDocument = {
    ...(maybe(0.2) ? { $schema: "./form.schema.json" } : {}),
    version: "1.2.3",
    title: text("form.title"),
    ...(maybe() ? { description: text("form.description") } : {}),
    steps,
    schema: { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties, ...(required.length > 0 || maybe() ? { required } : {}), ...(allOf.length > 0 ? { allOf } : {}) },
    ui,
    // Totals in a shape of somebody's own stay as they are.
    ...(computed.length > 0 ? { computed: maybe(0.2) ? computed.map((each) => ({ ...each, "x-own": true })) : computed } : maybe(0.1) ? { computed: [] } : {}),
    ...(maybe() ? { person: ["q0"] } : {}),
    ...(maybe(0.3) ? { receipt: { email: "q1", name: "q0" } } : {}),
    ...(maybe(0.3) ? { subject: { "child.name": "q0", "guardian.email": "q1" } } : {}),
    texts,
    samples: [{ name: "simple", values: { q0: "@today" } }],
  };
  // A label that its kind does not show is no text of the form.
  const written = JSON.stringify({ ...document, texts: null });
  for (const words of [texts.en, texts.ar]) for (const key of Object.keys(words)) if (!["title", "description", "help", "ui:help", "x-add", "x-item", "label"].some((slot) => written.includes(`"${slot}":"${key}"`))) delete words[key];
  return document;
}
