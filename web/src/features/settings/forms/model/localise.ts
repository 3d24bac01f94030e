/** A stored document in one language, as the server would answer it: what the preview and the test run draw. */
import type { FormDocument, SchemaNode, UiNode } from "@/forms/model";
import { isRecord, type Language, type StoredDocument } from "./types";

const SCHEMA_TEXTS = new Set(["title", "description", "x-add", "x-item"]);
const UI_TEXTS = new Set(["ui:help", "x-add", "x-item"]);

/** The document with every text key replaced by its words. */
export function localise(document: StoredDocument, language: Language): FormDocument {
  const messages = document.texts[language];
  const text = (key: string) => messages[key] ?? key;
  return {
    title: text(document.title),
    steps: document.steps.map((step) => ({ id: step.id, title: text(step.title), help: step.help === undefined ? null : text(step.help), ...(step["x-audience"] ? { "x-audience": step["x-audience"] } : {}), fields: step.fields })),
    schema: translate(document.schema, SCHEMA_TEXTS, text) as SchemaNode,
    ui: translate(document.ui ?? {}, UI_TEXTS, text) as Record<string, UiNode>,
    messages,
  };
}

/** A field may be called `title`: only where a text can stand is one looked for. */
function translate(node: unknown, keys: ReadonlySet<string>, text: (key: string) => string): unknown {
  if (Array.isArray(node)) return node.map((item) => translate(item, keys, text));
  if (!isRecord(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (typeof value === "string") return [key, keys.has(key) ? text(value) : value];
      if (key === "if" || key === "x-layout" || key === "const" || key === "default") return [key, value];
      return [key, translate(value, keys, text)];
    }),
  );
}
