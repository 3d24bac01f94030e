/** Conditions of the builder and the `if` of a document, each made from the other. */
import type { SchemaNode } from "@/forms/model";
import { canonical, same } from "./json";
import { isRecord, type Condition, type Op, type Test } from "./types";

/** A condition of these tests, not written anywhere yet. */
export function condition(mode: "all" | "any", tests: Test[]): Condition {
  return { mode, tests, written: null };
}

const NEEDS_LIST: ReadonlySet<Op> = new Set(["oneOf", "noneOf"]);
const NEEDS_NUMBER: ReadonlySet<Op> = new Set(["more", "atLeast", "less", "atMost"]);

/** Whether a test says everything that it needs. */
export function isComplete({ field, op, value }: Test): boolean {
  if (field === "") return false;
  if (op === "filled") return true;
  if (NEEDS_LIST.has(op)) return Array.isArray(value) && value.length > 0;
  if (NEEDS_NUMBER.has(op)) return typeof value === "number" && Number.isFinite(value);
  return value !== undefined && value !== null && value !== "";
}

function predicate({ op, value }: Test): SchemaNode | null {
  switch (op) {
    case "is":
      return { const: value };
    case "isNot":
      return { not: { const: value } };
    case "oneOf":
      return { enum: value as unknown[] };
    case "noneOf":
      return { not: { enum: value } };
    case "includes":
      return { contains: { const: value } };
    case "excludes":
      return { not: { contains: { const: value } } };
    case "more":
      return { exclusiveMinimum: value };
    case "atLeast":
      return { minimum: value as number };
    case "less":
      return { exclusiveMaximum: value };
    case "atMost":
      return { maximum: value as number };
    case "filled":
      return null;
  }
}

/** Tests that can stand in one object: no two of them use the same word about the same answer. */
function flat(tests: readonly Test[]): { node: SchemaNode; rest: Test[] } {
  const properties: Record<string, SchemaNode> = {};
  const required: string[] = [];
  const rest: Test[] = [];
  for (const test of tests) {
    const rule = predicate(test);
    const taken = properties[test.field];
    if (rule && taken && Object.keys(rule).some((key) => key in taken)) {
      rest.push(test);
      continue;
    }
    if (rule) properties[test.field] = { ...taken, ...rule };
    if (!required.includes(test.field)) required.push(test.field);
  }
  return { node: { ...(Object.keys(properties).length > 0 ? { properties } : {}), required }, rest };
}

/** The `if` of one condition, or null while it says nothing yet. */
export function compile({ mode, tests, written }: Condition): SchemaNode | null {
  if (written) return written;
  const ready = tests.filter(isComplete);
  if (ready.length === 0) return null;
  if (mode === "any" && ready.length > 1) return { anyOf: ready.map((test) => flat([test]).node) };
  const parts: SchemaNode[] = [];
  for (let open = ready; open.length > 0; ) {
    const { node, rest } = flat(open);
    parts.push(node);
    open = rest;
  }
  return parts.length === 1 ? (parts[0] ?? null) : { allOf: parts };
}

/** The `if` of conditions that all have to hold; null where nothing is asked. */
export function compileAll(conditions: readonly Condition[]): SchemaNode | null {
  const parts = conditions.map(compile).filter((part) => part !== null);
  return parts.length > 1 ? { allOf: parts } : (parts[0] ?? null);
}

/** The conditions that an `if` is made of. */
export function readAll(test: SchemaNode): Condition[] {
  const parts = Object.keys(test).length === 1 && Array.isArray(test.allOf) && test.allOf.length > 0 ? test.allOf : [test];
  const read = parts.map(readOne);
  // One part in an `allOf` of its own would not come back as it was.
  return same(compileAll(read), test) ? read : [{ mode: "raw", tests: [], written: test }];
}

function readOne(node: SchemaNode): Condition {
  const raw: Condition = { mode: "raw", tests: [], written: node };
  if (!isRecord(node)) return raw;
  const keys = Object.keys(node);
  if (keys.length === 1 && Array.isArray((node as { anyOf?: unknown }).anyOf)) {
    const branches = (node as { anyOf: SchemaNode[] }).anyOf.map(readFlat);
    if (branches.some((tests) => tests?.length !== 1)) return raw;
    return { mode: "any", tests: branches.flatMap((tests) => tests ?? []), written: node };
  }
  const tests = readFlat(node);
  return tests ? { mode: "all", tests, written: node } : raw;
}

function readFlat(node: SchemaNode): Test[] | null {
  if (!isRecord(node) || Object.keys(node).some((key) => key !== "properties" && key !== "required")) return null;
  const properties = node.properties ?? {};
  const required = node.required ?? [];
  if (required.length === 0 || Object.keys(properties).some((name) => !required.includes(name))) return null;
  const tests: Test[] = [];
  for (const field of required) {
    const read = readPredicate(field, properties[field]);
    if (!read) return null;
    tests.push(...read);
  }
  return tests;
}

const BY_KEYWORD: Readonly<Record<string, Op>> = {
  const: "is", enum: "oneOf", exclusiveMinimum: "more", minimum: "atLeast", exclusiveMaximum: "less", maximum: "atMost",
};

function readPredicate(field: string, rule: SchemaNode | undefined): Test[] | null {
  if (rule === undefined || Object.keys(rule).length === 0) return [{ field, op: "filled", value: null }];
  const tests: Test[] = [];
  for (const [key, value] of Object.entries(rule)) {
    const op = BY_KEYWORD[key];
    const test: Test | null = op ? { field, op, value } : readNested(field, key, value);
    if (!test || !isComplete(test)) return null;
    tests.push(test);
  }
  return tests;
}

function readNested(field: string, key: string, value: unknown): Test | null {
  if (!isRecord(value) || Object.keys(value).length !== 1) return null;
  if (key === "contains") return "const" in value ? { field, op: "includes", value: value.const } : null;
  if (key !== "not") return null;
  if ("const" in value) return { field, op: "isNot", value: value.const };
  if ("enum" in value) return { field, op: "noneOf", value: value.enum };
  const inner = value.contains;
  return isRecord(inner) && Object.keys(inner).length === 1 && "const" in inner ? { field, op: "excludes", value: inner.const } : null;
}

/** How many conditions two lists have in common from their beginning on. */
export function commonPrefix(lists: readonly (readonly Condition[])[]): number {
  const [first = [], ...others] = lists;
  let length = 0;
  while (length < first.length && others.every((list) => list[length] && sameCondition(list[length], first[length]))) length += 1;
  return length;
}

function sameCondition(one: Condition | undefined, two: Condition | undefined): boolean {
  return one !== undefined && two !== undefined && canonical(compile(one)) === canonical(compile(two));
}

/** The questions that conditions look at. */
export function askedBy(conditions: readonly Condition[]): string[] {
  const names = new Set<string>();
  for (const each of conditions) {
    if (each.mode === "raw") collect(each.written, names);
    else for (const test of each.tests) if (test.field) names.add(test.field);
  }
  return [...names];
}

function collect(node: unknown, names: Set<string>): void {
  if (!isRecord(node)) return;
  if (Array.isArray(node.required)) for (const name of node.required as string[]) names.add(name);
  for (const part of [node.allOf, node.anyOf]) if (Array.isArray(part)) for (const each of part) collect(each, names);
}

/** The conditions with a question under another name, or without it. Parts that then say nothing are gone. */
export function rename(conditions: readonly Condition[], from: string, to: string | null): Condition[] {
  return conditions
    .map((each): Condition => {
      if (!askedBy([each]).includes(from)) return each;
      if (each.mode === "raw") return to === null ? each : { ...each, written: renameWritten(each.written, from, to) as SchemaNode };
      const tests = to === null ? each.tests.filter((test) => test.field !== from) : each.tests.map((test) => (test.field === from ? { ...test, field: to } : test));
      return { ...each, tests, written: null };
    })
    .filter((each) => each.mode === "raw" || each.tests.length > 0);
}

/** A hand-written `if` with a question under another name. */
export function renameWritten(node: unknown, from: string, to: string): unknown {
  if (!isRecord(node)) return node;
  const out: Record<string, unknown> = { ...node };
  if (Array.isArray(node.required)) out.required = node.required.map((name: unknown) => (name === from ? to : name));
  if (isRecord(node.properties)) out.properties = Object.fromEntries(Object.entries(node.properties).map(([name, rule]) => [name === from ? to : name, rule]));
  for (const key of ["allOf", "anyOf"]) {
    const parts = node[key];
    if (Array.isArray(parts)) out[key] = parts.map((part) => renameWritten(part, from, to));
  }
  return out;
}
