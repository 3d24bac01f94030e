import { describe, expect, it } from "vitest";
import { prefillable, prefillLink, readPrefill } from "./prefill";

const schema = {
  type: "object",
  properties: {
    name: { type: "string", maxLength: 20 },
    grade: { type: "string", oneOf: [{ const: "kg1" }, { const: "kg2" }] },
    consent: { type: "boolean", const: true },
    photo: { type: "string", format: "upload" },
    note: { type: "null" },
    people: { type: "array", items: { type: "object", properties: { passport: { type: "string", format: "upload" } } } },
  },
  allOf: [{ if: { properties: { grade: { const: "kg1" } }, required: ["grade"] }, then: { properties: { nap: { type: "boolean" } } } }],
};

describe("a link with answers", () => {
  it("brings them back as they were, in any script", () => {
    const values = { name: "سلمى 👧", grade: "kg1", nap: true };
    const link = prefillLink("https://school.example/enquiry/new", values);
    expect(link).toMatch(/^https:\/\/school\.example\/enquiry\/new#prefill=[A-Za-z0-9_-]+$/);
    expect(readPrefill(new URL(link).hash)).toEqual(values);
  });

  it("is nothing when it is cut, foreign or too long", () => {
    for (const hash of ["", "#draft=abcdefghijklmnopqrst", "#prefill=", "#prefill=!!", "#prefill=WzFd", "#prefill=bm90IGpzb24", `#prefill=${"A".repeat(9000)}`]) {
      expect(readPrefill(hash)).toBeNull();
    }
  });

  it("may answer questions of the form in their shape, and neither consents nor sends files", () => {
    const values = { name: "Sara", grade: "kg9", consent: true, photo: "abcdefgh", note: null, people: [{ passport: "abcdefgh" }], nap: true, stranger: 1 };
    expect(prefillable({ schema }, values)).toEqual({ name: "Sara", nap: true });
    expect(prefillable({ schema }, { name: "x".repeat(30), grade: "kg2" })).toEqual({ grade: "kg2" });
  });
});
