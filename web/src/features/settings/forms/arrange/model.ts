/** How a school lays out a plugin's form: what the form brings, what `/forms/<id>/arrange` says, and every change between the two. */
import type { FieldWidth, FormDocument, SchemaNode } from "@/forms/model";
import { allFields, isUpload, widgetOf } from "@/forms/nodes";
import { widthOf } from "@/forms/layout";
import { freeName } from "../model/edit";
import { same } from "../model/json";
import type { Language } from "../model/types";

/** Words in both languages. */
export type Pair = Record<Language, string>;

/** `/forms/<id>/arrange` of `school.yaml` (docs/contracts.md, section 6.2). */
export interface Arrange {
  steps?: { id: string; title?: Pair; fields: string[] }[];
  hide?: string[];
  require?: string[];
  widths?: Record<string, FieldWidth>;
}

/** Why a field cannot be hidden or required. */
export type HideReason = "required" | "condition" | "person" | "receipt" | "last";
export type RequireReason = "file" | "note" | "required" | "hidden";

/** A field as the plugin brings it. */
export interface PlainField {
  name: string;
  label: Pair;
  widget: string;
  width: FieldWidth;
  required: boolean;
  /** Only some answers show it. */
  conditional: boolean;
  keeps: Exclude<HideReason, "last"> | null;
  cannotRequire: Exclude<RequireReason, "hidden"> | null;
}

/** A plugin's form as it comes. */
export interface PlainForm {
  title: Pair;
  steps: { id: string; title: Pair; fields: string[] }[];
  fields: ReadonlyMap<string, PlainField>;
}

/** A step of the layout; `title` only where the school words it, `own` is what the plugin calls it. */
export interface LaidStep {
  id: string;
  title: Pair | null;
  own: Pair | null;
  fields: string[];
}

/** The form as the school lays it out. */
export interface Layout {
  steps: LaidStep[];
  hidden: readonly string[];
  required: readonly string[];
  widths: Readonly<Record<string, FieldWidth>>;
}

/** What a document in both languages says of its fields. */
export function plainForm(documents: Record<Language, FormDocument>, person: readonly string[] = [], receipt: readonly string[] = []): PlainForm {
  const { en, ar } = documents;
  const [nodes, arabic] = [allFields(en.schema), allFields(ar.schema)];
  const always = new Set(en.schema.required ?? []);
  const branches = en.schema.allOf ?? [];
  const branchRequired = new Set(branches.flatMap((branch) => branch.then?.required ?? []));
  const asked = new Set(branches.flatMap((branch) => (branch.if ? namesIn(branch.if) : [])));
  const fields = new Map<string, PlainField>();
  for (const [name, node] of nodes) {
    const widget = widgetOf(node, en.ui[name]);
    const required = always.has(name) || branchRequired.has(name);
    fields.set(name, {
      name, widget, required,
      label: { en: wordsOf(node) ?? name, ar: wordsOf(arabic.get(name)) ?? name },
      width: widthOf(node, en.ui[name]),
      conditional: !(name in (en.schema.properties ?? {})),
      keeps: required ? "required" : asked.has(name) ? "condition" : person.includes(name) ? "person" : receipt.includes(name) ? "receipt" : null,
      cannotRequire: required ? "required" : isUpload(node) && widget !== "signature" ? "file" : node.type === "null" ? "note" : null,
    });
  }
  const arabicTitles = new Map(ar.steps.map((step) => [step.id, step.title]));
  return {
    title: { en: en.title, ar: ar.title },
    steps: en.steps.map((step) => ({ id: step.id, title: { en: step.title, ar: arabicTitles.get(step.id) ?? step.title }, fields: step.fields })),
    fields,
  };
}

const wordsOf = (node: SchemaNode | undefined) => node?.title ?? node?.description;

/** The fields that a condition looks at. */
function namesIn(test: SchemaNode): string[] {
  const inner = [...((test.anyOf as SchemaNode[] | undefined) ?? []), ...(test.allOf ?? [])];
  return [...Object.keys(test.properties ?? {}), ...(test.required ?? []), ...inner.flatMap(namesIn)];
}

/** The layout that an arrangement makes of a form, as the server makes it. */
export function layoutOf(form: PlainForm, arrange: Arrange | null | undefined): Layout {
  const asked = arrange?.steps;
  const placed = new Set<string>();
  const steps: LaidStep[] = asked
    ? asked.map(({ id, title, fields }) => ({
        id,
        title: title ?? null,
        own: form.steps.find((step) => step.id === id)?.title ?? null,
        fields: fields.filter((name) => form.fields.has(name) && !placed.has(name) && placed.add(name)),
      }))
    : form.steps.map(({ id, title, fields }) => ({ id, title: null, own: title, fields: [...fields] }));
  if (asked) {
    // What a later version of the plugin brought stays in its own step, or goes into the last one.
    for (const step of form.steps) {
      const rest = step.fields.filter((name) => !placed.has(name));
      if (rest.length === 0) continue;
      const home = steps.find((each) => each.id === step.id) ?? steps.at(-1);
      if (home) home.fields.push(...rest);
      else steps.push({ id: step.id, title: null, own: step.title, fields: rest });
    }
  }
  const known = (names: readonly string[] | undefined) => (names ?? []).filter((name) => form.fields.has(name));
  return {
    steps,
    hidden: known(arrange?.hide),
    required: known(arrange?.require),
    widths: Object.fromEntries(Object.entries(arrange?.widths ?? {}).filter(([name]) => form.fields.has(name))),
  };
}

/** What has to be written for a layout; undefined where it is the plugin's own. */
export function arrangeOf(form: PlainForm, layout: Layout): Arrange | undefined {
  const plain = layoutOf(form, null);
  const shape = ({ id, title, fields }: LaidStep) => ({ id, title, fields });
  const moved = !same(layout.steps.map(shape), plain.steps.map(shape));
  const arrange: Arrange = {
    ...(moved ? { steps: layout.steps.map(({ id, title, fields }) => ({ id, ...(title ? { title } : {}), fields })) } : {}),
    ...(layout.hidden.length > 0 ? { hide: [...layout.hidden] } : {}),
    ...(layout.required.length > 0 ? { require: [...layout.required] } : {}),
    ...(Object.keys(layout.widths).length > 0 ? { widths: layout.widths } : {}),
  };
  return Object.keys(arrange).length > 0 ? arrange : undefined;
}

/** Why a field cannot be hidden; null where it can. */
export function hideReason(form: PlainForm, layout: Layout, name: string): HideReason | null {
  const reason = form.fields.get(name)?.keeps ?? null;
  if (reason) return reason;
  return !layout.hidden.includes(name) && layout.hidden.length + 1 >= form.fields.size ? "last" : null;
}

/** Why a field cannot be required; null where it can. */
export function requireReason(form: PlainForm, layout: Layout, name: string): RequireReason | null {
  const cannot = form.fields.get(name)?.cannotRequire ?? null;
  return cannot ?? (layout.hidden.includes(name) ? "hidden" : null);
}

/** Hides a field or shows it again; what is hidden is not asked for. */
export function setHidden(layout: Layout, name: string, hidden: boolean): Layout {
  const others = layout.hidden.filter((each) => each !== name);
  return { ...layout, hidden: hidden ? [...others, name] : others, required: hidden ? layout.required.filter((each) => each !== name) : layout.required };
}

/** Requires a field beside those that the plugin requires, or no longer. */
export function setRequired(layout: Layout, name: string, required: boolean): Layout {
  const others = layout.required.filter((each) => each !== name);
  return { ...layout, required: required ? [...others, name] : others };
}

/** Another width; null for the plugin's own. */
export function setWidth(layout: Layout, name: string, width: FieldWidth | null): Layout {
  const { [name]: _old, ...others } = layout.widths;
  return { ...layout, widths: width ? { ...others, [name]: width } : others };
}

/** Words a step; the plugin's own words are none of the school's. */
export function setTitle(layout: Layout, id: string, title: Pair | null): Layout {
  return { ...layout, steps: layout.steps.map((step) => (step.id === id ? { ...step, title: title && step.own && same(title, step.own) ? null : title } : step)) };
}

/** A new step after another one. */
export function addStep(form: PlainForm, layout: Layout, after: string | null, title: Pair): { layout: Layout; id: string } {
  const id = freeName("step", (name) => [...layout.steps, ...form.steps].some((step) => step.id === name));
  const at = layout.steps.findIndex((step) => step.id === after);
  const step: LaidStep = { id, title, own: null, fields: [] };
  return { layout: { ...layout, steps: layout.steps.toSpliced(at < 0 ? layout.steps.length : at + 1, 0, step) }, id };
}

/** Takes a step away; its fields go to the one before it, or to the next. */
export function dissolveStep(layout: Layout, id: string): Layout {
  const at = layout.steps.findIndex((step) => step.id === id);
  const step = layout.steps[at];
  if (!step || layout.steps.length < 2) return layout;
  const steps = layout.steps.toSpliced(at, 1);
  const to = Math.max(0, at - 1);
  return { ...layout, steps: steps.map((each, index) => (index === to ? { ...each, fields: at === 0 ? [...step.fields, ...each.fields] : [...each.fields, ...step.fields] } : each)) };
}

/** Puts a field at the end of a step. */
export function putInto(layout: Layout, name: string, id: string): Layout {
  return { ...layout, steps: layout.steps.map((step) => ({ ...step, fields: step.id === id ? [...step.fields.filter((each) => each !== name), name] : step.fields.filter((each) => each !== name) })) };
}
