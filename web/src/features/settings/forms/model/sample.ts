/** Example answers that are right on any day: resolved, made up, and mended when the form around them changes. */
import { prune, resolveSchema } from "@/forms/conditions";
import { isIsoDate, resolveDate, yearStart } from "@/forms/dates";
import type { SchemaNode, Values } from "@/forms/model";
import { allFields, isUpload } from "@/forms/nodes";
import { topField } from "@/forms/pointer";
import { validateValues } from "@/forms/validate";
import { same } from "./json";
import { isRecord, type Sample, type StoredDocument } from "./types";

/** A sample's values on a day: its relative dates and years filled in. */
export function onDay(value: unknown, today: string): unknown {
  if (Array.isArray(value)) return value.map((item) => onDay(item, today));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, onDay(item, today)]));
  if (typeof value !== "string" || !value.startsWith("@")) return value;
  if (value.startsWith("@@")) return value.slice(1);
  const year = /^@(year|ay)([+-]\d+)?$/.exec(value);
  if (!year) return resolveDate(value, today) ?? value;
  const first = Number((year[1] === "year" ? today : yearStart(today)).slice(0, 4)) + Number(year[2] ?? 0);
  return year[1] === "year" ? String(first) : `${first}-${first + 1}`;
}

/** Answers of a day as a sample keeps them: dates by their distance from the day. */
export function anyDay(value: unknown, today: string): unknown {
  if (Array.isArray(value)) return value.map((item) => anyDay(item, today));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, anyDay(item, today)]));
  if (typeof value !== "string") return value;
  if (value.startsWith("@")) return `@${value}`;
  return isIsoDate(value) ? relativeDate(value, today) : value;
}

const DAY_MS = 86_400_000;
/** The server takes five digits a step; further away a date is simply that date. */
const FARTHEST = 99_999;

function relativeDate(date: string, today: string): string {
  const days = Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
  if (days === 0) return "@today";
  return Math.abs(days) > FARTHEST ? date : `@today${days > 0 ? "+" : "-"}${Math.abs(days)}d`;
}

/** Days on which a sample is tried, as the server does. */
const TRIAL_DAYS = ["2026-11-21", "2027-01-31", "2027-08-31", "2027-09-01", "2027-12-31", "2028-02-29", "2031-05-15"];

/** Whether a sample passes on all days, and says nothing that the form does not ask. */
export function isRight(document: StoredDocument, values: Values): boolean {
  return TRIAL_DAYS.every((day) => faultsOn(document, values, day).length === 0);
}

function faultsOn(document: StoredDocument, values: Values, day: string): string[] {
  const resolved = onDay(values, day) as Values;
  const schema = resolveSchema(document.schema, resolved);
  const extra = Object.keys(resolved).filter((name) => !(name in schema.properties));
  return [...extra, ...validateValues(document, resolved, day).map((issue) => topField(issue.path) ?? "")];
}

/** The samples, with those mended that the form would no longer take. One is made up when there is none. */
export function mendSamples(document: StoredDocument): Sample[] {
  const samples = document.samples.length > 0 ? document.samples : [{ name: "simple", values: {} }];
  const mended = samples.map((sample) => (isRight(document, sample.values) ? sample : { ...sample, values: mend(document, sample.values) }));
  return mended.every((sample, index) => sample === document.samples[index]) && same(mended.length, document.samples.length) ? document.samples : mended;
}

const ROUNDS = 8;

function mend(document: StoredDocument, before: Values): Values {
  let values = before;
  for (let round = 0; round < ROUNDS; round += 1) {
    let changed = false;
    for (const day of TRIAL_DAYS) {
      for (const name of new Set(faultsOn(document, values, day))) {
        changed = true;
        const schema = resolveSchema(document.schema, onDay(values, day) as Values);
        const { [name]: _old, ...others } = values;
        const node = schema.properties[name];
        const value = node && (schema.required.includes(name) || name in values) ? exampleOf(node) : undefined;
        values = value === undefined || !node ? others : { ...values, [name]: value };
      }
    }
    if (!changed) break;
  }
  return prune({ type: "object", properties: Object.fromEntries(allFields(document.schema)), required: [] }, values);
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: "sara@example.com", phone: "+96891234567", iban: "OM280010000001234567890", url: "https://www.example.com", country: "OM",
  "national-id": "A1234567", "emirates-id": "784198512345673", "saudi-id": "1000000008", "kuwait-id": "312031500457",
  "oman-id": "12345678", "qatar-id": "28563412345", "bahrain-id": "850112345", aadhaar: "234567890124",
};
/** Stands for a picture in a sample. */
export const EXAMPLE_UPLOAD = "sample-signature";
const FILLER = "An answer in some words. ";

/** An answer that a question takes; undefined where none can be made up (several files, a pattern). */
export function exampleOf(node: SchemaNode): unknown {
  // A signature can be required: its place is taken by the name of an upload that nobody made.
  if (node.format === "upload") return EXAMPLE_UPLOAD;
  if (isUpload(node)) return undefined;
  if ("const" in node) return node.const;
  if (node.oneOf?.[0]) return node.oneOf[0].const;
  if (node.enum) return node.enum[0];
  const bound = (keyword: string) => (typeof node[keyword] === "number" ? node[keyword] : undefined);
  switch (node.type) {
    case "boolean":
      return true;
    case "integer":
    case "number": {
      const step = bound("multipleOf") ?? 1;
      const low = bound("minimum") ?? (bound("exclusiveMinimum") ?? -step) + step;
      const high = bound("maximum") ?? (bound("exclusiveMaximum") ?? low + step) - step;
      return Math.min(Math.ceil(low / step) * step, Math.max(high, low));
    }
    case "string": {
      if (node.format === "date") return node["x-min-date"] ?? node["x-max-date"] ?? "@today";
      if (node.format) return BY_FORMAT[node.format];
      if (node.pattern) return undefined;
      const length = Math.max(node.minLength ?? 1, Math.min(node.maxLength ?? 12, 12));
      return FILLER.repeat(Math.ceil(length / FILLER.length)).slice(0, length).trimEnd().padEnd(node.minLength ?? 1, "a");
    }
    case "array":
      return exampleList(node);
    default:
      return undefined;
  }
}

function exampleList(node: SchemaNode): unknown {
  const items = node.items ?? {};
  const count = Math.max(1, node.minItems ?? 1);
  const options = items.oneOf?.map((each) => each.const) ?? items.enum;
  if (options) return options.slice(0, count);
  if (items.type !== "object") return Array.from({ length: count }, () => exampleOf(items));
  const item = Object.fromEntries(
    Object.entries(items.properties ?? {})
      .filter(([name]) => items.required?.includes(name))
      .map(([name, inner]) => [name, exampleOf(inner)]),
  );
  return Array.from({ length: count }, () => item);
}

/** A sample name that is free. */
export function sampleName(samples: readonly Sample[]): string {
  let number = samples.length + 1;
  while (samples.some((sample) => sample.name === `sheet-${number}`)) number += 1;
  return `sheet-${number}`;
}
