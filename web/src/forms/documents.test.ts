import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { resolveSchema, shownFields, visibleValues } from "./conditions";
import { resolveDate, yearStart } from "./dates";
import type { FormStep, SchemaNode, UiNode } from "./model";
import { allFields, isGroup, widgetOf } from "./nodes";
import { widgets } from "./theme";
import { validateValues } from "./validate";

/** The forms that ship are the best test of the engine: each must be drawn, and its samples must pass as they do on the server. */
const ROOT = path.join(import.meta.dirname, "../../..");
const TODAY = "2026-11-21";

interface StoredForm {
  steps: FormStep[];
  schema: SchemaNode;
  ui: Record<string, UiNode>;
  samples: { name: string; values: Record<string, unknown> }[];
}

function formFiles(): string[] {
  const plugins = path.join(ROOT, "plugins");
  const schools = path.join(ROOT, "tenants/schools");
  const folders = [
    ...(existsSync(plugins) ? readdirSync(plugins).map((name) => path.join(plugins, name)) : []),
    ...(existsSync(schools) ? readdirSync(schools).map((name) => path.join(schools, name, "forms")) : []),
  ];
  return folders
    .filter((folder) => existsSync(folder) && !folder.endsWith("Cargo.toml"))
    .flatMap((folder) => {
      try {
        return readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => path.join(folder, file));
      } catch {
        return [];
      }
    })
    .filter((file) => "steps" in (JSON.parse(readFileSync(file, "utf8")) as object));
}

/** The values of a sample with its relative dates and years filled in. */
function resolveSample(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolveSample);
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, resolveSample(item)]));
  }
  if (typeof value !== "string" || !value.startsWith("@")) return value;
  if (value.startsWith("@@")) return value.slice(1);
  const year = /^@(year|ay)([+-]\d+)?$/.exec(value);
  if (!year) return resolveDate(value, TODAY) ?? value;
  const first = Number((year[1] === "year" ? TODAY : yearStart(TODAY)).slice(0, 4)) + Number(year[2] ?? 0);
  return year[1] === "year" ? String(first) : `${first}-${first + 1}`;
}

describe.each(formFiles().map((file) => [path.relative(ROOT, file), file]))("%s", (_, file) => {
  const form = JSON.parse(readFileSync(file, "utf8")) as StoredForm;

  it("has every field in one step, and a widget for each", () => {
    const inSteps = form.steps.flatMap((step) => step.fields);
    expect([...inSteps].sort()).toEqual([...allFields(form.schema).keys()].sort());
    const drawn = [...allFields(form.schema)].filter(([, node]) => node.type !== "object" && !isGroup(node));
    const names = drawn.map(([name, node]) => [name, widgetOf(node, form.ui[name])] as const);
    expect(names.filter(([, widget]) => widget !== "note" && !(widget in widgets))).toEqual([]);
  });

  it.each(form.samples.map((sample) => [sample.name, sample]))("sample %s passes and is shown whole", (_name, sample) => {
    const values = resolveSample(sample.values) as Record<string, unknown>;
    expect(validateValues(form, values, TODAY)).toEqual([]);
    const resolved = resolveSchema(form.schema, values);
    const answered = Object.fromEntries(Object.entries(values).filter(([, value]) => !Array.isArray(value) || value.length > 0));
    expect(visibleValues(form, values)).toEqual(answered);
    const shown = form.steps.flatMap((step) => shownFields(resolved, step));
    expect(Object.keys(values).filter((name) => !shown.includes(name))).toEqual([]);
  });
});
