import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { EnquiryRow } from "@/api/types";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { InboxPage } from "./InboxPage";
import { Row } from "./Row";

vi.setConfig({ testTimeout: 20_000 });

const said = (en: string, ar: string) => ({ value: en.toLowerCase(), label: { en, ar } });
const TWO_KINDS = { form: "admission", minutes: 15, papers: [], grades: [] };
const FIRST = said("Grade 1", "الصف الأول");
const row = (id: string, change: Partial<EnquiryRow> = {}) =>
  ({
    id,
    version: 1,
    person: `Child ${id}`,
    person_for: null,
    reference: `E-${id}`,
    form: "form",
    form_title: { en: "Enquiry", ar: "استفسار" },
    grade: null,
    school_year: null,
    guardian: null,
    score: null,
    tags: [],
    route: null,
    owner: null,
    state: "new",
    closed_for: null,
    flags: [],
    shared: [],
    submitted_at: "2026-11-20T08:00:00Z",
    locale: "en",
    notes: 0,
    unread: 0,
    ...change,
  }) as EnquiryRow;

beforeEach(() => {
  storeSchoolId("abq");
  localStorage.clear();
});

async function open(items: readonly EnquiryRow[], path = "/pre_admission", language: "en" | "ar" = "en", { application = null, enquiries = items.length }: { application?: typeof school.application; enquiries?: number } = {}) {
  const asked: string[] = [];
  stubServer({
    "GET /enquiries": (_body, url) => {
      asked.push(url.search);
      return { items, next_cursor: null, total: items.length, counts: { new: enquiries, contacted: 0, toured: 0, applying: 0, lost: 0 } };
    },
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /public/forms/form": () => ({ status: 404, body: { messageId: "F001" } }),
    "GET /enquiries/choices": () => ({ grade: [FIRST, said("Grade 2", "الصف الثاني"), said("A level", "المستوى المتقدم")], school_year: [] }),
  });
  await renderWith(
    <SchoolContext value={{ ...school, application }}>
      <InboxPage />
    </SchoolContext>,
    { path, language },
  );
  return { asked, user: userEvent.setup() };
}

const headings = async () => (await screen.findAllByRole("columnheader")).map((head) => head.textContent);

it("shows who answers for a child and the grade where forms tell them", async () => {
  await open([row("1", { grade: FIRST, guardian: "Huda Al Harthy" }), row("2")]);
  expect((await headings()).slice(0, 3)).toEqual(["Name", "Guardian", "Grade or programme"]);
});

it("has no column for what no form of the list tells", async () => {
  await open([row("1"), row("2")]);
  const shown = await headings();
  expect(shown).not.toContain("Guardian");
  expect(shown).not.toContain("Grade or programme");
});

it("has no column for the form where all are of one", async () => {
  await open([row("1"), row("2")]);
  expect(await headings()).not.toContain("Form");
});

it("names the form where there are several", async () => {
  await open([row("1"), row("2", { form: "hr", form_title: { en: "Work with us", ar: "العمل معنا" } })]);
  expect(await headings()).toContain("Form");
});

it("shows the school year where a person asks for it", async () => {
  const { user } = await open([row("1", { school_year: said("2026-2027", "2026-2027") })]);
  expect(await headings()).not.toContain("School year");
  await user.click(screen.getByRole("button", { name: "Choose the columns" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "School year" }));
  expect(await headings()).toContain("School year");
});

it("narrows to a grade by its value, in the order of the form, and says so in words", async () => {
  const { user, asked } = await open([row("1", { grade: FIRST })]);
  await user.click(await screen.findByRole("button", { name: "Filter" }));
  const grades = await screen.findByRole("group", { name: "Grade or programme" });
  expect(within(grades).getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual(["Grade 1", "Grade 2", "A level"]);
  expect(screen.queryByRole("group", { name: "School year" })).toBeNull();
  await user.click(within(grades).getByRole("menuitemradio", { name: "Grade 1" }));
  await waitFor(() => expect(new URLSearchParams(location.search).get("grade")).toBe("grade 1"));
  await waitFor(() => expect(asked.at(-1)).toContain("grade=grade+1"));
  expect(await screen.findByText("Grade or programme: Grade 1")).toBeVisible();
});

it("says the grade that it is narrowed to in the reader's language", async () => {
  await open([row("1", { grade: FIRST })], "/pre_admission?grade=grade+1", "ar");
  expect(await screen.findByText(/الصف أو البرنامج: الصف الأول/)).toBeVisible();
});

it.each([
  ["en", "Grade 1"],
  ["ar", "الصف الأول"],
] as const)("says in a row what forms tell, also where no column is: %s", async (language, grade) => {
  stubServer({});
  const listed = row("1", { grade: FIRST, guardian: "Huda Al Harthy" });
  await renderWith(
    <table>
      <tbody>
        <Row row={listed} index={0} columns={["guardian", "grade", "school_year"]} texts={() => ""} tabbable opened={false} onActive={() => {}} onOpen={() => {}} onTag={() => {}} select={undefined} />
      </tbody>
    </table>,
    { language },
  );
  const cells = screen.getAllByRole("cell").map((cell) => cell.textContent);
  expect(cells.slice(-3)).toEqual(["Huda Al Harthy", grade, "–"]);
  expect(cells.at(-4)).toContain(`${grade}Huda Al Harthy`);
});

it.each([
  ["en", { person: "Fatima", person_ar: "فاطمة" }, "Fatima"],
  ["ar", { person: "Fatima", person_ar: "فاطمة" }, "فاطمة"],
  ["ar", { person: "Fatima", person_ar: null }, "Fatima"],
  ["ar", { person: "", person_ar: null, person_for: "health" }, "الاسم محجوب"],
] as const)("calls a child by the name in the reader's language, where the form asks for both: %s %o", async (language, change, called) => {
  stubServer({});
  await renderWith(
    <table>
      <tbody>
        <Row row={row("1", change)} index={0} columns={[]} texts={() => ""} tabbable opened={false} onActive={() => {}} onOpen={() => {}} onTag={() => {}} select={undefined} />
      </tbody>
    </table>,
    { language },
  );
  expect(screen.getByRole("link")).toHaveTextContent(called);
});

it.each([
  ["en", "Possible duplicate: same e-mail address, phone number as another enquiry", "They chose another school"],
  ["ar", "قد يكون مكررًا: البريد الإلكتروني، رقم الهاتف مطابق لما في سجل آخر", "اختارت الأسرة مدرسة أخرى"],
] as const)("says in a row why it may be a duplicate, and why it was closed: %s", async (language, twin, why) => {
  stubServer({});
  const listed = row("1", { state: "lost", closed_for: "another_school", flags: ["duplicate"], shared: ["email", "phone"] });
  await renderWith(
    <table>
      <tbody>
        <Row row={listed} index={0} columns={["state"]} texts={() => ""} tabbable opened={false} onActive={() => {}} onOpen={() => {}} onTag={() => {}} select={undefined} />
      </tbody>
    </table>,
    { language },
  );
  expect(screen.getByTitle(twin)).toHaveTextContent(twin);
  expect(screen.getByTitle(why)).toHaveTextContent(why);
});

it("says only that it may be a duplicate where one may not know why, and nothing of what was closed before reasons were asked", async () => {
  stubServer({});
  await renderWith(
    <table>
      <tbody>
        <Row row={row("1", { state: "lost", flags: ["duplicate"] })} index={0} columns={["state"]} texts={() => ""} tabbable opened={false} onActive={() => {}} onOpen={() => {}} onTag={() => {}} select={undefined} />
      </tbody>
    </table>,
  );
  expect(screen.getByTitle("Possible duplicate")).toBeVisible();
  expect(screen.getAllByRole("cell").at(-1)).toHaveTextContent(/^Closed$/);
});

it("narrows to part of the guardian's name, and to a tag that a row has", async () => {
  const { user, asked } = await open([row("1", { tags: ["tag.early_years"] })]);
  await user.click(await screen.findByRole("button", { name: "Filter" }));
  await user.click(within(await screen.findByRole("group", { name: "Guardian" })).getByRole("menuitem"));
  const dialog = await screen.findByRole("dialog", { name: "Guardian" });
  await user.type(within(dialog).getByRole("textbox", { name: "Part of the name" }), " harthy {Enter}");
  await waitFor(() => expect(asked.at(-1)).toContain("guardian=harthy"));
  expect(await screen.findByText("Guardian: harthy")).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Filter" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "early years" }));
  await waitFor(() => expect(new URLSearchParams(location.search).get("tag")).toBe("tag.early_years"));
  expect(new URLSearchParams(location.search).get("guardian")).toBe("harthy");
});

it.each([
  ["en", "Enquiries and applications 1 enquiry, 2 applications"],
  ["ar", "الاستفسارات وطلبات الالتحاق استفسار واحد، طلبا التحاق"],
] as const)("counts each kind where both are listed, and has no tabs of one kind alone: %s", async (language, heading) => {
  await open([row("1"), row("2", { state: "W/review" }), row("3", { state: "C" })], "/pre_admission", language, { application: TWO_KINDS, enquiries: 1 });
  await screen.findAllByRole("columnheader");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent(heading);
  expect(screen.queryByRole("navigation", { name: language === "ar" ? "بحسب الحالة" : "By status" })).toBeNull();
});

it("says which status an address asks for where both are listed, and the way back to all", async () => {
  await open([row("1")], "/pre_admission?state=new", "en", { application: TWO_KINDS, enquiries: 1 });
  await screen.findAllByRole("columnheader");
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Enquiries and applications 1 record");
  const tabs = await screen.findByRole("navigation", { name: "By status" });
  expect(within(tabs).getAllByRole("link")[1]).toHaveAttribute("aria-current", "page");
  await userEvent.click(within(tabs).getByRole("link", { name: /^All/ }));
  await waitFor(() => expect(screen.queryByRole("navigation", { name: "By status" })).toBeNull());
});

it("has its tabs where there are enquiries alone", async () => {
  await open([row("1")], "/pre_admission?kind=enquiries", "en", { application: TWO_KINDS });
  await screen.findAllByRole("columnheader");
  expect(screen.getByRole("navigation", { name: "By status" })).toHaveTextContent(/^All 1New 1/);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Enquiries 1 enquiry");
});
