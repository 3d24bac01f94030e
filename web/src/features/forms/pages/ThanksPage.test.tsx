import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { carryOver, dropOutcome, storeOutcome, whoseAre } from "../outcome";
import { ThanksPage } from "./ThanksPage";

beforeEach(() => {
  storeSchoolId("abq");
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [] });
  stubServer({ "GET /public/forms/new": () => ({ form: { id: "new", version: "1.0.0", messages: {} } }) });
});
afterEach(dropOutcome);

type Kind = SchoolDetails["forms"][number]["kind"];
const offering = (kind: Kind): SchoolDetails["forms"] => [{ id: "new", path: "/enquiry/new", title: { en: "Form", ar: "نموذج" }, kind, version: "1.0.0", open: true }];

const show = async (at: Partial<SchoolDetails>, language: "en" | "ar" = "en") =>
  await renderWith(<SchoolContext value={{ ...school, forms: offering("enquiry"), ...at }}><ThanksPage /></SchoolContext>, { language });

it.each([
  ["school", 1],
  ["college", 0],
  ["company", 0],
] as const)("a %s is asked about a brother or sister: %i", async (kind_of_institution, asked) => {
  carryOver("new", { guardian_name: "Ahmed" });
  await show({ kind_of_institution });
  expect(await screen.findByText("ABQ-7")).toBeVisible();
  expect(screen.queryAllByRole("heading", { name: "Is there a brother or sister too?" })).toHaveLength(asked);
});

it.each([
  ["school", "application", "Your application has arrived", "We contact you", "Open my application"],
  ["company", "application", "Your job application has arrived", "We contact you", "Open my application"],
  ["school", "enquiry", "Your enquiry has arrived", "We answer you", "Open my enquiry"],
  ["school", "job", "Your job application has arrived", "We contact you", "Open my application"],
  ["company", "other", "Your form has arrived", "We contact you", "Open what I sent"],
] as const)("speaks at a %s of what the form is for: %s", async (kind_of_institution, kind, title, next, own) => {
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [], myApplication: "/my-application#token=secret" });
  await show({ kind_of_institution, forms: offering(kind) });
  expect(await screen.findByRole("heading", { level: 1, name: `Thank you. ${title}.` })).toBeVisible();
  expect(document.title).toContain(title);
  expect(screen.getByText(next)).toBeVisible();
  expect(screen.getByRole("link", { name: own })).toBeVisible();
});

it.each([["en", "For \u2068Noor\u2069"], ["ar", "باسم \u2068نور\u2069"]] as const)("says whom it is for, and keeps no name (%s)", async (language, words) => {
  const values = { first: " Noor ", first_ar: "نور" };
  const sent = { form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [] };
  storeOutcome({ ...sent, ...whoseAre(values, { "child.name": "first", "child.name_ar": "first_ar" }) });
  await show({}, language);
  expect(await screen.findByText(words)).toBeVisible();
  expect(JSON.stringify({ ...sessionStorage })).toContain("ABQ-7");
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/Noor|نور/);
});

it("speaks of a question and of a job in Arabic too", async () => {
  const { unmount } = await show({}, "ar");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("لقد وصل استفساركم");
  unmount();
  await show({ forms: offering("job") }, "ar");
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("لقد وصل طلب التوظيف");
});

it("counts documents alone, and tells what is to be done beside them", async () => {
  const checklist = [{ code: "Passport", params: {} }, { code: "Visit us", params: { file: false } }];
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist });
  await show({});
  const listed = async (name: string) => within((await screen.findByRole("heading", { name })).parentElement!).getAllByRole("listitem").map((item) => item.textContent);
  expect(await listed("One document is still missing")).toEqual(["Passport"]);
  expect(await listed("Also to do")).toEqual(["Visit us"]);
});

it("one applies for another child after an application", async () => {
  carryOver("new", { guardian_name: "Ahmed" });
  await show({ forms: offering("application") });
  expect(await screen.findByRole("button", { name: "Apply for another child" })).toBeVisible();
});

it("offers no brother or sister after an application for work", async () => {
  carryOver("new", { guardian_name: "Ahmed" });
  await show({ forms: offering("job") });
  expect(await screen.findByText("ABQ-7")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Is there a brother or sister too?" })).toBeNull();
});

it("says whom to call, where the school tells it", async () => {
  const { unmount } = await show({ contact: { phone: "+96824500100", email: null, hours: { en: "Sunday to Thursday", ar: "من الأحد إلى الخميس" } } });
  expect(await screen.findByRole("link", { name: /^Call .?\+968 2450 0100/ })).toHaveAttribute("href", "tel:+96824500100");
  expect(screen.getByText("Sunday to Thursday")).toBeVisible();
  unmount();
  await show({});
  expect(await screen.findByText("ABQ-7")).toBeVisible();
  expect(screen.queryByRole("group", { name: "Contact" })).toBeNull();
});

it("keeps the way to the application through a reload, until it is forgotten", async () => {
  const outcome = { form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [] };
  storeOutcome({ ...outcome, myApplication: "/my-application#token=secret" });
  sessionStorage.setItem("qabul.tab.link", "secret");
  vi.resetModules();
  const reloaded = await import("../outcome");
  expect(reloaded.readOutcome()?.myApplication).toBe("/my-application#token=secret");
  reloaded.dropOutcome();
  expect(reloaded.readOutcome()).toBeNull();
  expect(JSON.stringify(sessionStorage)).not.toContain("secret");
});

it.each([[[]], [[{ code: "paper.passport", params: {} }]]])("leads to the application, whatever is missing", async (checklist) => {
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist, myApplication: "/my-application#token=secret" });
  await show({ forms: offering("application") });
  expect(await screen.findByRole("link", { name: "Open my application" })).toHaveAttribute("href", "/my-application#token=secret");
  await waitFor(() => expect(screen.queryAllByRole("link", { name: "Add documents" })).toHaveLength(checklist.length));
  expect(screen.getByRole("link", { name: "Open my application" })).toBeVisible();
});

it.each([
  ["en", "college", "child", "A confirmation is on its way to the student's e-mail address."],
  ["ar", "school", "guardian", "إيصال في طريقه إلى البريد الإلكتروني لولي الأمر."],
  ["en", "school", undefined, "If you gave an e-mail address, a confirmation is on its way."],
] as const)("says in %s at a %s to whose address the confirmation goes: %s", async (language, kind_of_institution, confirmedTo, told) => {
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [], ...(confirmedTo ? { confirmedTo } : {}) });
  await show({ kind_of_institution }, language);
  expect(await screen.findByText(told)).toBeVisible();
});

it("offers to apply after an enquiry, where applications are taken", async () => {
  const place: SchoolDetails["forms"][number] = { id: "place", path: "/apply", title: { en: "Apply", ar: "تقديم" }, kind: "application", version: "1.0.0", open: true };
  const application = { form: "place", grades: [], minutes: 10, papers: [] } as unknown as NonNullable<SchoolDetails["application"]>;
  const { unmount } = await show({ forms: [...offering("enquiry"), place], application, schoolDates: [] });
  expect(await screen.findByRole("link", { name: "Apply for a place" })).toBeVisible();
  unmount();
  await show({ forms: offering("enquiry") });
  expect(await screen.findByText("ABQ-7")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Apply for a place" })).toBeNull();
});
