/**
 * Which fields a form shows for these answers. Conditions stand only in the root's `allOf` (docs/contracts.md, section 2), so
 * they are resolved here over the whole values, and each step is drawn from the result.
 */
import type { FormDocument, FormStep, SchemaNode, Values } from "./model";
import { fits } from "./validator/engine";

/** The schema with its conditions decided: plain properties and the required ones of them. */
export interface ResolvedSchema {
  type: "object";
  properties: Record<string, SchemaNode>;
  required: string[];
  [keyword: string]: unknown;
}

const resolvedByBranches = new WeakMap<SchemaNode, Map<string, ResolvedSchema>>();

/** A document's schema for these answers. The same branches give the same object, so that compiled validators are reused. */
export function resolveSchema(schema: SchemaNode, values: Values): ResolvedSchema {
  let branches = "";
  let resolved = build(schema, branches);
  // A branch may show a field that opens another; what is hidden must not decide anything, hence the repetition.
  for (let round = 0; round <= (schema.allOf?.length ?? 0); round += 1) {
    const visible = prune(resolved, values);
    const next = (schema.allOf ?? [])
      .map((clause) => (clause.if === undefined ? "t" : fits(clause.if, visible) ? "t" : "e"))
      .join("");
    if (next === branches) break;
    branches = next;
    resolved = build(schema, branches);
  }
  return resolved;
}

function build(schema: SchemaNode, branches: string): ResolvedSchema {
  let known = resolvedByBranches.get(schema);
  if (!known) resolvedByBranches.set(schema, (known = new Map()));
  const before = known.get(branches);
  if (before) return before;
  const properties: Record<string, SchemaNode> = { ...schema.properties };
  const required = new Set(schema.required ?? []);
  (schema.allOf ?? []).forEach((clause, index) => {
    const taken = branches[index] ?? "";
    const branch = clause.if === undefined ? (taken && clause) : taken === "t" ? clause.then : taken === "e" ? clause.else : undefined;
    if (!branch || typeof branch !== "object") return;
    for (const [name, node] of Object.entries(branch.properties ?? {})) properties[name] = { ...properties[name], ...node };
    for (const name of branch.required ?? []) required.add(name);
  });
  const resolved: ResolvedSchema = { type: "object", properties, required: [...required] };
  known.set(branches, resolved);
  return resolved;
}

/** The answers that belong to fields shown, without the empty ones: what is checked, saved and sent. */
export function prune(resolved: ResolvedSchema, values: Values): Values {
  const visible: Values = {};
  for (const [name, node] of Object.entries(resolved.properties)) {
    const value = node.type === "null" ? undefined : pruneValue(values[name]);
    if (value !== undefined) visible[name] = value;
  }
  return visible;
}

function pruneValue(value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  if (Array.isArray(value)) {
    const items = value
      .map((item: unknown) => pruneValue(item) ?? (item !== null && typeof item === "object" && !Array.isArray(item) ? {} : undefined))
      .filter((item) => item !== undefined);
    // A group that was opened and left blank is no answer. (Blank items among filled ones stay: errors go by their number.)
    return items.some((item) => !isBlank(item)) ? items : undefined;
  }
  if (typeof value !== "object") return value;
  const entries = Object.entries(value)
    .map(([name, item]) => [name, pruneValue(item)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function isBlank(item: unknown): boolean {
  return item !== null && typeof item === "object" && Object.keys(item).length === 0;
}

/** The answers to the fields shown: `prune` over a document. */
export function visibleValues(document: Pick<FormDocument, "schema">, values: Values): Values {
  return prune(resolveSchema(document.schema, values), values);
}

const stepSchemas = new WeakMap<ResolvedSchema, Map<string, SchemaNode>>();

/** The part of a resolved schema that one step shows, in the step's order. */
export function stepSchema(resolved: ResolvedSchema, step: FormStep): SchemaNode {
  let known = stepSchemas.get(resolved);
  if (!known) stepSchemas.set(resolved, (known = new Map()));
  const before = known.get(step.id);
  if (before) return before;
  const fields = shownFields(resolved, step);
  const schema: SchemaNode = {
    type: "object",
    properties: Object.fromEntries(fields.map((name) => [name, typed(resolved.properties[name] ?? {})])),
    required: resolved.required.filter((name) => fields.includes(name)),
  };
  known.set(step.id, schema);
  return schema;
}

/** A list of choices may leave its type to its constants; RJSF draws only what has one. */
function typed(node: SchemaNode): SchemaNode {
  const first: unknown = node.type === undefined ? node.oneOf?.[0]?.const : undefined;
  return first === undefined ? node : { ...node, type: typeof first };
}

/** The fields of a step that are shown now. */
export function shownFields(resolved: ResolvedSchema, step: FormStep): string[] {
  return step.fields.filter((name) => name in resolved.properties);
}

/** The steps that have something to show for these answers. */
export function shownSteps(document: Pick<FormDocument, "steps">, resolved: ResolvedSchema): FormStep[] {
  return document.steps.filter((step) => shownFields(resolved, step).length > 0);
}
