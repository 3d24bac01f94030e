import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import { AdmissionDatesPage } from "./AdmissionDatesPage";
import { AdmissionPage } from "./AdmissionPage";
import { storeGivenCode } from "./givenCode";
import { isForGrade } from "./forGrade";
import { daysBetween, nextOpening, roundsOf } from "@/api/rounds";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const text = (en: string) => ({ en, ar: en });
const school: SchoolDetails = {
  ...plain,
  today: "2026-11-21",
  schoolDates: [
    { sims_admission_start_from: "2026-10-01", sims_admission_end: "2026-11-21", year: "2027-2028", grades: ["kg1"] },
    { sims_admission_start_from: "2026-12-01", sims_admission_end: "2027-06-30", year: "2027-2028" },
    { sims_admission_start_from: "2025-10-01", sims_admission_end: "2026-06-30", year: "2026-2027" },
  ],
  authPage: { conditionalScreens: { without_auth: "Y", login: "Y", otp: "N", signUp: "N" } },
  application: { form: "form", minutes: 10, papers: [{ name: text("Birth certificate"), is_conditional: false }, { name: text("Visa"), is_conditional: true }], grades: [{ code: "kg1", name: text("KG 1") }] },
  admissionDates: { earliest_start: "2025-10-01", latest_end: "2027-06-30", state: "open" },
  forms: [
    { id: "form", path: "/enquiry/form", title: text("Apply"), kind: "application", version: "1", open: true },
    { id: "new", path: "/enquiry/new", title: text("Ask the school"), kind: "enquiry", version: "1", open: true },
  ],
};
const form = {
  id: "form", version: "1", digest: "d", title: "Apply", steps: [], ui: {}, subject: { "child.grade": "grade" }, messages: {}, plugin: null,
  schema: {
    type: "object",
    properties: { grade: { type: "string", oneOf: [{ const: "kg1", title: "KG 1" }] }, cert: { type: "string", title: "Birth certificate", "x-upload": {} } },
  },
};

async function open(page: React.ReactNode, own: SchoolDetails = school, handlers: Parameters<typeof stubServer>[0] = {}, path = "/admission", language: "en" | "ar" = "en") {
  const server = stubServer({ "GET /public/forms/form": () => ({ form }), "GET /auth/captcha": () => ({ captcha: { provider: "off", site_key: null, challenge: null } }), ...handlers });
  const view = await renderWith(<SchoolContext value={own}>{page}</SchoolContext>, { path, language });
  return { ...view, ...server, user: userEvent.setup() };
}

beforeEach(() => storeSchoolId("abq"));
afterEach(() => storeGivenCode(null));

describe("rounds", () => {
  it("are open on their first and on their last day", () => {
    const on = (today: string) => roundsOf([{ sims_admission_start_from: "2026-10-01", sims_admission_end: "2026-11-21", year: "y" }], today)[0];
    expect(on("2026-09-30")).toMatchObject({ state: "before", daysLeft: 1 });
    expect(on("2026-10-01")).toMatchObject({ state: "open" });
    expect(on("2026-11-21")).toMatchObject({ state: "open", daysLeft: 0 });
    expect(on("2026-11-22")).toMatchObject({ state: "closed", daysLeft: 0 });
  });

  it("count days, not hours: a change of the clock makes none", () => {
    expect(daysBetween("2026-03-28", "2026-03-30")).toBe(2);
  });

  it("have the grades that they name, else those that no other names", () => {
    const day = { sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30" };
    const of = (...grades: string[][]) => roundsOf(grades.map((some) => ({ ...day, year: "2027-2028", grades: some })), "2026-11-01");
    const which = (rounds: ReturnType<typeof of>, grade: string) => rounds.map((round) => isForGrade(round, grade, rounds));
    expect([which(of(["kg1"], []), "kg1"), which(of(["kg1"], []), "g1")]).toEqual([[true, false], [false, true]]);
    expect(which(of(["kg1"], ["g1"]), "year2")).toEqual([true, true]);
  });

  it("name the next opening only from what is still to come", () => {
    expect(nextOpening(roundsOf(school.schoolDates, school.today))).toBe("2026-12-01");
    expect(nextOpening([])).toBeNull();
  });
});

describe("the landing", () => {
  it("tells what is open in the form's own words for grades, and which papers it wants", async () => {
    await open(<AdmissionPage />);
    const rounds = await screen.findByRole("region", { name: "Admission rounds" });
    expect(await within(rounds).findByText("KG 1")).toBeVisible();
    expect(within(rounds).getByText("Today is the last day")).toBeVisible();
    expect(within(rounds).getByText("Opens in 10 days")).toBeVisible();
    expect(within(rounds).queryByText(/2026-2027/)).toBeNull();
    const papers = screen.getByRole("region", { name: "Have these documents ready" });
    expect(within(within(papers).getByRole("list", { name: "For everybody" })).getByText("Birth certificate")).toBeVisible();
    expect(within(within(papers).getByRole("list", { name: "Depending on the child" })).getByText("Visa")).toBeVisible();
  });

  it("offers what was begun in this browser", async () => {
    localStorage.setItem("qabul.draft.abq.new", '{"token":"tok-abcdefghijklmnop"}');
    localStorage.setItem("qabul.draft.other.form", '{"token":"tok-of-another-school"}');
    await open(<AdmissionPage />);
    const begun = await screen.findByRole("region", { name: "Started on this device" });
    expect(within(begun).getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/enquiry/new"]);
  });

  it("while closed says when it opens, and begins nothing", async () => {
    await open(<AdmissionPage />, { ...school, schoolDates: school.schoolDates.slice(1) }, {}, "/admission#start");
    expect(await screen.findByText(/opens again on 01-Dec-2026/)).toBeVisible();
    expect(screen.queryByRole("heading", { name: "Start an application" })).toBeNull();
  });

  it("starts without an account only where the school allows it", async () => {
    await open(<AdmissionPage />, { ...school, authPage: { conditionalScreens: { login: "Y" } } }, {}, "/admission#start");
    await screen.findByText("Birth certificate");
    expect(screen.queryByRole("heading", { name: "Start an application" })).toBeNull();
    expect(screen.queryByLabelText("Tracking code")).toBeNull();
    expect(screen.getByRole("link", { name: "Sign in" })).toBeVisible();
  });
});

describe("beginning without an account", () => {
  it("sends nothing that is incomplete, then shows the code large before anything else", async () => {
    const bodies: unknown[] = [];
    const register = {
      "POST /auth/register": (body: unknown) => {
        bodies.push(body);
        return {
          status: 201,
          body: {
            user: { id: "u", avatar: "", userName: "Maryam", email: "", authority: ["guardian"], kind: "applicant" }, token: "t", expires_in: 600,
            tracking_code: "K7QM-2XRW", draft: { token: "tok-abcdefghijklmnop", form: "form", address: "/enquiry/form" },
          },
        };
      },
    };
    const { user } = await open(<AdmissionPage />, school, register, "/admission#start");
    // The grade is asked once it is known that the application asks for one.
    await screen.findByLabelText("Grade or programme");
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await screen.findByText("Enter the child's name.")).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText("Child's full name")).toHaveFocus());
    expect(bodies).toEqual([]);
    await user.type(screen.getByLabelText("Child's full name"), "Layan");
    await user.type(screen.getByLabelText("Date of birth"), "٥/٣/٢٠٢٢");
    await user.selectOptions(screen.getByLabelText("Grade or programme"), "KG 1");
    await user.type(screen.getByLabelText("Your name"), "Maryam");
    await fill(screen.getByLabelText("E-mail"), "maryam@example.com", user);
    const phone = screen.getByLabelText("Phone number");
    await user.type(phone, "9234567");
    await user.tab();
    expect(await screen.findByText(/This is not a number in Oman/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(phone).toHaveFocus());
    expect(bodies).toEqual([]);
    await user.type(phone, "8");
    await user.click(screen.getByRole("button", { name: "Start" }));
    expect(await screen.findByRole("status", { name: "Tracking code" })).toHaveTextContent("K7QM-2XRW");
    expect(bodies).toEqual([
      {
        child: { name: "Layan", dob: "2022-03-05", grade: "kg1" },
        guardian: { name: "Maryam", email: "maryam@example.com", phone: "+96892345678" },
        locale: "en",
      },
    ]);
    expect(localStorage.getItem("qabul.draft.abq.form")).toContain("tok-abcdefghijklmnop");
    expect(location.href).not.toContain("K7QM");
  });

  it.each([["college", "en", "You, the applicant", "Your full name", "Programme"], ["company", "ar", "أنتم، المتقدم إلى الوظيفة", "اسمكم الكامل", "الوظيفة"]] as const)(
    "asks a %s's applicants for themselves (%s)",
    async (kind, language, legend, name, grade) => {
      const bodies: unknown[] = [];
      const register = { "POST /auth/register": (body: unknown) => (bodies.push(body), { status: 409, body: { messageId: "R001" } }) };
      const { user } = await open(<AdmissionPage />, { ...school, kind_of_institution: kind }, register, "/admission#start", language);
      expect(await screen.findByRole("group", { name: legend })).toBeVisible();
      const places = { name: screen.getByLabelText(name), grade: await screen.findByLabelText(grade) };
      expect(screen.queryByLabelText(/^(Your name|اسمكم)$/)).toBeNull();
      await user.type(places.name, "Noor");
      await user.type(screen.getByRole("textbox", { name: language === "ar" ? "تاريخ الميلاد" : "Date of birth" }), "5/3/2004");
      await user.selectOptions(places.grade, "kg1");
      await fill(screen.getByLabelText(language === "ar" ? "البريد الإلكتروني" : "E-mail"), "noor@example.com", user);
      await user.type(screen.getByLabelText(language === "ar" ? "رقم الهاتف" : "Phone number"), "92345678");
      await user.click(screen.getByRole("button", { name: /^(Start|البدء)$/ }));
      await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ child: expect.objectContaining({ name: "Noor" }), guardian: expect.objectContaining({ name: "Noor" }) })]));
    },
  );

  it("a tracking code of who has a second factor leads to it, and leaves nothing in the browser's history", async () => {
    const asked = { challenge: "c1", mfa_setup_required: true, totp: { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" } };
    const { user, store } = await open(<AdmissionPage />, school, { "POST /auth/track": () => asked });
    await user.type(screen.getByLabelText("Tracking code"), "K7QM-2XRW");
    await user.click(screen.getByRole("button", { name: "Open the application" }));
    await waitFor(() => expect(location.pathname).toBe("/sign-in"));
    expect(store.getState().auth.asked).toMatchObject({ challenge: "c1" });
    expect(JSON.stringify(history.state)).not.toContain("JBSWY3DPEHPK3PXP");
  });

  it("an unknown tracking code is told at the field", async () => {
    const { user } = await open(<AdmissionPage />, school, { "POST /auth/track": () => ({ status: 404, body: { messageId: "L010" } }) });
    const field = await screen.findByLabelText("Tracking code");
    await user.type(field, "NOPE-0000");
    await user.click(screen.getByRole("button", { name: "Open the application" }));
    expect(await screen.findByText(/no application with this code/)).toBeVisible();
    expect(field).toBeInvalid();
  });
});

describe("the dates", () => {
  it("stand as DD-MMM-YYYY, with the Hijri date only where the school wants it", async () => {
    await open(<AdmissionDatesPage />);
    expect(await screen.findByRole("heading", { level: 1, name: "Admission dates" })).toBeVisible();
    // Each round by itself: no sentence joins the first day of one and the last of another.
    expect(screen.getByRole("status")).toHaveTextContent("Admission is openKG 1, 2027-2028: open from 01-Oct-2026 to 21-Nov-2026");
    expect(screen.getByRole("status")).not.toHaveTextContent("30-Jun-2027");
    expect(screen.getByText("Admission is open")).toBeVisible();
    expect(screen.queryByText(/144\d/)).toBeNull();
    expect(screen.getByRole("link", { name: "Add to a calendar" })).toHaveAttribute("href", "/calendar/admission.ics?lng=en");
  });

  it("show Hijri beside", async () => {
    await open(<AdmissionDatesPage />, { ...school, hijri: true });
    expect((await screen.findAllByText(/^\d+ .+ 144\d$/)).length).toBeGreaterThan(0);
  });
});

it("says what it costs to apply", async () => {
  const application = school.application && { ...school.application, rounds: [{ year: "2027-2028", fee_minor: 25_000 }] };
  await open(<AdmissionPage />, { ...school, currency: "OMR", application });
  const card = (await screen.findAllByRole("listitem")).find((item) => item.textContent?.includes("Application fee"));
  expect(card).toHaveTextContent(/OMR.25\.000/);
});

const CAMBRIDGE = { en: "Cambridge", ar: "كامبريدج" };
const GRADES = [
  ["kg1", "KG 1", "الروضة الأولى", "kg1", null],
  ["g1", "Grade 1", "الصف الأول", "g1", { en: "Bilingual", ar: "ثنائي اللغة" }],
  ["year2", "Year 2", "السنة الثانية", "g1", CAMBRIDGE],
  ["g2", "Grade 2", "الصف الثاني", "g2", null],
  ["g3", "Grade 3", "الصف الثالث", "g3", null],
  ["fs2", "FS 2", "المرحلة التأسيسية الثانية", "kg1", CAMBRIDGE],
] as const;
const left = (bands: readonly string[]) => {
  const grades = bands.map((band, at) => ({ bucket: GRADES[at]![0], name: { en: GRADES[at]![1], ar: GRADES[at]![2] }, grade: GRADES[at]![3], stream: GRADES[at]![4], band }));
  return { "GET /common/places": () => ({ years: [{ year: "2026-2027", grades: [{ bucket: "g9", name: text("Grade 9"), grade: "g9", stream: null, band: "few" }] }, { year: "2027-2028", grades }] }) };
};
/** The rest of the year's grades is open too. */
const both: SchoolDetails = {
  ...school,
  schoolDates: [school.schoolDates[0]!, { ...school.schoolDates[1]!, sims_admission_start_from: "2026-11-01" }],
  application: { ...school.application!, grades: ["kg1", "g1", "g2", "g3"].map((code) => ({ code, name: text(code.toUpperCase()) })) },
};
const cards = async () => {
  await screen.findAllByRole("term");
  const told = (card: HTMLElement) => [...card.querySelectorAll("dl:last-of-type dt")].map((term) => `${term.textContent}: ${[...term.nextElementSibling!.childNodes].map((line) => line.textContent).join(" | ")}`);
  return screen.getAllByRole("listitem").filter((item) => item.querySelector("time")).map((card) => (card.querySelectorAll("dl").length > 1 ? told(card) : []));
};

describe("the places that are left", () => {
  it.each([
    ["en", ["Places available: All grades"], ["Few places left: Bilingual: Grade 1 | Cambridge: Year 2", "Waiting list: Grade 2 | No place is left now. You can apply and wait for one.", "No places: Grade 3"]],
    ["ar", ["توجد مقاعد متاحة: كل الصفوف"], ["بقيت مقاعد قليلة: ثنائي اللغة: الصف الأول | كامبريدج: السنة الثانية", "قائمة انتظار: الصف الثاني | لا مقعد متاح الآن. يمكنكم التقديم وانتظار مقعد.", "لا مقاعد: الصف الثالث"]],
  ] as const)("stand in the card of their round, by words and streams and without a number (%s)", async (language, first, rest) => {
    await open(<AdmissionPage />, both, left(["available", "few", "few", "waitlist", "none", "available"]), "/admission", language);
    await waitFor(async () => expect(await cards()).toEqual([first, rest]));
  });

  it("are told by name where not all grades of the card are told, and not at all where the round is closed or nobody says any", async () => {
    await open(<AdmissionPage />, school, left(["few"]));
    await waitFor(async () => expect(await cards()).toEqual([["Few places left: All grades"], []]));
    const { unmount } = await open(<AdmissionPage />, { ...both, schoolDates: [both.schoolDates[1]!] }, left(["few", "few"]));
    await screen.findByText("Bilingual:");
    unmount();
    await open(<AdmissionPage />, school, { "GET /common/places": () => ({ years: [] }) });
    expect(screen.queryAllByText("Few places left")).toHaveLength(1);
  });
});

it("tells the last day of the grades that no other card of the year names", async () => {
  const dates = [{ ...school.schoolDates[0]!, sims_admission_end: "2027-01-01" }, { ...school.schoolDates[1]!, sims_admission_start_from: "2026-11-01" }, { ...school.schoolDates[2]!, sims_admission_end: "2027-06-30" }];
  await open(<AdmissionPage />, { ...school, schoolDates: dates });
  const rounds = await screen.findByRole("region", { name: "Admission rounds" });
  const told = within(rounds).getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);
  expect(new Set(told)).toEqual(new Set(["All grades", "KG 1", "Other grades"]));
});
