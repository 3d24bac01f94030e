import { screen, waitFor } from "@testing-library/react";
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

async function show(counts: object, role: "admissions_officer" | "principal", language: "en" | "ar" = "en") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const { calls } = stubServer({
    "GET /enquiries": () => ({ items: [], total: 0, next_cursor: null, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0 } }),
    "GET /tasks": () => ({ items: [], next_cursor: null, counts }),
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
