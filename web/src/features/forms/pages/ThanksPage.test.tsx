import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { carryOver, dropOutcome, storeOutcome } from "../outcome";
import { ThanksPage } from "./ThanksPage";

beforeEach(() => {
  storeSchoolId("abq");
  storeOutcome({ form: "new", formVersion: "1.0.0", reference: "ABQ-7", submittedAt: "2026-11-21T08:00:00Z", checklist: [] });
  stubServer({ "GET /public/forms/new": () => ({ form: { id: "new", version: "1.0.0", messages: {} } }) });
});
afterEach(dropOutcome);

const show = async (at: Partial<typeof school>) => await renderWith(<SchoolContext value={{ ...school, ...at }}><ThanksPage /></SchoolContext>);

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

it("says whom to call, where the school tells it", async () => {
  const { unmount } = await show({ contact: { phone: "+96824500100", email: null, hours: { en: "Sunday to Thursday", ar: "من الأحد إلى الخميس" } } });
  expect(await screen.findByRole("link", { name: "Call +96824500100" })).toHaveAttribute("href", "tel:+96824500100");
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
  await show({});
  expect(await screen.findByRole("link", { name: "Open my application" })).toHaveAttribute("href", "/my-application#token=secret");
  await waitFor(() => expect(screen.queryAllByRole("link", { name: "Add documents" })).toHaveLength(checklist.length));
  expect(screen.getByRole("link", { name: "Open my application" })).toBeVisible();
});
