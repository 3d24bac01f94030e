/** The form's UI schema in RJSF's words: the contract's widget names, and how wide an answer looks. */
import type { UiSchema } from "@rjsf/utils";
import type { FieldWidth, SchemaNode, UiNode } from "./model";
import { isGroup, widgetOf } from "./nodes";

/** Widths that answers have when the form says nothing. */
const USUAL_WIDTH: Readonly<Record<string, FieldWidth>> = {
  date: "sm",
  number: "xs",
  money: "sm",
  phone: "md",
  "national-id": "md",
  country: "md",
  select: "md",
  textarea: "full",
  radio: "full",
  checkboxes: "full",
  checkbox: "full",
  upload: "full",
  signature: "full",
  note: "full",
};

/** How wide a field stands in the grid. */
export function widthOf(node: SchemaNode, ui: UiNode | undefined): FieldWidth {
  return ui?.["x-layout"]?.width ?? USUAL_WIDTH[widgetOf(node, ui)] ?? "lg";
}

/** RJSF's UI schema for an object's fields. */
export function toUiSchema(schema: SchemaNode, ui: Record<string, UiNode>): UiSchema {
  const out: UiSchema = {};
  for (const [name, node] of Object.entries(schema.properties ?? {})) out[name] = fieldUi(node, ui[name]);
  return out;
}

function fieldUi(node: SchemaNode, ui: UiNode | undefined): UiSchema {
  const help = ui?.["ui:help"];
  const base: UiSchema = { "x-width": widthOf(node, ui), ...(help ? { "ui:help": help } : {}) };
  if (node.type === "object") return { ...base, ...toUiSchema(node, (ui ?? {}) as Record<string, UiNode>) };
  if (isGroup(node)) {
    return { ...base, "x-width": "full", "x-add": ui?.["x-add"], "x-item": ui?.["x-item"], items: toUiSchema(node.items ?? {}, (ui?.items ?? {}) as Record<string, UiNode>) };
  }
  const widget = widgetOf(node, ui);
  // RJSF's own null field writes `null` into the answers; a note carries no value.
  return widget === "note" ? { ...base, "ui:field": "note" } : { ...base, "ui:widget": widget };
}
