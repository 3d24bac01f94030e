import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { renderWith } from "@/test/render";
import { Entries } from "../Timeline";

const entry = (seq: number, change: Partial<TimelineEntry>): TimelineEntry => ({ seq, at: "2026-11-20T08:00:00Z", actor: { id: "u1", name: "Noor" }, kind: "status", role: null, from: null, to: null, reason: null, comment: null, ...change });
const enquiry = { id: "e1", document: { schema: {}, messages: {} }, files: [] } as unknown as Enquiry;
const told = () => screen.getAllByRole("listitem").map((item) => (item.textContent ?? "").replaceAll(/[\u2066-\u2069]/g, ""));

it("tells in words where an application went, why, and by whose right", async () => {
  const entries = [
    entry(1, { from: "W/review", to: "S/to_schedule", role: "admissions_officer" }),
    entry(2, { from: "S/assessed", to: "F/unconditional", role: "principal", comment: "A strong report" }),
    entry(3, { from: "F/unconditional", to: "R/expired", actor: { id: null, name: "" } }),
    entry(4, { from: "W/review", to: "R/school", reason: "not_ready", reason_words: { en: "Not ready for this grade", ar: "غير مستعد لهذا الصف" } }),
    entry(5, { from: "W/review", to: "O/other", reason: "old_reason", reason_words: null }),
  ];
  await renderWith(<Entries enquiry={enquiry} entries={entries} />);
  const [fifth, fourth, third, second, first] = told();
  expect(first).toMatch(/^Noor: Waiting \(under review\) → Shortlisted \(no appointment yet\).*Admissions officer/);
  expect(second).toMatch(/Offer sent \(without conditions\)A strong report.*Principal/);
  expect(third).toMatch(/^The system: Offer sent \(without conditions\) → Closed \(offer expired\)/);
  expect(fourth).toMatch(/Closed \(not accepted\) \(Not ready for this grade\)/);
  expect(fifth, "which the school does not have any more").toMatch(/On hold \(another reason\) \(old_reason\)/);
});

it("says it in Arabic too", async () => {
  await renderWith(<Entries enquiry={enquiry} entries={[entry(1, { from: "W/review", to: "W/waitlist" })]} />, { language: "ar" });
  expect(told()[0]).toMatch(/قيد الانتظار \(قيد المراجعة\).*قيد الانتظار \(في قائمة الانتظار\)/);
});

it.each([["en", "28-Nov-2026 By courier"], ["ar", "28 نوفمبر 2026 By courier"]] as const)("tells the day of posting that was put right as every other date (%s)", async (language, day) => {
  await renderWith(<Entries enquiry={enquiry} entries={[entry(1, { kind: "letter", from: "ABQ-2026-LT-00001", to: "post_corrected", comment: "2026-11-28 By courier" })]} />, { language });
  expect(told()[0]).toContain(day);
});
