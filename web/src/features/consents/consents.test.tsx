import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import type { ConsentLine } from "./api";
import { ConsentsPage } from "./ConsentsPage";

vi.setConfig({ testTimeout: 30_000 });

const columns = [
  { code: "photo", title: { en: "Photographs", ar: "الصور" }, required: false },
  { code: "rules", title: { en: "School rules", ar: "نظام المدرسة" }, required: true },
];
const sara: ConsentLine = {
  id: "e1",
  registration_id: "ABQ27-00001",
  student_name: "Sara Al-Said",
  student_name_ar: "سارة السعيد",
  grade: { en: "KG 1", ar: "الروضة الأولى" },
  cells: [
    { code: "photo", state: "withdrawn", at: "2026-11-20T08:00:00Z" },
    { code: "rules", state: "never", at: null },
  ],
};
const omar: ConsentLine = { ...sara, id: "e2", registration_id: "ABQ27-00002", student_name: "Omar Hadi", student_name_ar: "", cells: [{ code: "photo", state: "accepted", at: "2026-11-19T08:00:00Z" }, { code: "rules", state: "older", at: "2026-10-01T08:00:00Z" }] };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function load(role: Role, more: Parameters<typeof stubServer>[0] = {}, { language = "en", path = "/consents" }: { language?: "en" | "ar"; path?: string } = {}) {
  const asked: string[] = [];
  stubServer({
    "GET /consents": (_body, url) => {
      asked.push(url.search);
      return { columns, items: [sara, omar], next_cursor: null };
    },
    "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", buckets: [] }] }),
    ...more,
  });
  const page = (
    <SchoolContext value={school}>
      <ConsentsPage />
    </SchoolContext>
  );
  const view = await renderRoutes([{ path: "/consents", element: page }], { store: staffStore(role), language, path });
  return { ...view, asked, user: userEvent.setup() };
}

it("tells in words how each consent of each child stands, and since when", async () => {
  await load("principal");
  const row = within((await screen.findByRole("link", { name: "Sara Al-Said" })).closest("tr")!);
  expect(row.getByText("Withdrawn")).toBeVisible();
  expect(row.getByText("20-Nov-2026")).toBeVisible();
  expect(row.getByText("Never asked")).toBeVisible();
  expect(screen.getByRole("link", { name: "Sara Al-Said" })).toHaveAttribute("href", expect.stringContaining("e1"));
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("button", { name: "Export" })).toBeNull();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("narrows by the address", async () => {
  const { asked, router } = await load("principal", {}, { path: "/consents?choice=refused" });
  await screen.findByRole("link", { name: "Sara Al-Said" });
  expect(asked[0]).toContain("choice=refused");
  expect(screen.getByLabelText("Answer")).toHaveValue("refused");
  fireEvent.change(screen.getByLabelText("Consent"), { target: { value: "photo" } });
  await waitFor(() => expect(asked.at(-1)).toContain("code=photo"));
  expect(router.state.location.search).toBe("?choice=refused&code=photo");
});

it("asks those that are chosen, and tells what became of each", async () => {
  const sent: unknown[] = [];
  const { asked, user } = await load("admissions_officer", {
    "POST /enquiries/e1/consents": (body) => {
      sent.push(body);
      return { status: 201, body: {} };
    },
    "POST /enquiries/e2/consents": () => ({ status: 422, body: { messageId: "F003", errors: [] } }),
  });
  await user.click(await screen.findByRole("checkbox", { name: /Select all|Choose all/i }));
  await user.click(screen.getByRole("button", { name: "Ask for consents" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/The families of 2 applications get an e-mail/)).toBeVisible();
  await user.click(dialog.getByRole("checkbox", { name: /School rules/ }));
  const before = asked.length;
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(/Omar Hadi/, { selector: "li bdi" })).toBeVisible();
  expect(sent).toEqual([{ codes: ["rules"], days: 14, language: "both" }]);
  await waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

it("says in Arabic where there is nothing yet", async () => {
  await load("admissions_officer", { "GET /consents": () => ({ columns: [], items: [], next_cursor: null }) }, { language: "ar" });
  expect(await screen.findByRole("heading", { name: "لا توجد موافقات بعد" })).toBeVisible();
});

it("ticks the only consent there is, and says of whom it is known already", async () => {
  const only = [{ code: "photo", title: { en: "Photographs", ar: "الصور" }, required: false }];
  const line = (id: string, state: string) => ({ id, registration_id: id, student_name: id, student_name_ar: "", grade: { en: "", ar: "" }, cells: [{ code: "photo", state, at: null }] });
  const { user } = await load("admissions_officer", { "GET /consents": () => ({ columns: only, items: [line("e1", "accepted"), line("e2", "never")], next_cursor: null }) });
  await user.click(await screen.findByRole("checkbox", { name: /Select all|Choose all/i }));
  await user.click(screen.getByRole("button", { name: "Ask for consents" }));
  const photo = within(await screen.findByRole("dialog")).getByRole("checkbox", { name: "Photographs" });
  expect(photo).toBeChecked();
  expect(photo).toHaveAccessibleDescription("1 of those chosen has accepted already");
});
