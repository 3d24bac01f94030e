import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { Actions } from "./Actions";
import { ableOf } from "./assignees";
import { Notes } from "./Notes";
import { Tasks } from "./Tasks";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const enquiry = { id: "e1", version: 1, form: "abq", state: "new", owner: { id: "u1", name: "Laila" }, next_states: [], document: { schema: {} } } as unknown as Enquiry;

async function show(page: ReactNode, answers: Parameters<typeof stubServer>[0]) {
  const store = staffStore("reviewer");
  const { calls } = stubServer(answers);
  await renderWith(<SchoolContext value={school}>{page}</SchoolContext>, { store });
  return { calls };
}

it("reads who looks after it, and gives it to nobody", async () => {
  const { calls } = await show(<Actions enquiry={enquiry} />, {});
  expect(await screen.findByText("Laila")).toBeVisible();
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(calls).not.toContain("GET /enquiries/assignees");
});

it("writes notes", async () => {
  await show(<Notes enquiry={enquiry} order={2} />, { "GET /enquiries/e1/notes": () => ({ items: [] }) });
  expect(await screen.findByRole("button", { name: "Add a note" })).toBeVisible();
});

it("does their own tasks and no others", async () => {
  const task = (id: string, text: string, owner: string) => ({
    id, version: 1, enquiry: { id: "e1", reference: "ABQ-1", person: "Sara" }, text: { en: text, ar: text }, by_rules: false, assigned_to: { id: owner, name: owner }, due_on: null, author: null, done_at: null, done_by: null, created_at: "2026-11-20T08:00:00Z",
  });
  await show(<Tasks enquiry={enquiry} order={2} />, { "GET /enquiries/e1/tasks": () => ({ items: [task("t1", "Read the reports", "u1"), task("t2", "Call the family", "u2")] }) });
  expect(await screen.findByRole("checkbox", { name: "Read the reports" })).toBeEnabled();
  expect(screen.getByRole("checkbox", { name: "Call the family" })).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Add a task" })).toBeNull();
});

it("is offered for what they may read", () => {
  const items = [
    { id: "u1", name: "Laila", email: "l@abq.example", forms: ["abq"] },
    { id: "u2", name: "Salim", email: "s@abq.example", forms: null },
  ];
  expect(ableOf(items, "abq").map(({ id }) => id)).toEqual(["u1", "u2"]);
  expect(ableOf(items, "new").map(({ id }) => id)).toEqual(["u2"]);
});
