/** Reading a form's schema: the node at a pointer, its label, its choices. */
import type { ResolvedSchema } from "./conditions";
import type { SchemaNode, UiNode } from "./model";
import { pointerParts } from "./pointer";

/** The schema of the field that a pointer names. */
export function nodeAt(schema: ResolvedSchema | SchemaNode, pointer: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = schema;
  for (const part of pointerParts(pointer)) {
    node = node?.type === "array" || (node?.items && /^\d+$/.test(part)) ? node.items : node?.properties?.[part];
    if (!node) return undefined;
  }
  return node;
}

/** The title of one item of a repeated group: the form's `x-item` with its number, or a plain one. */
export function itemTitle(ui: UiNode | undefined, index: number, fallback: (n: number) => string): string {
  const template = ui?.["x-item"];
  return template ? template.replace(/\{\{\s*n\s*\}\}/g, String(index + 1)) : fallback(index + 1);
}

/** What a summary calls the field at a pointer: `Sibling 2: Date of birth`. */
export function fieldLabel(
  schema: ResolvedSchema | SchemaNode,
  ui: Record<string, UiNode>,
  pointer: string,
  fallbackItem: (n: number) => string,
): string {
  const labels: string[] = [];
  let node: SchemaNode | undefined = schema;
  let own: UiNode | undefined = ui;
  for (const part of pointerParts(pointer)) {
    if (node?.items && /^\d+$/.test(part)) {
      // A list of choices or files has no titles of its own; the list's title says enough.
      if (node.items.type === "object") labels.splice(-1, 1, itemTitle(own, Number(part), fallbackItem));
      node = node.items;
      own = own?.items;
    } else {
      node = node?.properties?.[part];
      own = own?.[part] as UiNode | undefined;
      if (node?.title) labels.push(node.title);
    }
  }
  return labels.join(": ");
}

/** One thing to choose. */
export interface Choice {
  value: unknown;
  label: string;
  help?: string;
}

/** The choices of a field: its own or its items' `oneOf`, or yes and no. */
export function choicesOf(node: SchemaNode, yes: string, no: string): Choice[] {
  const options = node.oneOf ?? node.items?.oneOf;
  if (options) {
    return options.map((option) => ({
      value: option.const,
      label: option.title ?? String(option.const),
      ...(option.description ? { help: option.description } : {}),
    }));
  }
  const plain = node.enum ?? node.items?.enum;
  if (plain) return plain.map((value) => ({ value, label: String(value) }));
  return node.type === "boolean" ? [{ value: true, label: yes }, { value: false, label: no }] : [];
}

/** Whether a field is a repeated group: a list of objects. */
export function isGroup(node: SchemaNode): boolean {
  return node.type === "array" && node.items?.type === "object";
}

/** The widget of a field: the form's word, or what its schema asks for. */
export function widgetOf(node: SchemaNode, ui: UiNode | undefined): string {
  const named = ui?.["ui:widget"];
  if (named) return named;
  if (node.type === "null") return "note";
  if (node.type === "array") return node.items?.format === "upload" ? "upload" : "checkboxes";
  if (node["x-money"]) return "money";
  if (node.type === "boolean") return "const" in node ? "checkbox" : "radio";
  if (node.oneOf || node.enum) return "select";
  if (node.type === "number" || node.type === "integer") return "number";
  return BY_FORMAT[node.format ?? ""] ?? (/-id$|^aadhaar$/.test(node.format ?? "") ? "national-id" : "text");
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: "date",
  email: "email",
  phone: "phone",
  iban: "iban",
  country: "country",
  upload: "upload",
};

/** Whether nothing was answered. */
export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Whether a field holds files: one, or a list of them. */
export function isUpload(node: SchemaNode | undefined): boolean {
  return node?.format === "upload" || node?.items?.format === "upload";
}

/** The answers without the files, which belong to one draft and mean nothing to another. */
export function withoutUploads(node: SchemaNode, values: Record<string, unknown>): Record<string, unknown> {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const child = node.properties?.[name];
    if (isUpload(child)) continue;
    const items = child?.items;
    if (child?.type === "object" && isRecord(value)) rest[name] = withoutUploads(child, value);
    else if (items?.type === "object" && Array.isArray(value)) {
      rest[name] = value.map((item: unknown) => (isRecord(item) ? withoutUploads(items, item) : item));
    } else rest[name] = value;
  }
  return rest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Every top-level field of a schema, also those that only a condition shows. */
export function allFields(schema: SchemaNode): Map<string, SchemaNode> {
  const fields = new Map(Object.entries(schema.properties ?? {}));
  for (const clause of schema.allOf ?? []) {
    for (const branch of [clause.if === undefined ? clause : clause.then, clause.else]) {
      for (const [name, node] of Object.entries(branch?.properties ?? {})) fields.set(name, { ...fields.get(name), ...node });
    }
  }
  return fields;
}
