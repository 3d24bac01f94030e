import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { StaffHome } from "./StaffHome";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const sent = (change: object) => ({ id: "e1", reference: "ABQ-1", person: "Sara", person_ar: null, state: "new", submitted_at: "2026-11-20T08:00:00Z", grade: null, ...change });

it("says of one's own enquiries for which grade they are", async () => {
  const rows = [sent({ grade: { value: "g1", label: { en: "Grade 1", ar: "الصف 1" } } }), sent({ id: "e2", reference: "ABQ-2", person: "Omar" })];
  await show({ mine: 0, overdue: 0, unassigned: 0 }, "admissions_officer", "en", [], rows);
  expect((await screen.findByText("Sara")).closest("a")).toHaveTextContent(/^SaraGrade 1ABQ-1/);
  expect(screen.getByText("Omar").closest("a")).toHaveTextContent(/^OmarABQ-2/);
});

async function show(counts: object, role: "admissions_officer" | "principal" | "school_admin", language: "en" | "ar" = "en", audiences: object[] = [], rows: object[] = []) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const { calls } = stubServer({
    "GET /enquiries": () => ({ items: rows, total: rows.length, next_cursor: null, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0 } }),
    "GET /tasks": () => ({ items: [], next_cursor: null, counts }),
    "GET /audiences": () => ({ items: audiences }),
  });
  await renderWith(<SchoolContext value={school}><StaffHome /></SchoolContext>, { store, language });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(calls).toContain("GET /tasks"));
}

it.each([
  ["en", "3 open tasks are unassigned", "You have 1 open task"],
  ["ar", "3 مهام مفتوحة غير مُسنَدة", "لديكم مهمة مفتوحة واحدة"],
] as const)("counts beside one's own tasks those that nobody has taken (%s)", async (language, unassigned, own) => {
  await show({ mine: 1, overdue: 0, unassigned: 3 }, "admissions_officer", language);
  expect(await screen.findByRole("link", { name: unassigned })).toHaveAttribute("href", "/tasks?whose=unassigned");
  expect(screen.getByRole("link", { name: own })).toHaveAttribute("href", "/tasks");
});

it("has what waits at the top, in one card", async () => {
  await show({ mine: 2, overdue: 1, unassigned: 3 }, "admissions_officer");
  const card = await screen.findByRole("region", { name: "Waiting for you" });
  expect((await within(card).findAllByRole("link")).map((link) => link.textContent)).toEqual(["You have 2 open tasks · 1 of them is overdue", "3 open tasks are unassigned"]);
  expect(screen.getByRole("heading", { level: 1 }).nextElementSibling).toBe(card);
});

it("has no card where nothing waits", async () => {
  await show({ mine: 0, overdue: 0, unassigned: 0 }, "admissions_officer");
  expect(await screen.findByText(/is assigned to you$/)).toBeVisible();
  expect(screen.queryByRole("region", { name: "Waiting for you" })).toBeNull();
});

it("tells of none where there are none", async () => {
  await show({ mine: 1, overdue: 0, unassigned: 0 }, "admissions_officer");
  expect(await screen.findByRole("link", { name: "You have 1 open task" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /unassigned/ })).toBeNull();
});

it("offers no task to whoever only reads", async () => {
  await show({ mine: 1, overdue: 0, unassigned: 3 }, "principal");
  expect(await screen.findByRole("link", { name: "You have 1 open task" })).toBeVisible();
  expect(screen.queryByRole("link", { name: /unassigned/ })).toBeNull();
});

it.each([
  ["en", "Nobody who reads enquiries is in “Health team” · 12 enquiries have questions for it · 1 task waits for it"],
  ["ar", "ليس في «فريق الصحة» أحد ممن يقرؤون الاستفسارات وطلبات الالتحاق · أسئلة تخصها في 12 مما ورد · مهمة واحدة تنتظرها"],
] as const)("tells who lets people into audiences what waits where nobody is (%s)", async (language, said) => {
  const waiting = [
    { id: "finance", members: 0, unread: { enquiries: 0, tasks: 0 } },
    { id: "health", members: 0, unread: { enquiries: 12, tasks: 1 } },
    { id: "hr_panel", members: 1, unread: null },
  ];
  const none = { mine: 0, overdue: 0, unassigned: 0 };
  await show(none, "school_admin", language, waiting);
  expect(await screen.findByRole("link", { name: said })).toHaveAttribute("href", "/settings/people?kind=staff");
  expect(screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.startsWith("/settings/people"))).toHaveLength(1);
});

it("asks for no audiences where somebody lets nobody into them", async () => {
  await show({ mine: 0, overdue: 0, unassigned: 0 }, "admissions_officer", "en", [{ id: "health", members: 0, unread: { enquiries: 12, tasks: 1 } }]);
  expect(screen.queryByRole("link", { name: /Health team/ })).toBeNull();
});

async function home(role: "principal" | "admissions_officer", language: "en" | "ar") {
  const asked: unknown[] = [];
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const { calls } = stubServer({
    "GET /enquiries": () => ({ items: [], total: 0, next_cursor: null, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0 } }),
    "GET /tasks": () => ({ items: [], next_cursor: null, counts: { mine: 0, overdue: 0, unassigned: 0 } }),
    "POST /student/student_list": (body) => {
      const { to_approve: waits } = body as { to_approve?: boolean };
      if (waits) asked.push(body);
      return { students: [], total: waits ? 1 : 0, next_cursor: null, counts: {} };
    },
  });
  const applies = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } };
  await renderWith(<SchoolContext value={applies}><StaffHome /></SchoolContext>, { store, language });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(calls).toContain("GET /tasks"));
  return asked;
}

it.each([
  ["en", "1 proposed decision waits for your approval"],
  ["ar", "قرار مقترح واحد ينتظر اعتمادكم"],
] as const)("tells whoever approves what waits for that (%s)", async (language, said) => {
  const asked = await home("principal", language);
  expect(await screen.findByRole("link", { name: said })).toHaveAttribute("href", "/pre_admission?kind=applications&approval=mine");
  expect(asked).toEqual([{ to_approve: true, page_size: 1 }]);
});

it("asks nothing of the kind of whoever approves nothing", async () => {
  expect(await home("admissions_officer", "en")).toEqual([]);
  expect(screen.queryByRole("link", { name: /approval/ })).toBeNull();
});
