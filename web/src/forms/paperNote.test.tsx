import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { renderWith } from "@/test/render";
import { AnswersLetter } from "./AnswersLetter";
import type { Papers } from "./context";
import type { FormDocument, SchemaNode } from "./model";
import { missingPapers } from "./paperNote";

const file = (title: string, more: SchemaNode = {}): SchemaNode => ({ type: "string", format: "upload", title, maxLength: 64, "x-upload": { tier: "2mb", kinds: ["pdf"] }, ...more });
const properties = {
  photo: file("Photo"), passport: file("Passport"), report: file("School report", { "x-wanted": true }), extra: file("Anything else"),
  jobs: { type: "array", title: "Jobs", maxItems: 3, items: { type: "object", properties: { letter: file("Letter") } } },
};
const document: FormDocument = {
  title: "Form", steps: [{ id: "papers", title: "Papers", fields: Object.keys(properties) }],
  schema: { type: "object", properties }, ui: {}, messages: {},
};
const papers: Papers = { asked: ["photo", "passport", "jobs.letter"], open: false };
const settings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" } as const;

describe("the papers that are missing before a form is sent", () => {
  it.each([
    [{}, 3],
    [{ passport: "id", extra: "id" }, 2],
    [{ photo: "id", passport: "id", report: "id" }, 0],
    [{ photo: "id", passport: "id", report: "id", jobs: [{}, {}] }, 1],
    [{ photo: "id", passport: "id", report: "id", jobs: [{ letter: "id" }] }, 0],
  ])("are those that are asked for, and no others: %j", (values, count) => {
    expect(missingPapers(document, values, papers)).toBe(count);
  });

  it("are told from those that nobody asks for", async () => {
    await renderWith(<AnswersLetter document={document} values={{ jobs: [{}] }} files={[]} settings={settings} papers={papers} />, { language: "en" });
    const said = screen.getAllByRole("term").map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`);
    expect(said).toEqual([
      "Photo: Not added (asked for; can be sent later)",
      "Passport: Not added (asked for; can be sent later)",
      "School report: Not added (asked for; can be sent later)",
      "Anything else: Not added (optional)",
      "Letter: Not added (asked for; can be sent later)",
    ]);
  });
});
