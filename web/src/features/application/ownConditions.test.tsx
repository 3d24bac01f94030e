import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWith } from "@/test/render";
import { OwnConditions } from "./OwnConditions";

const conditions = [
  { text: { en: "The school report", ar: "الشهادة المدرسية" }, due_on: "2026-12-12", state: "open", field: "scan" },
  { text: { en: "The placement test", ar: "اختبار تحديد المستوى" }, due_on: "2026-12-20", state: "met", field: null },
];

it.each([
  ["en", "What the offer depends on", "The school report", "Open · until the end of 12-Dec-2026", "Met"],
  ["ar", "شروط العرض", "الشهادة المدرسية", "لم يُستوفَ بعد · حتى نهاية", "استُوفي"],
] as const)("tells a family what its offer depends on (%s)", async (language, title, text, open, met) => {
  await renderWith(<OwnConditions conditions={conditions} />, { language });
  const list = within(screen.getByRole("region", { name: title }));
  const [first, second] = list.getAllByRole("listitem");
  expect(first).toHaveTextContent(text);
  expect(first).toHaveTextContent(open);
  expect(second).toHaveTextContent(met);
});
