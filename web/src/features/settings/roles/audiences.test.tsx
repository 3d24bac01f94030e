import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { school } from "@/test/server";
import { Audiences } from "./Audiences";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("an audience is called by the school's own name, and others are added", async () => {
  desk();
  const { user, desk: held } = await open(<Audiences />);
  fireEvent.change(await screen.findByRole("textbox", { name: "Health team (English)" }), { target: { value: "Clinic" } });
  expect(screen.getByText("Both languages are needed.")).toBeVisible();
  fireEvent.change(screen.getByRole("textbox", { name: "Clinic (Arabic)" }), { target: { value: "العيادة" } });
  await waitFor(() => expect(held.read("school.yaml", "/audiences/health")).toEqual({ name: { en: "Clinic", ar: "العيادة" } }));
  const add = screen.getByRole("button", { name: "Add" });
  fireEvent.change(screen.getByRole("textbox", { name: "English name" }), { target: { value: "Health" } });
  expect(screen.getByText("There is one of this name.")).toBeVisible();
  fireEvent.change(screen.getByRole("textbox", { name: "English name" }), { target: { value: "Boarding House 2" } });
  expect(add).toBeDisabled();
  fireEvent.change(screen.getByRole("textbox", { name: "Arabic name" }), { target: { value: "السكن" } });
  await user.click(add);
  await waitFor(() => expect(held.read("school.yaml", "/audiences/boarding_house_2")).toEqual({ name: { en: "Boarding House 2", ar: "السكن" } }));
  await user.click(screen.getByRole("button", { name: "Remove “Boarding House 2”" }));
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Boarding House 2 (English)" })).toBeNull());
  expect(held.read("school.yaml", "/audiences/boarding_house_2")).toBeUndefined();
});

it.each([
  ["en", "2 colleagues read it", "Nobody who reads enquiries is in it: what is kept for it is read by nobody.", "Choose who reads for “Finance team”, under People", "Colleagues can be added once it is published."],
  ["ar", "فيها زميلان", "ليس فيها أحد ممن يقرؤون الاستفسارات وطلبات الالتحاق: ما يُحفظ لها لا يقرؤه أحد.", "اختيار من يقرأ ضمن «فريق المالية» من صفحة الأشخاص", "يمكن إضافة الزملاء إليها بعد النشر."],
] as const)("tells how many read what is kept for each, and where nobody does (%s)", async (language, members, nobody, choose, later) => {
  const unread = { enquiries: 1, tasks: 0 };
  const name = { en: "Finance team", ar: "فريق المالية" };
  desk({ more: { "GET /audiences": () => ({ items: [{ id: "health", members: 2, unread: null }, { id: "finance", members: 0, unread }] }) } });
  await open(<Audiences />, { language, audiences: [...school.audiences, { id: "finance", name }] });
  expect(await screen.findByRole("link", { name: members })).toHaveAttribute("href", "/settings/people?audience=health");
  expect(screen.getByText(nobody)).toBeVisible();
  expect(screen.getByRole("link", { name: choose })).toHaveAttribute("href", "/settings/people?kind=staff");
  // Two of the usual ones, which this school's answer does not know.
  expect(screen.getAllByText(later)).toHaveLength(2);
});

it("tells whoever does not manage people no numbers, and does not ask for them", async () => {
  desk({ more: { "GET /audiences": () => ({ items: [{ id: "health", members: 2, unread: null }] }) } });
  await open(<Audiences />, { roles: ["form_designer"] });
  expect(await screen.findByRole("textbox", { name: "Health team (English)" })).toBeVisible();
  expect(screen.queryByRole("link", { name: "2 colleagues read it" })).toBeNull();
});
