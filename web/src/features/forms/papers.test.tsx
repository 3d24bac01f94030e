import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { resolveSchema } from "@/forms/conditions";
import type { FormDocument, SchemaNode } from "@/forms/model";
import { SchemaForm } from "@/forms/SchemaForm";
import { renderWith } from "@/test/render";
import type { Computed } from "./api";
import { papersOf } from "./papers";

const file = (title: string, more: SchemaNode = {}): SchemaNode => ({ type: "string", format: "upload", title, maxLength: 64, "x-upload": { tier: "2mb", kinds: ["pdf"] }, ...more });
const properties = {
  photo: file("Photo"), passport: file("Passport"), report: file("School report", { "x-wanted": true }), extra: file("Anything else"),
  jobs: { type: "array", title: "Jobs", maxItems: 3, items: { type: "object", properties: { letter: file("Letter") } } },
};
const document: FormDocument = {
  title: "Form", steps: [{ id: "papers", title: "Papers", fields: Object.keys(properties) }],
  schema: { type: "object", properties }, ui: {}, messages: { "doc.photo": "Two photos", "doc.passport": "Passport" },
};

const list = (items: { code: string; params: Record<string, unknown> }[]): Computed => ({ key: "documents", label_code: "documents", kind: "list", value: items, params: {} });
const listed = [list([
  { code: "doc.photo", params: { field: "photo" } }, { code: "doc.passport", params: {} }, { code: "doc.letter", params: { field: "jobs.letter" } }, { code: "doc.elsewhere", params: { field: "none" } },
])];

describe("papers that a school's rules ask for", () => {
  it("are those that a list names by their field or by their label", () => {
    expect(papersOf(document, true, listed)).toEqual({ asked: ["photo", "passport", "jobs.letter"], open: false });
    expect(papersOf(document, true, [])).toEqual({ asked: [], open: true });
    expect(papersOf(document, true, [list([{ code: "gaps.item", params: { from: "2020-01-01" } }])])).toEqual({ asked: [], open: true });
    expect(papersOf(document, false, listed)).toEqual({ asked: [], open: false });
  });

  it.each([
    ["rules that list papers", papersOf(document, true, listed), ["Photo (asked for; can be sent later)", "Passport (asked for; can be sent later)", "School report (asked for; can be sent later)", "Anything else (optional)"]],
    ["rules that list none", papersOf(document, true, []), ["Photo (can be sent later)", "Passport (can be sent later)", "School report (asked for; can be sent later)", "Anything else (can be sent later)"]],
    ["a form without rules", papersOf(document, false, []), ["Photo (optional)", "Passport (optional)", "School report (asked for; can be sent later)", "Anything else (optional)"]],
  ])("are told at their field: %s", async (_, papers, names) => {
    const settings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" } as const;
    await renderWith(
      <SchemaForm document={document} resolved={resolveSchema(document.schema, {})} step={document.steps[0]!} values={{}} onChange={() => {}} onLeave={() => {}} issues={[]} settings={settings} uploads={null} papers={papers} />,
    );
    // What takes files is fetched once it is needed.
    for (const name of names) expect(await screen.findByRole("group", { name }, { timeout: 5_000 })).toBeVisible();
  });
});
