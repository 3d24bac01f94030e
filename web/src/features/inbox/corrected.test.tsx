import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { AnswersView } from "@/forms/AnswersView";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";

const document = {
  title: "Application",
  steps: [{ id: "contact", title: "Contact", fields: ["name", "phone", "email"] }],
  schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      phone: { type: "string", format: "phone", title: "Phone" },
      email: { type: "string", format: "email", title: "E-mail" },
    },
  },
  ui: { phone: { "ui:widget": "phone" }, email: { "ui:widget": "email" } },
  messages: {},
};
const values = { name: "Sara", phone: "+96891234567", email: "huda@example.org" };
const corrections = [{ field: "phone", value: "+96892345678", corrected_at: "2026-11-24T22:30:00Z" }];

const show = (language: Language) =>
  renderWith(
    <SchoolContext value={school}>
      <AnswersView document={document} values={values} files={[]} corrections={corrections} />
    </SchoolContext>,
    { language },
  );
const answerOf = (question: string) => screen.getByText(question).parentElement?.querySelector("dd");

it("what the family corrected stands beside what it sent, by the school's day", async () => {
  await show("en");
  const phone = answerOf("Phone");
  expect(phone?.querySelector("s")).toHaveTextContent("+968 91234567");
  expect(phone).toHaveTextContent(/91234567\s*Corrected on 25-Nov-2026: \+968 92345678$/);
  expect(answerOf("E-mail")).toHaveTextContent(/^huda@example\.org$/);
});

it("in Arabic too", async () => {
  await show("ar");
  expect(answerOf("Phone")).toHaveTextContent(/صُحّح في 25 نوفمبر 2026: \+968 92345678$/);
});
