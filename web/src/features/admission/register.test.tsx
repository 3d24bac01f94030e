import { configure, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { SchoolDetails } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import { BegunPage } from "./BegunPage";
import { RegisterPage } from "./RegisterPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

const text = (en: string) => ({ en, ar: en });
const school: SchoolDetails = {
  ...plain,
  application: { form: "abq", minutes: 10, papers: [], grades: [] },
  forms: [{ id: "abq", path: "/enquiryform/abq", title: text("Apply"), kind: "application", version: "1", open: true }],
};
const sent = (id: string, submitted_at: string) => ({ id, reference: id, form: "abq", form_title: text("Apply"), state: "W/review", status: text("In review"), submitted_at, missing: [] });
const home = { children: [{ person_id: "p1", name: "Layan", birth_date: null, applications: [sent("s1", "2026-11-01T08:00:00Z"), sent("s2", "2026-11-05T08:00:00Z")] }], adoptable: [], drafts: [], due: [], offered: [] };

beforeEach(() => storeSchoolId("abq"));

interface Opened {
  who?: "guardian" | "admissions_officer" | null;
  own?: typeof school;
  found?: object;
  language?: "en" | "ar";
}

async function open(path: string, { who = null, own = school, found = home, language = "en" }: Opened = {}) {
  const server = stubServer({ "GET /family/home": () => found });
  const store = makeStore();
  if (who) {
    storeToken("t", 600);
    store.dispatch(signedIn({ id: "u", avatar: "", userName: "Maryam", email: "m@example.com", authority: [who], kind: who === "guardian" ? "family" : "staff" } as never));
  }
  const page = (element: React.ReactNode) => <SchoolContext value={own}>{element}</SchoolContext>;
  const routes = [{ path: "/student_admission/register", element: page(<RegisterPage />) }, { path: "/student_admission/:draft", element: page(<BegunPage />) }, { path: "*", element: null }];
  return { ...(await renderRoutes(routes, { path, store, language })), ...server };
}

it.each([["en", "Begin the form"], ["ar", "بدء النموذج"]] as const)("who is new begins the school's form (%s)", async (language, name) => {
  await open("/student_admission/register", { language });
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/enquiryform/abq");
});

it.each([
  ["en", "Another child of your family", "Start empty", "Omar"],
  ["ar", "طفل آخر من أسرتكم", "بداية فارغة", "عمر"],
] as const)("a family begins for another child with what it sent last, or with nothing (%s)", async (language, another, empty, name) => {
  const omar = { person_id: "p2", name: "Omar", name_ar: "عمر", birth_date: null, applications: [sent("s3", "2026-11-09T08:00:00Z")] };
  await open("/student_admission/register", { who: "guardian", found: { ...home, children: [...home.children, omar] }, language });
  expect(await screen.findByRole("button", { name: another })).toBeVisible();
  expect(screen.getByText((shown) => shown.includes(`\u2068${name}\u2069`))).toBeVisible();
  expect(screen.getByRole("link", { name: empty })).toHaveAttribute("href", "/enquiryform/abq");
});

it.each([
  ["en", "About 10 minutes.", "2027-2028", "Birth certificate"],
  ["ar", "نحو 10 دقائق.", "2027-2028", "شهادة الميلاد"],
] as const)("says what is open, how long it takes and which documents it asks for (%s)", async (language, minutes, year, paper) => {
  const schoolDates = [{ sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30", year: "2027-2028" }, { sims_admission_start_from: "2027-10-01", sims_admission_end: "2028-06-30", year: "2028-2029" }];
  const application = { form: "abq", minutes: 10, grades: [], papers: [{ name: { en: "Birth certificate", ar: "شهادة الميلاد" }, is_conditional: false }] };
  await open("/student_admission/register", { language, own: { ...school, today: "2026-11-21", schoolDates, application } });
  expect(await screen.findByText((shown) => shown.includes(minutes))).toBeVisible();
  expect(screen.getByText((shown) => shown.includes(year))).toBeVisible();
  expect(screen.queryByText((shown) => shown.includes("2028-2029")), "not open yet").toBeNull();
  expect(screen.getByText(paper)).toBeVisible();
});

it("a family that sent nothing begins the form", async () => {
  await open("/student_admission/register", { who: "guardian", found: { ...home, children: [] } });
  expect(await screen.findByRole("link", { name: "Begin the form" })).toBeVisible();
});

it("staff fill it in for a family", async () => {
  const { router } = await open("/student_admission/register", { who: "admissions_officer" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/pre_admission/new/abq"));
});

it.each([["en", "They open on 01-Feb-2027.", "Send an enquiry"], ["ar", "ويبدأ في", "إرسال استفسار"]] as const)("says when it opens where nothing is taken now, and offers an enquiry (%s)", async (language, when, ask) => {
  const schoolDates = [{ sims_admission_start_from: "2027-02-01", sims_admission_end: "2027-06-30", year: "2027-2028" }];
  const enquiry = { id: "new", path: "/enquiry/new", title: text("Ask"), kind: "enquiry" as const, version: "1", open: true };
  await open("/student_admission/register", { language, own: { ...school, today: "2026-11-21", schoolDates, forms: [...school.forms, enquiry] } });
  expect(await screen.findByRole("link", { name: ask })).toHaveAttribute("href", "/enquiry/new");
  expect(screen.getByText(new RegExp(when))).toBeVisible();
  expect(screen.getByRole("link", { name: language === "en" ? "See admission" : /القبول/ })).toHaveAttribute("href", "/admission");
});

it("says that dates are to be announced, and leaves nobody before an empty page", async () => {
  const own = { ...school, admissionDates: { ...school.admissionDates, state: "before" as const } };
  await open("/student_admission/register", { own });
  expect(await screen.findByText(/has not announced when they open/)).toBeVisible();
  expect(screen.getByRole("link", { name: "See admission" })).toHaveAttribute("href", "/admission");
});

it("the address of a draft leads to its form, and any other says so", async () => {
  const token = "a-token-that-is-long-enough";
  const { router, unmount } = await open(`/student_admission/${token}`);
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/enquiryform/abq", hash: `#draft=${token}` }));
  unmount();
  await open("/student_admission/none");
  expect(await screen.findByRole("heading", { level: 1, name: "This address leads to no form" })).toBeVisible();
});

it("what was sent leads its account to its own page, and begins no form", async () => {
  const id = "019a1b2c-0000-7000-8000-00000000000a";
  const { router, unmount } = await open(`/student_admission/${id}`, { who: "guardian" });
  await waitFor(() => expect(router.state.location.pathname).toBe(`/my-application/${id}`));
  unmount();
  sessionStorage.clear();
  await open(`/student_admission/${id}`);
  expect(await screen.findByRole("heading", { level: 1, name: "This address leads to no form" })).toBeVisible();
});
