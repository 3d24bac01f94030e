import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { FileField, FileHead, FileSections, SectionName } from "@/api/student";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { studentFile } from "@/test/student";
import { StudentPage } from "./StudentPage";

vi.setConfig({ testTimeout: 30_000 });

const field = (name: string, value: unknown, change: Partial<FileField> = {}): FileField => ({ field: name, label: { en: `Label ${name}`, ar: `سؤال ${name}` }, value, display: null, masked: false, ...change });
const medical = [field("allergies", null, { masked: true })];
const SECTIONS: FileSections = {
  summary: { version: 1, fields: [field("grade", "kg1", { display: { en: "KG 1", ar: "الروضة الأولى" } })] },
  personal: { version: 1, fields: [field("birth", "2022-03-05"), field("civil", "•••• 4321", { masked: true })] },
  academic: { version: 1, fields: [field("school", "Nursery"), field("bus", true), field("subjects", ["Maths", "Art"])] },
  guardians: { version: 1, fields: [field("guardian", "Amal")] },
  consents: { version: 1, fields: [] },
  medical: { version: 1, fields: medical },
  documents: { version: 1, items: [{ field: "passport", label: { en: "Passport", ar: "جواز السفر" }, wanted: true, due_on: null, state: "missing", files: [] }] },
  timeline: { version: 1, items: [{ seq: 1, at: "2026-11-20T08:00:00Z", actor: { id: null, name: "" }, kind: "submitted", role: null, from: null, to: null, reason: null, comment: null }] },
  notes: {
    version: 1,
    items: [
      { id: "n1", text: "Call after four", author: "Noor", at: "2026-11-20T08:00:00Z", visible_to_family: false },
      { id: "m1", text: "Please bring the passport", author: "Salem", at: "2026-11-21T08:00:00Z", visible_to_family: true },
    ],
  },
};

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

interface Asked {
  sections: SectionName[];
  reason?: string;
}

interface Opened {
  path?: string;
  student?: Partial<FileHead>;
  allowed?: SectionName[];
  role?: Role;
  language?: Language;
  /** The audiences that alone read some of it. */
  others?: string[];
  answer?: (asked: Asked) => object | undefined;
}

async function open({ path = "/student/1", student = {}, allowed, role = "admissions_officer", language = "en", others = [], answer }: Opened = {}) {
  const asked: Asked[] = [];
  stubServer({
    "GET /enquiries/1": () => ({ enquiry: { withheld: others.map((audience) => ({ field: "allergies", audience })) } }),
    "POST /student/student_data": (body) => {
      const request = body as Asked;
      asked.push(request);
      const own = answer?.(request);
      if (own) return own;
      const sections = Object.fromEntries(request.sections.map((name) => [name, SECTIONS[name]])) as FileSections;
      return studentFile({ student, sections, ...(allowed && { allowed }) });
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const page = (
    <SchoolContext value={school}>
      <StudentPage />
    </SchoolContext>
  );
  const view = await renderRoutes([{ path: "/student/:id", element: page }, { path: "*", element: <p>elsewhere</p> }], { path, language, store });
  return { ...view, asked, user: userEvent.setup() };
}

it("begins with who it is, where it stands, whose work it is and the way to the application", async () => {
  await open({ student: { assigned_to: { id: "u2", name: "Salem" } } });
  expect(await screen.findByRole("heading", { level: 1, name: "Sara" })).toBeVisible();
  expect(screen.getByText("under review")).toBeVisible();
  expect(screen.getByText(/Assigned to .?Salem/)).toBeVisible();
  expect(screen.getByText("ABQ27-00001")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the application" })).toHaveAttribute("href", "/pre_admission/1");
  expect(screen.queryByText("Admission number")).toBeNull();
  expect(document.title).toBe("Sara · Abq School");
});

it("leads to the next step where somebody may take it", async () => {
  await open({ student: { next_action: "S/to_schedule" } });
  expect(await screen.findByRole("link", { name: "Shortlist" })).toHaveAttribute("href", "/pre_admission/1?move=S%2Fto_schedule");
  expect(screen.getByRole("link", { name: "Open the application" })).toHaveAttribute("href", "/pre_admission/1");
});

it.each([
  ["en", { sims_admission_status: "F", sub_status: "unconditional", due_at: "2026-11-20" }, "Born on 04-Mar-2022 · 4 years old", "Last day of the offer: 20-Nov-2026 (overdue)"],
  ["en", { sims_admission_status: "O", sub_status: "documents", due_at: "2026-12-01" }, "Born on 04-Mar-2022 · 4 years old", "Review by 01-Dec-2026"],
  ["ar", { sims_admission_status: "O", sub_status: "documents", due_at: "2026-12-01" }, "تاريخ الميلاد 04 مارس 2022 · العمر 4 سنوات", "المراجعة قبل 01 ديسمبر 2026"],
] as const)("says when the child was born, and what is due next (%s)", async (language, standing, born, due) => {
  await open({ student: { birth_date: "2022-03-04", ...standing }, language });
  const head = (await screen.findByRole("heading", { level: 1 })).closest("header") ?? document.body;
  expect(head).toHaveTextContent(born);
  expect(head).toHaveTextContent(due);
});

it("calls and writes by a press, and leaves alone what is masked", async () => {
  const fields = [field("phone", "+968 9123 4567"), field("email", "family@families.example"), field("civil", "•••• 3151", { masked: true })];
  await open({ answer: () => studentFile({ sections: { summary: { version: 1, fields } } }) });
  expect(await screen.findByRole("link", { name: "+968 9123 4567" })).toHaveAttribute("href", "tel:+96891234567");
  expect(screen.getByRole("link", { name: "family@families.example" })).toHaveAttribute("href", "mailto:family@families.example");
  expect(screen.queryByRole("link", { name: /3151/ })).toBeNull();
});

it("has the admission number at the head of an enrolled child, to be copied", async () => {
  const { user } = await open({ student: { admission_number: "ABQ-2027-0001", sims_admission_status: "C", sub_status: "" } });
  expect(await screen.findByText("ABQ-2027-0001")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Copy the admission number" }));
  expect(await navigator.clipboard.readText()).toBe("ABQ-2027-0001");
});

it("asks for a part when its tab is opened, and keeps the tab in the address", async () => {
  const { user, asked } = await open();
  expect(await screen.findByText("KG 1")).toBeVisible();
  expect(asked.map(({ sections }) => sections)).toEqual([["summary"]]);
  await user.click(screen.getByRole("tab", { name: "Answers" }));
  expect(await screen.findByText("05-Mar-2022")).toBeVisible();
  expect(asked.at(-1)?.sections).toEqual(["personal", "academic"]);
  expect(location.search).toBe("?tab=answers");
  expect(screen.getByText("•••• 4321")).toBeVisible();
  expect(screen.getByText("Yes")).toBeVisible();
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Maths", "Art"]);
  expect(screen.getByRole("heading", { name: "About the child" })).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Guardians" }));
  expect(await screen.findByText("Amal")).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "Consents" }));
  expect(await screen.findByText(/^Nothing is known here yet/)).toBeVisible();
  await user.click(screen.getByRole("tab", { name: "History" }));
  expect(await screen.findByText("The family sent it")).toBeVisible();
});

it("opens at the tab of its address", async () => {
  await open({ path: "/student/1?tab=documents" });
  const documents = within(await screen.findByRole("list", { name: "Documents" }));
  expect(documents.getByRole("listitem")).toHaveTextContent("PassportMissing");
  expect(screen.getByRole("link", { name: "Review the documents" })).toHaveAttribute("href", "/pre_admission/1?tab=papers");
});

it("marks what colleagues alone read and what the family sees", async () => {
  await open({ path: "/student/1?tab=notes" });
  const [note, message] = within(await screen.findByRole("list", { name: "Notes and messages" })).getAllByRole("listitem");
  expect(note).toHaveTextContent(/Call after four.*Noor.*Colleagues only/);
  expect(message).toHaveTextContent(/Please bring the passport.*Salem.*Seen by the family/);
  expect(screen.getByRole("link", { name: "Write to the family" })).toHaveAttribute("href", "/pre_admission/1?tab=messages");
});

it("has the tabs that the role reads, and no way to write for whoever only reads", async () => {
  await open({ path: "/student/1?tab=notes", allowed: ["summary", "notes"], role: "auditor" });
  expect((await screen.findAllByRole("tab")).map((tab) => tab.textContent?.trim())).toEqual(["Summary", "Notes"]);
  expect(await screen.findByRole("list", { name: "Notes and messages" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Write a note" })).toBeNull();
});

it("hides what is medical until somebody says why, shows it until the page is left, and the store keeps none of it", async () => {
  const { user, asked, store, router } = await open({
    path: "/student/1?tab=medical",
    answer: ({ reason }) => (reason ? studentFile({ sections: { medical: { version: 1, fields: [field("allergies", "Peanuts")] } } }) : undefined),
  });
  expect(await screen.findByText("Hidden")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Show" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Show medical information" }));
  expect(dialog.getByText(/are written to the audit log/)).toBeVisible();
  await user.type(dialog.getByRole("textbox"), "why");
  await user.click(dialog.getByRole("button", { name: "Show and record" }));
  expect(await dialog.findByText("Write at least 5 characters.")).toBeVisible();
  expect(asked.filter(({ reason }) => reason)).toEqual([]);
  await user.type(dialog.getByRole("textbox"), " the trip");
  await user.click(dialog.getByRole("button", { name: "Show and record" }));
  expect(await screen.findByText("Peanuts")).toBeVisible();
  expect(asked.at(-1)).toEqual({ sections: ["medical"], reason: "why the trip" });
  await waitFor(() => expect(JSON.stringify(store.getState())).not.toContain("Peanuts"));
  await user.click(screen.getByRole("tab", { name: "Summary" }));
  await user.click(screen.getByRole("tab", { name: "Medical" }));
  expect(screen.getByText("Peanuts")).toBeVisible();
  void router.navigate("/elsewhere");
  await screen.findByText("elsewhere");
  void router.navigate("/student/1?tab=medical");
  expect(await screen.findByText("Hidden")).toBeVisible();
  expect(screen.queryByText("Peanuts")).toBeNull();
});

it("stays hidden from whoever is not in the team that reads it", async () => {
  const { user } = await open({ path: "/student/1?tab=medical" });
  await user.click(await screen.findByRole("button", { name: "Show" }));
  await user.type(await screen.findByRole("textbox"), "a school trip");
  await user.click(screen.getByRole("button", { name: "Show and record" }));
  expect(await screen.findByText(/^Your account does not read medical information/)).toBeVisible();
});

it.each([
  ["en", /^Hidden: only members of .?Health team.? read medical information/, "Show"],
  ["ar", /^مخفية: لا يقرأ المعلومات الطبية إلا أعضاء .?فريق الصحة/, "إظهار"],
] as const)("asks for no reason where the answer would be no (%s)", async (language, words, show) => {
  const { asked } = await open({ path: "/student/1?tab=medical", language, others: ["health"] });
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByRole("button", { name: show })).toBeNull();
  expect(asked.some(({ reason }) => reason)).toBe(false);
});

it("says at the reason what the server does not take of it", async () => {
  const { user } = await open({
    path: "/student/1?tab=medical",
    answer: ({ reason }) => (reason ? { status: 422, body: { messageId: "F003", errors: [{ path: "/reason", code: "minLength", params: {}, severity: "error" }] } } : undefined),
  });
  await user.click(await screen.findByRole("button", { name: "Show" }));
  await user.type(await screen.findByRole("textbox"), "a school trip");
  await user.click(screen.getByRole("button", { name: "Show and record" }));
  expect(await screen.findByText(/^Write the reason in other words/)).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue("a school trip");
});

it("says that there is no such application, and leads to all of them", async () => {
  await open({ answer: () => ({ status: 404, body: { messageId: "A001" } }) });
  expect(await screen.findByRole("heading", { name: "There is no such application" })).toBeVisible();
  expect(screen.getByRole("link", { name: "All applications" })).toHaveAttribute("href", "/pre_admission?kind=applications");
});

it("says that a part failed, and tries again", async () => {
  let fails = true;
  const { user } = await open({ path: "/student/1?tab=guardians", answer: ({ sections }) => (fails && sections.includes("guardians") ? { status: 503, body: { messageId: "R008" } } : undefined) });
  expect(await screen.findByRole("heading", { name: "This part could not be loaded" })).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Amal")).toBeVisible();
});

it("says it in Arabic too", async () => {
  await open({ language: "ar" });
  expect(await screen.findByRole("heading", { level: 1, name: "سارة" })).toBeVisible();
  expect(await screen.findByText("الروضة الأولى")).toBeVisible();
  expect(screen.getByRole("tab", { name: "المعلومات الطبية" })).toBeVisible();
});
