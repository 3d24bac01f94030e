import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import type { OfferCondition } from "./calls";
import { OfferConditions } from "./OfferConditions";

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));
vi.setConfig({ testTimeout: 30_000 });

const report: OfferCondition = {
  code: "report",
  text: { en: "The school report", ar: "الشهادة المدرسية" },
  due_on: "2099-12-12",
  state: "submitted",
  field: "scan",
  files: [{ id: "f1", name: "report.pdf", given_at: "2026-11-24T09:00:00Z" }],
  may_judge: true,
  reason: null,
  decided_at: null,
};
const test: OfferCondition = { ...report, code: "test", text: { en: "The placement test", ar: "اختبار تحديد المستوى" }, state: "waived", field: null, files: [], reason: "Seen at school", decided_at: "2026-11-24T09:00:00Z" };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function load(role: Role, state: string, more: Parameters<typeof stubServer>[0] = {}, shown: readonly OfferCondition[] = [report, test]) {
  stubServer({ "GET /enquiries/e1/conditions": () => ({ letter: "l1", items: shown }), ...more });
  void renderWith(
    <SchoolContext value={school}>
      <OfferConditions id="e1" version={1} state={state} />
    </SchoolContext>,
    { store: staffStore(role) },
  );
  return userEvent.setup();
}

it("tells how many conditions are met, what came for them, and until when", async () => {
  load("admissions_officer", "A/conditions_open");
  const list = await screen.findByRole("region", { name: "What the offer depends on" });
  expect(list).toHaveTextContent("1 of 2 met or waived · next due 12-Dec-2099");
  expect(list).toHaveTextContent("report.pdf");
  expect(list).toHaveTextContent("Seen at school");
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("says of what came that it is to be looked at", async () => {
  load("admissions_officer", "A/conditions_open", {}, [{ ...report, state: "submitted" }]);
  expect(await screen.findByRole("region", { name: "What the offer depends on" })).toHaveTextContent("Sent, to be looked at · until the end of");
});

it("says what became of one, and why not", async () => {
  const sent: unknown[] = [];
  const user = load("admissions_officer", "A/conditions_open", {
    "PATCH /enquiries/e1/letters/l1/conditions/report": (body) => {
      sent.push(body);
      return { status: 422, body: { messageId: "A012", guard: "offer_over" } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Failed: The school report" }));
  const dialog = within(await screen.findByRole("dialog", { name: "The school report" }));
  await user.click(dialog.getByRole("button", { name: "Failed" }));
  expect(dialog.getByText("Please say why.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText("Reason"), "Not passed");
  await user.click(dialog.getByRole("button", { name: "Failed" }));
  await waitFor(() => expect(sent).toEqual([{ state: "failed", reason: "Not passed" }]));
  expect(await dialog.findByRole("alert")).toHaveTextContent("The offer is over");
});

it("names another day for one that is open as what it is", async () => {
  const sent: unknown[] = [];
  const user = load("admissions_officer", "A/conditions_open", {
    "PATCH /enquiries/e1/letters/l1/conditions/report": (body) => {
      sent.push(body);
      return { letter: "l1", items: [report, test] };
    },
  });
  expect(await screen.findByRole("button", { name: "Open again: The placement test" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Give another day: The school report" }));
  const dialog = within(await screen.findByRole("dialog", { name: "The school report" }));
  await user.click(dialog.getByRole("button", { name: "Give another day" }));
  await waitFor(() => expect(sent).toEqual([{ state: "open", due_on: "2099-12-12" }]));
});

it("offers each role what it may say, and nothing of an offer that is over", async () => {
  load("principal", "F/conditional");
  const list = within(await screen.findByRole("region", { name: "What the offer depends on" }));
  expect(list.getAllByRole("button").map((button) => button.textContent)).toEqual(["Waive", "Failed"]);
});

it("shows a past offer without buttons", async () => {
  load("admissions_officer", "R/withdrawn");
  const list = within(await screen.findByRole("region", { name: "What the offer depends on" }));
  expect(list.queryAllByRole("button")).toEqual([]);
});

it("offers who may not read its document nothing but to waive it, and no way as the main one before something came", async () => {
  load("school_admin", "A/conditions_open", {}, [{ ...report, state: "open", files: [], may_judge: false }, { ...report, code: "other", text: test.text, state: "open", files: [] }]);
  const list = within(await screen.findByRole("region", { name: "What the offer depends on" }));
  const all = list.getAllByRole("button");
  expect(all.map((button) => button.textContent)).toEqual(["Waive", "Met", "Waive", "Failed", "Give another day"]);
  expect(new Set(all.filter((button) => button.textContent !== "Failed").map((button) => button.dataset.variant))).toEqual(new Set(["default"]));
});
