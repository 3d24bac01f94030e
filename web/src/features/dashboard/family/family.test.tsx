import { configure, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { FamilyHome } from "../api";
import { home, open, title } from "@/test/familyHome";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  sessionStorage.clear();
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("a guardian sees children with their state in a family's words, drafts with the way on, and what is due, the nearest first", async () => {
  await open(["guardian"], { "GET /family/home": () => home });
  const children = await screen.findByRole("region", { name: "My children" });
  expect(children).toHaveTextContent(/Layan.*The school has been in touch with you.*ABQ-1.*Still needed.*Birth certificate/);
  expect(screen.getByRole("link", { name: "Continue with Apply for a place" })).toHaveAttribute("href", "/enquiryform/abq#draft=tok-of-the-account-1");
  const due = within(screen.getByRole("region", { name: "What is due" })).getAllByRole("listitem");
  expect(due.map((row) => row.textContent)).toEqual([expect.stringContaining("by 01-Dec-2026"), expect.stringContaining("by 01-Feb-2027")]);
  expect(due.map((row) => within(row).getByRole("link").getAttribute("href")), "each leads to where it is done").toEqual(["/my-application/s1", "/enquiry/abq"]);
});

it("puts what is due under its child, and calls an application by one number", async () => {
  const [form, missing] = home.due as [FamilyHome["due"][number], FamilyHome["due"][number]];
  const due = [{ ...form, person: "Huda" }, { ...missing, person: "Layan", reference: "ABQ27-00001" }, { ...missing, person: "Layan", on: "2026-12-05", text: { en: "Passport", ar: "جواز السفر" } }];
  const [child] = home.children as [FamilyHome["children"][number]];
  const children = [{ ...child, applications: child.applications.map((one) => ({ ...one, registration_id: "ABQ27-00001" })) }];
  await open(["guardian"], { "GET /family/home": () => ({ ...home, children, due }) });
  const region = await screen.findByRole("region", { name: "What is due" });
  expect(within(region).getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual(["Layan", "Huda"]);
  expect(within(region).getAllByRole("list").map((list) => within(list).getAllByRole("listitem").length)).toEqual([2, 1]);
  expect(screen.getByRole("region", { name: "My children" })).toHaveTextContent("ABQ27-00001");
  expect(screen.getByRole("region", { name: "My children" })).not.toHaveTextContent("ABQ-1");
});

it.each([
  ["en", ["Answer the offer of a place: Grade 1 · 2027-2028", "Send again: Passport", "Change the answers that the school opened for you", "The school is waiting for 2 documents"], "until 05-Dec-2026"],
  ["ar", ["الرد على عرض المقعد: الصف الأول · 2027-2028", "أرسلوا من جديد: جواز السفر", "تعديل الإجابات التي أتاحت لكم المدرسة تعديلها", "تنتظر المدرسة مستندين"], "حتى"],
] as const)("puts an offer first, then what was refused, and papers of one day in one line (%s)", async (language, words, until) => {
  const of = { form: "abq", form_title: title, person: "Layan", application: "s1", reference: "ABQ27-00001" };
  const paper = (en: string, ar: string) => ({ ...of, kind: "missing" as const, on: "2026-12-12", text: { en, ar } });
  const due: FamilyHome["due"] = [
    paper("Civil card", "البطاقة المدنية"),
    paper("Vaccination card", "بطاقة التطعيم"),
    { ...of, kind: "open_answers", on: "2026-12-20" },
    { ...of, kind: "refused", text: { en: "Passport", ar: "جواز السفر" } },
    { ...of, kind: "offer", on: "2026-12-05", text: { en: "Grade 1 · 2027-2028", ar: "الصف الأول · 2027-2028" } },
  ];
  await open(["guardian"], { "GET /family/home": () => ({ ...home, due }) }, language);
  const region = await screen.findByRole("region", { name: language === "en" ? "What is due" : "ما حان موعده" });
  expect(within(region).getAllByRole("link").map((link) => link.textContent)).toEqual(words);
  const [offer, , , papers] = within(region).getAllByRole("listitem");
  expect(offer).toHaveTextContent(until);
  expect(papers).toHaveTextContent(language === "en" ? "Civil card, Vaccination card" : "البطاقة المدنية، بطاقة التطعيم");
});

it("says for which grade and year an application is", async () => {
  const [child] = home.children as [FamilyHome["children"][number]];
  const applications = child.applications.map((one) => ({ ...one, grade: { en: "Grade 1", ar: "الصف الأول" }, year: "2027-2028" }));
  await open(["guardian"], { "GET /family/home": () => ({ ...home, children: [{ ...child, applications }] }) });
  expect(await screen.findByRole("region", { name: "My children" })).toHaveTextContent("Grade 1 · 2027-2028");
});

it.each([["en", "Begin an application"], ["ar", "ابدؤوا طلب التحاق"]] as const)("who has nothing yet is led to the application, where one is taken (%s)", async (language, name) => {
  const form = { id: "abq", path: "/enquiryform/abq", title, kind: "application" as const, version: "1", open: true };
  const offered = [form, { ...form, id: "new", kind: "enquiry" as const }];
  await open(["guardian"], { "GET /family/home": () => ({ ...home, children: [], drafts: [], due: [], offered }) }, language, {}, { application: { form: "abq", minutes: 10, papers: [], grades: [] }, schoolDates: [] }, [form]);
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", "/student_admission/register");
});

it.each([["en", "Layan", "What is due"], ["ar", "ليان", "ما حان موعده"]] as const)("calls a child by the name in the reader's language (%s)", async (language, name, due) => {
  const [child] = home.children as [FamilyHome["children"][number]];
  const called = { ...home, children: [{ ...child, name_ar: "ليان" }], due: home.due.map((one) => ({ ...one, person: "Layan", person_ar: one.reference ? "ليان" : null })) };
  await open(["guardian"], { "GET /family/home": () => called }, language);
  const region = await screen.findByRole("region", { name: due });
  expect(within(region).getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent), "one child, though a draft knows one name alone").toEqual([name]);
  expect(screen.getAllByRole("heading", { level: 3, name })).toHaveLength(2);
});

it("says of each form that is open what it is for", async () => {
  const form = (id: string, kind: "application" | "enquiry" | "job", about: { en: string; ar: string } | null, is_open = true) => ({ id, kind, about, path: `/form/${id}`, title: { en: `Form ${id}`, ar: id }, version: "1", open: is_open });
  const offered = [form("abq", "application", { en: "For the coming year.", ar: "للعام القادم." }), form("new", "enquiry", null), form("hr", "job", null, false)];
  await open(["guardian"], { "GET /family/home": () => ({ ...home, offered }) });
  const region = await screen.findByRole("region", { name: "Forms open now" });
  expect(within(region).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Form abqFor the coming year.", "Form newAsk a question; a person answers."]);
  expect(within(region).getByRole("link", { name: "Form abq" })).toHaveAttribute("href", "/form/abq");
});

it("puts the application before the enquiries, whatever the order of the school's list", async () => {
  const form = (id: string, kind: "application" | "enquiry" | "job") => ({ id, kind, about: null, path: `/form/${id}`, title: { en: id, ar: id }, version: "1", open: true });
  await open(["guardian"], { "GET /family/home": () => ({ ...home, offered: [form("hr", "job"), form("form", "enquiry"), form("new", "enquiry"), form("rush", "application")] }) });
  const region = await screen.findByRole("region", { name: "Forms open now" });
  expect(within(region).getAllByRole("link").map((link) => link.textContent)).toEqual(["rush", "form", "new", "hr"]);
});

it.each([["college", "en", "See what the college offers"], ["company", "en", "See what we offer"], ["college", "ar", "ما تقدمه الكلية"], ["school", "en", "See what the school offers"]] as const)(
  "calls a %s what it is (%s)",
  async (kind_of_institution, language, go) => {
    await open(["guardian"], { "GET /family/home": () => ({ ...home, children: [], drafts: [] }) }, language, {}, { kind_of_institution });
    expect(await screen.findByRole("link", { name: go })).toBeVisible();
  },
);

it("counts the documents of a day as part of all that are missing", async () => {
  const [, paper] = home.due as [FamilyHome["due"][number], FamilyHome["due"][number]];
  const papers = ["Passport", "Photo", "Report"].map((en) => ({ en, ar: en }));
  const children = home.children.map((child) => ({ ...child, applications: child.applications.map((one) => ({ ...one, id: "s1", missing: papers })) }));
  const due = [paper, { ...paper, kind: "refused" as const, on: null, text: { en: "Report", ar: "تقرير" } }];
  await open(["guardian"], { "GET /family/home": () => ({ ...home, children, due }) });
  const region = await screen.findByRole("region", { name: "What is due" });
  expect(region).toHaveTextContent("The school is waiting for documents: 1 of 2 by this day");
  expect(region).toHaveTextContent("Send again: Report");
});

it("speaks of the college where it stands and what is due", async () => {
  await open(["guardian"], { "GET /family/home": () => home }, "en", {}, { kind_of_institution: "college" });
  expect(await screen.findByRole("region", { name: "My applications" })).toHaveTextContent("The college has been in touch with you");
  expect(screen.getByRole("region", { name: "What is due" })).toHaveTextContent("The college is waiting for: Birth certificate");
});

it("two children of one name are two, by their birth dates", async () => {
  const sent = (reference: string) => ({ ...home.children[0]!.applications[0]!, reference, missing: [] });
  const child = (person_id: string, birth_date: string | null, reference: string) => ({ person_id, birth_date, name: "Layan", applications: [sent(reference)] });
  await open(["guardian"], { "GET /family/home": () => ({ ...home, children: [child("p1", "2018-03-04", "ABQ-1"), child("p2", "2015-01-02", "ABQ-2"), child("p3", null, "ABQ-3")] }) });
  const children = await screen.findByRole("region", { name: "My children" });
  const cards = within(children).getAllByRole("heading", { level: 3 }).map((heading) => heading.closest("li")?.textContent);
  expect(cards).toEqual([expect.stringMatching(/^LayanBorn 04-Mar-2018.*ABQ-1/), expect.stringMatching(/^LayanBorn 02-Jan-2015.*ABQ-2/), expect.stringMatching(/^Layan(?!Born).*ABQ-3/)]);
});

it.each([
  ["en", "Welcome", "What should we call you?", /sees .?\+968 92345678/, "Your full name", "Save the name", "Welcome, \u2068Maryam Saleh\u2069"],
  ["ar", "أهلًا بكم", "بأي اسم نناديكم؟", /\+968 92345678/, "اسمكم الكامل", "حفظ الاسم", "أهلًا \u2068Maryam Saleh\u2069"],
] as const)("asks who signed in by a number what they are called, and does not greet a number (%s)", async (language, bare, asked, number, label, save, greeting) => {
  const bodies: unknown[] = [];
  const { user } = await open(
    ["guardian"],
    {
      "GET /family/home": () => home,
      "GET /profile": () => ({ profile: { version: 3, name: "+96892345678" } }),
      "PATCH /profile": (body) => {
        bodies.push(body);
        return { profile: { version: 4, name: "Maryam Saleh" } };
      },
    },
    language,
    { userName: "+96892345678", email: "" },
  );
  expect(await screen.findByRole("heading", { level: 1, name: bare })).toBeVisible();
  expect(await screen.findByRole("region", { name: asked })).toHaveTextContent(number);
  await user.type(screen.getByLabelText(label), "Maryam Saleh");
  await user.click(screen.getByRole("button", { name: save }));
  expect(await screen.findByRole("heading", { level: 1, name: greeting })).toBeVisible();
  expect(screen.queryByRole("region", { name: asked })).toBeNull();
  expect(bodies).toEqual([{ version: 3, name: "Maryam Saleh" }]);
});

it("says it in Arabic too", async () => {
  await open(["guardian"], { "GET /family/home": () => home }, "ar");
  expect(await screen.findByRole("region", { name: "أبنائي" })).toHaveTextContent(/تواصلت المدرسة معك.*شهادة الميلاد/);
});

it("takes a form of this browser into the account only when the person says that it is theirs", async () => {
  localStorage.setItem("qabul.draft.abq.new", '{"token":"tok-of-this-browser"}');
  const bodies: unknown[] = [];
  let now = home;
  const { user } = await open(["guardian"], {
    "GET /family/home": () => now,
    "POST /family/drafts": (body) => {
      bodies.push(body);
      now = { ...home, drafts: [...home.drafts, { ...home.drafts[0]!, token: "tok-of-this-browser", form: "new" }] };
      return {};
    },
  });
  const asked = await screen.findByRole("region", { name: /before you signed in/ });
  expect(asked).toHaveTextContent("Ask the school");
  expect(bodies).toEqual([]);
  await user.click(within(asked).getByRole("button", { name: "Yes, keep in my account" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: /before you signed in/ })).toBeNull());
  expect(bodies).toEqual([{ token: "tok-of-this-browser" }]);
});

it("leaves it when told to, and does not ask again in this visit", async () => {
  localStorage.setItem("qabul.draft.abq.new", '{"token":"tok-of-this-browser"}');
  const { user, unmount } = await open(["guardian"], { "GET /family/home": () => home });
  await user.click(await screen.findByRole("button", { name: "No, leave it" }));
  unmount();
  await open(["guardian"], { "GET /family/home": () => home });
  await screen.findByRole("region", { name: "My children" });
  expect(screen.queryByRole("region", { name: /before you signed in/ })).toBeNull();
});

it("a role without rooms asks the server for no list that would be refused", async () => {
  const { calls } = await open(["uniform_approver"], {});
  expect(await screen.findByRole("link", { name: "To my profile" })).toBeVisible();
  expect(calls).toEqual([]);
});

it("what was sent with the proved address is kept by whoever knows what only its sender knows", async () => {
  const adoptable = [{ id: "s9", form_title: title, asks: "birth_date" as const, submitted_at: "2026-11-01T08:00:00Z" }];
  const proofs: unknown[] = [];
  const { user } = await open(["guardian"], {
    "GET /family/home": () => ({ ...home, adoptable }),
    "POST /family/applications/s9": (body) => {
      proofs.push(body);
      return proofs.length === 1 ? { status: 422, body: { success: false, messageId: "L004", tries_left: 3 } } : {};
    },
  });
  const section = await screen.findByRole("region", { name: "Sent with your e-mail address" });
  expect(section).toHaveTextContent(/Apply for a place.*01-Nov-2026/);
  await user.click(within(section).getByRole("button", { name: "Add to my account" }));
  const dialog = await screen.findByRole("dialog");
  const add = within(dialog).getByRole("button", { name: "Add to my account" });
  await user.click(add);
  expect(proofs, "nothing that cannot be an answer is tried").toEqual([]);
  expect(dialog).toHaveTextContent("Enter the date of birth");
  const field = within(dialog).getByLabelText("Date of birth on the application");
  await user.type(field, "04/03/2018");
  await user.click(add);
  await waitFor(() => expect(dialog).toHaveTextContent("3 tries left"));
  await user.clear(field);
  await user.type(field, "05/03/2018");
  await user.click(add);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(proofs).toEqual([{ proof: "2018-03-04" }, { proof: "2018-03-05" }]);
});
