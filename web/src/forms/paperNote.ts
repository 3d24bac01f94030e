import { resolveSchema, shownFields, shownSteps } from "./conditions";
import type { Papers } from "./context";
import type { FormDocument, SchemaNode, Values } from "./model";
import { isEmpty, isGroup, isUpload } from "./nodes";

/** No form is held up by a paper, but one that the school asks for is not left to whoever likes to bring it. */
export function paperNote(node: SchemaNode, name: string, { asked, open }: Papers): "field.asked" | "field.later" | "field.optional" {
  if (node["x-wanted"] === true || node.items?.["x-wanted"] === true || asked.includes(name)) return "field.asked";
  return open ? "field.later" : "field.optional";
}

/** How many of the papers that are asked for the answers lack, as the school counts them: a question of a repeated group once, if its rules ask it. */
export function missingPapers(document: FormDocument, values: Values, papers: Papers): number {
  const resolved = resolveSchema(document.schema, values);
  const names = shownSteps(document, resolved).flatMap((step) => shownFields(resolved, step));
  const missing = names.flatMap((name) => {
    const node = resolved.properties[name];
    if (!node) return [];
    if (isUpload(node)) return paperNote(node, name, papers) === "field.asked" && isEmpty(values[name]) ? [name] : [];
    if (!isGroup(node)) return [];
    const rows = Array.isArray(values[name]) ? (values[name] as Values[]) : [];
    const asked = Object.keys(node.items?.properties ?? {}).filter((inner) => papers.asked.includes(`${name}.${inner}`));
    return asked.filter((inner) => rows.some((row) => isEmpty(row[inner])));
  });
  return missing.length;
}
