import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { StudentItem, StudentListRequest } from "@/api/generated";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { NO_COUNTS } from "@/api/standing";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { seatsLine, student } from "@/test/applications";
import { drawRows } from "@/test/drawRows";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { InboxPage } from "../InboxPage";

vi.setConfig({ testTimeout: 20_000 });

const applying = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } };
const counts = { ...NO_COUNTS, W: 2, F: 1, R: 4 };
const COUNTED = { new: 1, contacted: 0, toured: 0, applying: 0, lost: 0 };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
  drawRows();
});

interface Opened {
  language?: Language;
  of?: typeof school;
  role?: Role;
  /** What of the school's forms is for that role. */
  reads?: { enquiries: boolean; applications: boolean };
}

async function open(path: string, students: readonly StudentItem[], { language = "en", of = applying, role = "admissions_officer", reads }: Opened = {}) {
  const asked: StudentListRequest[] = [];
  const listed: string[] = [];
  const changed: unknown[] = [];
  stubServer({
    "GET /enquiries": (_body, url) => {
      listed.push(url.searchParams.get("state") ?? "");
      return { items: [], next_cursor: null, total: 0, counts: COUNTED };
    },
    "GET /student/moves": () => ({ items: [], ways: [{ to: "W/waitlist", needs_reason: false, from: ["W/review"] }], reasons: [] }),
    "GET /enquiries/assignees": () => ({ items: [{ id: "u2", name: "Noor", email: "n@abq.example" }] }),
    "GET /enquiries/choices": () => ({ grade: [], school_year: [{ value: "2027-2028", label: { en: "2027-2028", ar: "2027-2028" } }], ...reads }),
    "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", open: true, buckets: [seatsLine("kg1", { name: { en: "KG 1", ar: "الروضة الأولى" } })] }] }),
    "POST /student/student_list": (body) => {
      asked.push(body as StudentListRequest);
      return { students, counts, total: students.length, next_cursor: null };
    },
    "PATCH /enquiries/1": (body) => {
      changed.push(body);
      return { enquiry: { id: "1", version: 2, state: "W/review", owner: { id: "u2", name: "Noor" }, timeline: [], next_states: [] } };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={of}>
      <InboxPage />
    </SchoolContext>,
    { path, language, store },
  );
  return { asked, listed, changed, user: userEvent.setup() };
}

const tabs = async (name: string) => within(await screen.findByRole("navigation", { name })).getAllByRole("link").map((tab) => tab.textContent);

it("shows applications by their statuses with counts, each with its registration number and what it waits for", async () => {
  const { asked } = await open("/pre_admission?kind=applications", [student("1", { missing_docs: 2, due_at: "2026-12-01" }), student("2", { sims_admission_status: "F", sub_status: "conditional" })]);
  const rows = (await screen.findAllByRole("row")).slice(1).map((row) => row.textContent);
  expect(rows[0]).toMatch(/Child 1.*ABQ27-00001.*KG 1.*2027-2028.*Waiting under review.*2.*01-Dec-2026.*Unassigned/);
  expect(rows[1]).toMatch(/Offer sent with conditions/);
  expect(await tabs("By status")).toEqual(["All 7", "Waiting 2", "Shortlisted 0", "On hold 0", "Offer sent 1", "Accepted 0", "Place booked 0", "Enrolled 0", "Closed 4"]);
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Applications 2 applications");
  expect(asked).toEqual([{ sort: "-submitted_at", page_size: 100, cursor: null }]);
});

it.each([["en", /06-Dec-2026.*10:00/, "Recommended with reservations"], ["ar", /06 ديسمبر 2026.*10:00/, "يوصى بالقبول مع تحفظات"]] as const)("says when a child is seen, and what is recommended (%s)", async (language, when, mark) => {
  await open("/pre_admission?kind=applications", [student("1", { sims_admission_status: "S", sub_status: "scheduled", appointment: { at: "2026-12-06T06:00:00.000Z", place: "Main building" }, recommendation: "reservations" })], { language });
  const time = (await screen.findByText(when)).closest("time");
  expect(time).toHaveAttribute("title", expect.stringMatching(/Main building$/));
  expect(screen.getByText(mark)).toBeVisible();
});

it("is narrowed by round, by what places are divided by, and by when offers end", async () => {
  const { asked, user } = await open("/pre_admission?kind=applications&round=2027&part=north&ends=3", [student("1")]);
  await screen.findByText("Child 1");
  expect(asked[0]).toMatchObject({ round: "2027", part: "north", offer_ends_by: "2026-11-24" });
  await user.click(await screen.findByRole("button", { name: /Ends within 3 days/ }));
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty("offer_ends_by"));
});

it.each([["en", /Documents: Missing/, /Missing documents/], ["ar", /المستندات: ناقصة/, /مستندات ناقصة/]] as const)("is narrowed and sorted by missing documents (%s)", async (language, chip, column) => {
  const { asked, user } = await open("/pre_admission?kind=applications&documents=missing", [student("1", { missing_docs: 2 })], { language });
  await screen.findByText("Child 1");
  expect(asked[0]).toMatchObject({ documents: "missing" });
  expect(await screen.findByRole("button", { name: chip })).toBeVisible();
  const heading = () => screen.getByRole("columnheader", { name: column });
  await user.click(within(heading()).getByRole("button"));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ documents: "missing", sort: "-missing_docs" }));
  await waitFor(() => expect(heading()).toHaveAttribute("aria-sort", "descending"));
});

it("is narrowed by its address, and says by what in words", async () => {
  const { asked } = await open("/pre_admission?kind=applications&state=W/waitlist&grade=kg1&year=2027", [student("1")]);
  await screen.findByText("Child 1");
  expect(asked[0]).toMatchObject({ status: ["W"], sub_status: ["waitlist"], grade: ["kg1"], academic_year: "2027" });
  expect(await screen.findByRole("button", { name: /Grade or programme: KG 1/ })).toBeVisible();
  expect(screen.getByRole("button", { name: /School year: 2027-2028/ })).toBeVisible();
});

it("shows what is due for review, and what is overdue of it", async () => {
  const { asked } = await open("/pre_admission?kind=applications&review=due", [student("1", { due_at: "2026-11-20" }), student("2", { due_at: "2026-11-21" })]);
  await screen.findByText("Child 1");
  expect(asked[0]).toMatchObject({ review_due: true });
  expect(await screen.findByRole("button", { name: /Hold: Review due/ })).toBeVisible();
  expect(screen.getByText("20-Nov-2026").closest("time")).toHaveTextContent("20-Nov-2026 (overdue)");
  expect(screen.getByText("21-Nov-2026").closest("time")).toHaveTextContent(/^21-Nov-2026$/);
});

it("all, enquiries or applications is one press, and lives in the address", async () => {
  const { listed, asked, user } = await open("/pre_admission", []);
  expect(await tabs("What is shown")).toEqual(["All", "Enquiries", "Applications"]);
  const all = () => screen.getByRole("navigation", { name: "By status" }).querySelector("a")?.textContent;
  expect(screen.queryByRole("navigation", { name: "By status" }), "no tabs of one kind alone").toBeNull();
  await user.click(screen.getByRole("link", { name: "Enquiries" }));
  await waitFor(() => expect(listed.at(-1)).toBe("new,contacted,toured,applying,lost"));
  await waitFor(() => expect(all()).toBe("All 1"));
  await user.click(screen.getByRole("link", { name: "Applications" }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(location.search).toBe("?kind=applications");
  expect(await screen.findByText("No applications yet")).toBeVisible();
});

it("who reads applications alone has them at once, and no switch", async () => {
  const { asked, listed } = await open("/pre_admission", [student("1")], { role: "registrar", reads: { enquiries: false, applications: true } });
  expect(await screen.findByText("Child 1")).toBeVisible();
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Applications 1 application");
  expect(screen.queryByRole("navigation", { name: "What is shown" })).toBeNull();
  expect([asked.length, listed.length]).toEqual([1, 0]);
});

it.each([
  ["en", "The application form is not for your role", /An administrator chooses them in Settings, Forms/],
  ["ar", "نموذج طلب الالتحاق غير متاح لدوركم", /يختارها المسؤول في الإعدادات، النماذج/],
] as const)("tells whom the school left out of the form's readers why the list is empty (%s)", async (language, title, text) => {
  await open("/pre_admission?kind=applications", [], { language, role: "auditor", reads: { enquiries: false, applications: false } });
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

it("is sorted by what is due, and by how long each has stood there: then it says since when", async () => {
  const { asked, user } = await open("/pre_admission?kind=applications", [student("1", { status_since: "2026-11-02T08:00:00Z" })]);
  await user.click(await screen.findByRole("button", { name: "Due" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: "due_at" }));
  expect(await screen.findByRole("columnheader", { name: "Due" })).toHaveAttribute("aria-sort", "ascending");
  await user.click(screen.getByRole("button", { name: "Sort" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Longest in the status first" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ sort: "status_since" }));
  expect(await screen.findByRole("columnheader", { name: "In this status since" })).toBeVisible();
  expect(screen.getByText("02-Nov-2026")).toBeVisible();
});

it("a school without an application has enquiries alone", async () => {
  await open("/pre_admission", [], { of: school });
  await screen.findByRole("navigation", { name: "By status" });
  expect(screen.queryByRole("navigation", { name: "What is shown" })).toBeNull();
});

it("applications are assigned together, and keep to their own way of being moved", async () => {
  const { changed, user } = await open("/pre_admission?kind=applications", [student("1")]);
  await user.click(await screen.findByRole("checkbox", { name: /Child 1/ }));
  const bar = await screen.findByRole("region", { name: "What is selected" });
  expect(await within(bar).findByRole("button", { name: "Change the status" }), "one, which works").toBeEnabled();
  await user.click(within(bar).getByRole("button", { name: "Assign to" }));
  await user.click(await screen.findByRole("menuitem", { name: "Noor" }));
  await waitFor(() => expect(changed).toEqual([{ version: 1, owner: "u2" }]));
  expect(await screen.findByRole("cell", { name: "Noor" })).toBeVisible();
});

it("says it in Arabic too", async () => {
  await open("/pre_admission?kind=applications", [student("1", { student_name_ar: "سارة" }), student("2")], { language: "ar" });
  expect(await screen.findByRole("link", { name: "سارة" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Child 2" })).toBeVisible();
  expect((await screen.findAllByText("الروضة الأولى", { selector: "[data-column=grade] bdi" }))[0]).toBeVisible();
  expect((await tabs("حسب الحالة")).slice(0, 2)).toEqual(["الكل 7", "قيد الانتظار 2"]);
});

it.each([
  ["en", /Shortlisted assessed.*Decided: .*Offer sent.*, released .*01-Dec-2026/, "Decision: Decided, released later"],
  ["ar", /تقرر: .*، ويُعلن .*01/, "القرار: تقرر ويُعلن لاحقًا"],
] as const)("marks what is decided and released later, and is narrowed to that (%s)", async (language, mark, chip) => {
  const decided = { to: "F/unconditional" as const, publish_at: "2026-12-01T05:00:00Z" };
  const { asked } = await open("/pre_admission?kind=applications&decided=later", [student("1", { sims_admission_status: "S", sub_status: "assessed", decided }), student("2", { sims_admission_status: "S", sub_status: "assessed" })], { language });
  const rows = (await screen.findAllByRole("row")).slice(1).map((row) => row.textContent);
  expect(rows[0]).toMatch(mark);
  expect(rows[1]).not.toMatch(/Decided|تقرر/);
  expect(asked[0]).toMatchObject({ decided_later: true });
  expect(document.body).toHaveTextContent(chip);
});
