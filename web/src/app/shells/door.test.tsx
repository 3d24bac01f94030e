import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import type { RouteHandle } from "@/ui/room";
import { PublicShell } from "./PublicShell";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const text = (en: string, ar: string) => ({ en, ar });
const paper = (en: string, ar: string, is_conditional = false) => ({ name: text(en, ar), is_conditional });
const school: SchoolDetails = {
  ...plain,
  contact: { phone: "+96824500100", email: "office@abq.example", hours: text("Sunday to Thursday, 7:30 to 14:30", "من الأحد إلى الخميس") },
  schoolDates: [
    { sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30", year: "2027-2028", grades: ["kg1"] },
    { sims_admission_start_from: "2027-10-01", sims_admission_end: "2028-06-30", year: "2028-2029" },
  ],
  authPage: { conditionalScreens: { without_auth: "N", login: "Y", otp: "N", signUp: "Y" } },
  application: { form: "abq", minutes: 15, papers: [paper("Birth certificate", "شهادة الميلاد"), paper("Passport", "جواز السفر")], grades: [{ code: "kg1", name: text("KG 1", "الروضة الأولى") }] },
  forms: [
    { id: "abq", path: "/enquiryform/abq", title: text("Apply", "تقديم"), kind: "application", version: "1", open: true },
    { id: "hr", path: "/hr/form", title: text("Work with us", "اعملوا معنا"), kind: "job", version: "1", open: true },
    { id: "new", path: "/enquiry/new", title: text("Ask", "اسألوا"), about: text("Three minutes.", "ثلاث دقائق."), kind: "enquiry", version: "1", open: true },
  ],
};

async function draw(own: SchoolDetails = school, { language, state, handle = { frame: "door" } }: { language?: "en" | "ar"; state?: object; handle?: RouteHandle } = {}) {
  stubServer({});
  const shell = <SchoolContext value={own}><PublicShell handle={handle} /></SchoolContext>;
  const view = await renderRoutes([{ element: shell, children: [{ path: "/sign-in", element: <h1>Sign in</h1> }] }], { ...(language && { language }), path: "/sign-in" });
  if (state) await view.router.navigate("/sign-in", { state });
  return view;
}

beforeEach(() => storeSchoolId("abq"));

describe("the front door", () => {
  it("says what is open until when, how long it takes, which papers it wants, and leads to the application itself", async () => {
    await draw();
    const door = await screen.findByRole("region", { name: "Admission" });
    expect(within(door).getByRole("heading", { name: "Applications are open" })).toBeVisible();
    expect(door).toHaveTextContent("KG 1, 2027-2028: until 30-Jun-2027");
    expect(within(door).getByRole("link", { name: "Apply for a place" })).toHaveAttribute("href", "/enquiryform/abq");
    expect(within(door).getByText("About 15 minutes")).toBeVisible();
    expect(within(door).getByText("2 documents to have ready")).toBeVisible();
    expect(within(door).getByText("Birth certificate")).toBeInTheDocument();
  });

  it.each([
    ["school", "en", "2 documents, up to 4 in some cases", "For everybody", "Depending on the child"],
    ["school", "ar", "مستندان، وقد تبلغ 4 بحسب الحالة", "تُطلب من الجميع", "بحسب حالة الطفل"],
    ["college", "en", "2 documents, up to 4 in some cases", "For everybody", "Depending on the applicant"],
    ["company", "ar", "مستندان، وقد تبلغ 4 بحسب الحالة", "تُطلب من الجميع", "بحسب حالة المتقدم"],
  ] as const)("tells the documents of everybody from those of some (%s, %s)", async (kind, language, says, everybody, some) => {
    const papers = [...school.application!.papers, paper("Visa", "التأشيرة", true), paper("School report", "شهادة مدرسية", true)];
    await draw({ ...school, kind_of_institution: kind, application: { ...school.application!, papers } }, { language });
    expect(await screen.findByText(says)).toBeVisible();
    const list = (name: string) => within(screen.getByRole("list", { name, hidden: true })).getAllByRole("listitem", { hidden: true });
    const named = (from: number, to: number) => papers.slice(from, to).map(({ name }) => name[language]);
    expect(list(everybody).map((one) => one.textContent)).toEqual(named(0, 2));
    expect(list(some).map((one) => one.textContent)).toEqual(named(2, 4));
  });

  it("says so where no document is everybody's", async () => {
    await draw({ ...school, application: { ...school.application!, papers: [paper("Visa", "التأشيرة", true), paper("Equivalence", "معادلة", true)] } });
    expect(await screen.findByText("Up to 2 documents in some cases")).toBeVisible();
    expect(screen.queryByText("For everybody")).toBeNull();
  });

  it("leads to signing in, with what was wanted; where one signs in it names that no second time", async () => {
    const view = await draw();
    const door = await screen.findByRole("region", { name: "Admission" });
    expect(within(door).getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in");
    await view.router.navigate("/sign-in?redirectUrl=/enquiry/new");
    await waitFor(() => expect(within(door).getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/sign-in?redirectUrl=/enquiry/new"));
    await userEvent.click(within(door).getByRole("link", { name: "Sign in" }));
    // The form comes first for who knows the door.
    await waitFor(() => expect(document.querySelector("section[aria-label], main")?.tagName).toBe("MAIN"));
    view.unmount();
    await draw(school, { handle: { frame: "door", isSignIn: true } });
    expect(await screen.findByRole("region", { name: "Admission" })).toHaveAttribute("data-low");
    expect(screen.queryByRole("link", { name: "Sign in" })).toBeNull();
  });

  it.each([["en", "Create an account"], ["ar", "إنشاء حساب"]] as const)("leads to an account where one can be made (%s)", async (language, name) => {
    const { unmount } = await draw(school, { language });
    expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/sign-up");
    unmount();
    await draw({ ...school, authPage: { conditionalScreens: { ...school.authPage.conditionalScreens, signUp: "N" } } }, { language });
    expect(await screen.findByRole("link", { name: language === "en" ? "Sign in" : "تسجيل الدخول" })).toBeVisible();
    expect(screen.queryByRole("link", { name })).toBeNull();
  });

  it("tells a round that comes by itself, and leads to the question in its place", async () => {
    await draw({ ...school, schoolDates: school.schoolDates.slice(1) });
    expect(await screen.findByRole("heading", { name: "Applications open on 01-Oct-2027" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Ask the school" })).toHaveAttribute("href", "/enquiry/new");
    expect(screen.queryByRole("link", { name: "Apply for a place" })).toBeNull();
  });

  it("begins at the few answers where nobody needs an account, and offers the tracking code", async () => {
    await draw({ ...school, authPage: { conditionalScreens: { without_auth: "Y" } } });
    expect(await screen.findByRole("link", { name: "Apply for a place" })).toHaveAttribute("href", "/admission#start");
    expect(screen.getByText("With your tracking code").closest("a")).toHaveAttribute("href", "/admission#track");
  });

  it("offers no application where the school has none", async () => {
    await draw({ ...school, application: null, authPage: { conditionalScreens: { without_auth: "Y" } } });
    expect(await screen.findByRole("link", { name: "Ask the school" })).toBeVisible();
    expect(screen.queryByRole("link", { name: "Apply for a place" })).toBeNull();
  });

  it("gives the telephone, the address and the hours, and the ways to go on", async () => {
    localStorage.setItem("qabul.draft.abq.abq", '{"token":"tok-abcdefghijklmnop"}');
    await draw();
    expect(await screen.findByRole("link", { name: /^Call .?\+968 2450 0100/ })).toHaveAttribute("href", "tel:+96824500100");
    expect(screen.getByRole("link", { name: "office@abq.example" })).toHaveAttribute("href", "mailto:office@abq.example");
    expect(screen.getByText("Sunday to Thursday, 7:30 to 14:30")).toBeVisible();
    expect(screen.getByRole("link", { name: "On this device: Apply" })).toHaveAttribute("href", "/enquiryform/abq");
    localStorage.clear();
  });

  it("forgets a form that somebody else began on this device, once that was asked", async () => {
    localStorage.setItem("qabul.draft.abq.abq", '{"token":"tok-abcdefghijklmnop"}');
    localStorage.setItem("qabul.draft.abq.new", '{"token":"tok-qrstuvwxyzabcdef"}');
    const user = userEvent.setup();
    await draw();
    const ask = async () => await user.click(await screen.findByRole("button", { name: "Not yours? Forget it: Apply" }));
    await ask();
    const asked = screen.getByRole("group", { name: "Not yours? Forget it: Apply" });
    expect(asked).toHaveTextContent(/can then continue only with their link/);
    await user.click(within(asked).getByRole("button", { name: "Keep it" }));
    expect(screen.getByRole("button", { name: "Not yours? Forget it: Apply" })).toHaveFocus();
    expect(localStorage.getItem("qabul.draft.abq.abq")).not.toBeNull();
    await ask();
    await user.click(screen.getByRole("button", { name: "Forget it" }));
    expect(screen.getByText("Forgotten on this device.")).toHaveFocus();
    expect(screen.queryByRole("link", { name: "On this device: Apply" })).toBeNull();
    expect(screen.getByRole("link", { name: "On this device: Ask" })).toBeVisible();
    expect(localStorage.getItem("qabul.draft.abq.abq")).toBeNull();
    expect(localStorage.getItem("qabul.draft.abq.new")).not.toBeNull();
    localStorage.clear();
  });

  it("lists the other forms, each with one line on what it is for", async () => {
    await draw();
    const forms = await screen.findByRole("region", { name: "Other forms" });
    expect(within(forms).getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/hr/form", "/enquiry/new"]);
    expect(within(forms).getByText("For those who want to work here.")).toBeVisible();
    expect(within(forms).getByText("Three minutes.")).toBeVisible();
  });

  it.each([["college", "en", "Apply for a place", "All programmes"], ["company", "en", "Apply for a position", "All positions"], ["college", "ar", "تقديم طلب التحاق", "كل البرامج"], ["company", "ar", "التقدم إلى وظيفة", "كل الوظائف"]] as const)(
    "speaks to the applicants of a %s (%s)",
    async (kind, language, apply, all) => {
      const dates = [{ sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30", year: "2027-2028" }];
      await draw({ ...school, kind_of_institution: kind, schoolDates: dates }, { language });
      expect(await screen.findByRole("link", { name: apply })).toBeVisible();
      expect(document.querySelector("section")).toHaveTextContent(all);
      expect(document.body).not.toHaveTextContent(/child|أبنا|طفل/);
    },
  );

  it("shows the photograph in a size for each screen, and a drawing where there is none", async () => {
    const { container } = await draw({ ...school, branding: { ...school.branding, photo: { src: "/branding/a.jpg", width: 1280, height: 640, small: "/branding/b.jpg", small_width: 780 } } });
    await screen.findByRole("region", { name: "Admission" });
    const photo = container.querySelector("section img[srcset]");
    expect(photo).toHaveAttribute("srcset", "/branding/b.jpg 780w, /branding/a.jpg 1280w");
    expect(photo).toHaveAttribute("height", "640");
    expect(container.querySelector("section svg[viewBox='0 0 1200 800']")).toBeNull();
  });

  it("comes after the page for who knows it, and before it for who arrives", async () => {
    const order = () => [...document.querySelectorAll("section[aria-label], main")].map((part) => part.tagName);
    const view = await draw();
    expect(order().slice(0, 2)).toEqual(["SECTION", "MAIN"]);
    await view.router.navigate("/sign-in", { state: { within: true } });
    await waitFor(() => expect(order().slice(0, 2)).toEqual(["MAIN", "SECTION"]));
  });

  it("says that a mistyped address is none, with the way to the forms", async () => {
    await draw(school, { state: { lost: "/enquiryfrom/abq" } });
    expect(await screen.findByRole("alert")).toHaveTextContent("There is no page at this address");
    expect(screen.getByText("/enquiryfrom/abq")).toBeVisible();
    expect(screen.getByRole("link", { name: "See the forms" })).toHaveAttribute("href", "#forms");
  });
});
