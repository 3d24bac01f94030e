/**
 * The JSON Schema interpreter. It evaluates no code, so that it runs under `script-src 'self'`. It writes into the schema
 * object and chokes on `undefined`, hence the copies made here; a schema that cannot be compiled throws, since "false" would
 * silently hide fields. A pattern that this browser cannot read is left to the server, which says so at the field: one field
 * must not take the page down.
 */
import { format, Validator, type OutputUnit, type Schema } from "@cfworker/json-schema";
import type { SchemaNode } from "../model";
import { FORMATS } from "./formats";

// The interpreter's own list is replaced, so that exactly the contract's formats are checked.
for (const name of Object.keys(format)) delete (format as Record<string, unknown>)[name];
Object.assign(format, FORMATS);

const compiled = new WeakMap<object, Validator>();

function validatorFor(schema: SchemaNode): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  const copy = structuredClone(schema);
  dropUnreadablePatterns(copy);
  const fresh = new Validator(copy as Schema, "7", false);
  compiled.set(schema, fresh);
  return fresh;
}

function dropUnreadablePatterns(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  const record = node as Record<string, unknown>;
  if (typeof record.pattern === "string" && !isReadable(record.pattern)) delete record.pattern;
  Object.values(record).forEach(dropUnreadablePatterns);
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Every failing keyword of a value against a schema. */
export function failures(schema: SchemaNode, value: unknown): OutputUnit[] {
  return validatorFor(schema).validate(plainJson(value)).errors;
}

/** Whether a value fits a schema. */
export function fits(schema: SchemaNode | boolean, value: unknown): boolean {
  if (typeof schema === "boolean") return schema;
  return validatorFor(schema).validate(plainJson(value)).valid;
}

/** The value as JSON would carry it: no `undefined`, no functions. */
function plainJson(value: unknown): unknown {
  return value === undefined ? {} : JSON.parse(JSON.stringify(value));
}
