import type { Papers } from "@/forms/context";
import type { FormDocument, SchemaNode } from "@/forms/model";
import { allFields, isGroup, isUpload } from "@/forms/nodes";
import type { Coded, Computed } from "./api";

/**
 * What the rules have said of papers, as far as the family is shown it: of a list that they work out, the items that name an upload field
 * (`field`, as on the checklist) or are called as it is. Rules that list none may ask all the same, once the form is sent.
 */
export function papersOf(document: FormDocument, rules: boolean, computed: readonly Computed[]): Papers {
  if (!rules) return { asked: [], open: false };
  const items = computed.filter(({ kind }) => kind === "list").flatMap(({ value }) => (Array.isArray(value) ? (value as Partial<Coded>[]) : []));
  const named = new Set(items.flatMap(({ code = "", params }) => [params?.field, document.messages[code]]));
  const asked = uploadsOf(document.schema).filter(([name, title]) => named.has(name) || (title !== undefined && named.has(title)));
  return { asked: asked.map(([name]) => name), open: asked.length === 0 };
}

/** The upload fields by the names that the server knows, with their labels. */
function uploadsOf(schema: SchemaNode): [string, string | undefined][] {
  return [...allFields(schema)].flatMap(([name, node]) => {
    if (isUpload(node)) return [[name, node.title] as [string, string | undefined]];
    if (!isGroup(node)) return [];
    const items = Object.entries(node.items?.properties ?? {}).filter(([, item]) => isUpload(item));
    return items.map(([inner, item]) => [`${name}.${inner}`, item.title] as [string, string | undefined]);
  });
}
