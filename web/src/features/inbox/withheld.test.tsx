import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { AnswersView } from "@/forms/AnswersView";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { EnquiryHead } from "./EnquiryHead";
import { Papers } from "./Papers";

// Whoever is in no audience of a form sees that there is an answer, and who reads it; never which.

const document = {
  title: "Application",
  steps: [
    { id: "child", title: "The child", fields: ["name"] },
    { id: "health", title: "Health", "x-audience": "health", fields: ["allergies", "siblings", "card"] },
  ],
  schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      allergies: { type: "boolean", title: "Does the child have allergies?" },
      siblings: { type: "array", title: "Medicines", items: { type: "object", properties: { name: { type: "string", title: "Medicine" } } } },
      card: { type: "array", title: "Vaccination card", items: { type: "string", format: "upload" } },
    },
  },
  ui: {},
  messages: {},
};
const withheld = ["allergies", "siblings", "card"].map((field) => ({ field, audience: "health" }));
const enquiry = {
  id: "e1", reference: "ABQ-1", form_title: { en: "Form", ar: "النموذج" }, person: "", person_for: "health", state: "new", submitted_at: "2026-11-20T08:00:00Z", locale: "ar", owner: null, tags: [], flags: [], unread: 0, contacts: [], duplicates: [],
  document, values: { name: "Sara" }, withheld, files: [], timeline: [], next_states: [],
} as unknown as Enquiry;

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

// What is fetched ahead for a form would arrive after the page is gone.
afterEach(() => vi.dynamicImportSettled());

async function show(what: ReactNode, language: Language = "en", audiences = school.audiences) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  stubServer({ "GET /enquiries/e1/papers": () => ({ items: [] }), "GET /enquiries/e1": () => ({ enquiry }), "GET /enquiries/assignees": () => ({ items: [] }) });
  await renderWith(<SchoolContext value={{ ...school, audiences }}>{what}</SchoolContext>, { store, language });
}

const answers = <AnswersView document={document} values={enquiry.values} files={[]} withheld={enquiry.withheld} />;
const answerOf = (question: string) => screen.getByText(question).parentElement?.querySelector("dd")?.textContent;

it("in place of an answer stands who reads it, also of a repeated group and of files", async () => {
  await show(answers);
  expect(answerOf("Name")).toBe("Sara");
  for (const question of ["Does the child have allergies?", "Medicines", "Vaccination card"]) expect(answerOf(question)).toBe("Answered. Read only by: Health team");
  expect(screen.queryByText(/Not answered|^No$/)).toBeNull();
});

it("says it in the reader's language, and by its id where the school has that audience no longer", async () => {
  await show(answers, "ar");
  expect(answerOf("Medicines")).toContain("فريق الصحة");
});

it("names an audience that is no more by its id", async () => {
  await show(answers, "en", []);
  expect(answerOf("Medicines")).toBe("Answered. Read only by: health");
});

it("the list of documents has those that came for others, without file, name or button", async () => {
  await show(<Papers enquiry={enquiry} />);
  const line = await screen.findByRole("listitem");
  expect(line).toHaveTextContent(/^Vaccination card\s*Answered. Read only by: Health team$/);
  expect(screen.queryByText("This form asks for no documents.")).toBeNull();
  expect(screen.queryByRole("button")).toBeNull();
});

it.each([
  ["en", "Fatima"],
  ["ar", "فاطمة"],
] as const)("the record is headed by the name in the reader's language: %s", async (language, called) => {
  await show(<EnquiryHead enquiry={{ ...enquiry, person: "Fatima", person_ar: "فاطمة", person_for: null }} order={1} onNote={() => {}} />, language);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(called);
});

it("a name that is kept is no missing name", async () => {
  await show(<EnquiryHead enquiry={enquiry} order={1} onNote={() => {}} />);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Name hidden");
});
