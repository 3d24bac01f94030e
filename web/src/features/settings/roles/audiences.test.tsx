import { configure, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
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
