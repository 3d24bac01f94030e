import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderWith } from "@/test/render";
import { SchoolContext } from "@/api/school";
import { school } from "@/test/server";
import type { FamilyHome } from "../api";
import { Children } from "./Children";

const title = { en: "Apply for a place", ar: "طلب مقعد" };
const application = { id: "s1", reference: "ABQ-1", form: "abq", form_title: title, state: "F/unconditional", status: { en: "A place is offered", ar: "عُرض عليكم مقعد" }, submitted_at: "2026-11-01T08:00:00Z", missing: [] };
const enquiry = { ...application, id: "s2", reference: "ABQ-2", state: "contacted", status: null };
const list: FamilyHome["children"] = [{ name: "Layan", applications: [application, enquiry] }];

it.each([
  ["en", "A place is offered", "The school has been in touch with you"],
  ["ar", "عُرض عليكم مقعد", "تواصلت المدرسة معكم"],
] as const)("a child's application stands in the words that the server has for it, an enquiry in ours (%s)", async (language, status, state) => {
  await renderWith(
    <SchoolContext value={school}>
      <Children list={list} />
    </SchoolContext>,
    { language },
  );
  expect(screen.getByText(status)).toHaveAttribute("data-state", "F/unconditional");
  expect(screen.getByText(state)).toHaveAttribute("data-state", "contacted");
});

it.each([
  ["en", "Among the first 5 on the waiting list", "Number 3 of 41 on the waiting list"],
  ["ar", "ضمن أول 5 في قائمة الانتظار", "رقم 3 من 41 في قائمة الانتظار"],
] as const)("what waits says about where, or its number, as its school tells it (%s)", async (language, band, number) => {
  const waits = { ...application, state: "W/waitlist", status: { en: "On the waiting list", ar: "في قائمة الانتظار" } };
  const applications = [{ ...waits, waitlist: { band: "first_5" as const, number: null, of: null } }, { ...waits, id: "s3", reference: "ABQ-3", waitlist: { band: null, number: 3, of: 41 } }];
  await renderWith(
    <SchoolContext value={school}>
      <Children list={[{ name: "Layan", applications }]} />
    </SchoolContext>,
    { language },
  );
  expect(screen.getByText(band)).toBeVisible();
  expect(screen.getByText(number)).toBeVisible();
});
