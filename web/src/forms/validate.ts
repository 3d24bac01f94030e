/** Checks answers against a form document, with the codes that the server uses (docs/contracts.md, section 1). */
import type { OutputUnit } from "@cfworker/json-schema";
import { prune, resolveSchema, type ResolvedSchema } from "./conditions";
import { isIsoDate, resolveDate } from "./dates";
import { lettersOf } from "./letters";
import type { FormDocument, Issue, SchemaNode, Values } from "./model";
import type { PhoneRules } from "./phoneNumbers";
import { atPointer, pointerParts, toPointer } from "./pointer";
import { failures } from "./validator/engine";
import { FORMATS, passesLuhn } from "./validator/formats";

/** The keywords that carry a number a family must know. */
const LIMITED = new Set([
  "minLength", "maxLength", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems",
]);
const PLAIN = new Set(["type", "pattern", "enum", "const", "uniqueItems"]);

/** The codes that come from the JSON Schema; any other is the form's own. */
export const SCHEMA_CODES: ReadonlySet<string> = new Set([
  ...LIMITED, ...PLAIN, "required", "format", "minDate", "maxDate", "unknownField",
]);

/** Everything that is wrong with these answers, in the order in which the form shows its fields. */
export function validateValues(document: Pick<FormDocument, "schema" | "steps">, values: Values, today: string, phones: PhoneRules | null = null): Issue[] {
  const resolved = resolveSchema(document.schema, values);
  const pruned = prune(resolved, values);
  const issues = [...failures(resolved, pruned).flatMap((unit) => toIssues(unit, resolved, pruned)), ...ownRules(resolved, pruned, { today, phones }, [])];
  return sortIssues(saidOnce(unique(issues)), document, resolved);
}

/** The issues of some top-level fields. */
export function issuesOf(issues: readonly Issue[], fields: readonly string[]): Issue[] {
  const names = new Set(fields);
  return issues.filter(({ path }) => names.has(pointerParts(path)[0] ?? ""));
}

function issue(path: string, code: string, params: Record<string, unknown> = {}): Issue {
  return { path, code, params, severity: "error" };
}

function toIssues(unit: OutputUnit, schema: ResolvedSchema, values: Values): Issue[] {
  const path = toPointer(pointerParts(unit.instanceLocation));
  // Inside a choice every option that was not taken fails: only the choice itself is news.
  if (/\/(oneOf|anyOf|not)\//.test(unit.keywordLocation)) return [];
  if (unit.keyword === "required") {
    const names = atPointer(schema, unit.keywordLocation) as string[];
    const value = atPointer(values, path) as Values;
    return names.filter((name) => !(name in value)).map((name) => issue(path + toPointer([name]), "required"));
  }
  if (LIMITED.has(unit.keyword)) return [issue(path, unit.keyword, { limit: atPointer(schema, unit.keywordLocation) })];
  if (unit.keyword === "format") return [issue(path, "format", { format: atPointer(schema, unit.keywordLocation) })];
  if (unit.keyword === "pattern") {
    const letters = lettersOf(String(atPointer(schema, unit.keywordLocation)));
    return [issue(path, "pattern", letters ? { letters } : {})];
  }
  if (unit.keyword === "oneOf" || unit.keyword === "anyOf") return [issue(path, "enum")];
  if (unit.keyword === "false") return [issue(path, "unknownField")];
  return PLAIN.has(unit.keyword) ? [issue(path, unit.keyword)] : [];
}

interface Known {
  today: string;
  /** The countries' own rules for telephone numbers, once they are loaded. */
  phones: PhoneRules | null;
}

/** Rules that JSON Schema has no word for. */
function ownRules(node: SchemaNode, value: unknown, known: Known, parts: (string | number)[]): Issue[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => (node.items ? ownRules(node.items, item, known, [...parts, index]) : []));
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(node.properties ?? {}).flatMap(([name, child]) =>
      ownRules(child, (value as Values)[name], known, [...parts, name]),
    );
  }
  if (typeof value !== "string") return [];
  if (node.format === "emirates-id" && FORMATS["emirates-id"]?.(value) && !passesLuhn(value)) {
    return [{ ...issue(toPointer(parts), "format", { format: "emirates-id" }), severity: "warning" }];
  }
  if (node.format === "phone" && known.phones && FORMATS.phone?.(value)) {
    const fault = known.phones.fault(value);
    return fault ? [issue(toPointer(parts), "format", { format: "phone", ...fault })] : [];
  }
  if (!isIsoDate(value)) return [];
  const { today } = known;
  const from = typeof node["x-min-date"] === "string" ? resolveDate(node["x-min-date"], today) : null;
  const to = typeof node["x-max-date"] === "string" ? resolveDate(node["x-max-date"], today) : null;
  const found: Issue[] = [];
  if (from !== null && value < from) found.push(issue(toPointer(parts), "minDate", { limit: from }));
  if (to !== null && value > to) found.push(issue(toPointer(parts), "maxDate", { limit: to }));
  return found;
}

function unique(issues: Issue[]): Issue[] {
  const seen = new Set<string>();
  return issues.filter(({ path, code }) => {
    const key = `${path} ${code}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** What has not its form is told that, and not how long it is as well: whoever writes a real date has written none too long. */
function saidOnce(issues: Issue[]): Issue[] {
  const misformed = new Set(issues.filter(({ code, severity }) => code === "format" && severity === "error").map(({ path }) => path));
  return issues.filter(({ path, code }) => !misformed.has(path) || (code !== "minLength" && code !== "maxLength" && code !== "pattern"));
}

/** Issues in the order of the form's fields, so that the first one is the first on the screen. */
export function sortIssues(issues: Issue[], document: Pick<FormDocument, "steps">, schema: SchemaNode): Issue[] {
  const order = document.steps.flatMap((step) => step.fields);
  const rank = (path: string): number[] => {
    const parts = pointerParts(path);
    let node: SchemaNode | undefined = schema;
    return parts.map((part, depth) => {
      if (/^\d+$/.test(part) && node?.items) {
        node = node.items;
        return Number(part);
      }
      const names: string[] = depth === 0 ? order : Object.keys(node?.properties ?? {});
      node = node?.properties?.[part];
      const index = names.indexOf(part);
      return index < 0 ? names.length : index;
    });
  };
  return issues
    .map((item) => ({ item, key: rank(item.path) }))
    .sort((one, two) => compareRanks(one.key, two.key))
    .map(({ item }) => item);
}

function compareRanks(one: number[], two: number[]): number {
  for (let index = 0; index < Math.min(one.length, two.length); index += 1) {
    const difference = (one[index] ?? 0) - (two[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - two.length;
}
