import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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
import type { ConsentOfChild } from "./calls";
import { ConsentsBlock } from "./ConsentsBlock";

vi.setConfig({ testTimeout: 30_000 });

const photo: ConsentOfChild = {
  code: "photo",
  title: { en: "Photographs", ar: "الصور" },
  required: false,
  version: "4f2a90c1b7de",
  state: "withdrawn",
  history: [
    { id: "c1", version: "4f2a90c1b7de", choice: "accepted", signer: "Huda Al-Said", signed_at: "2026-11-20T08:00:00Z", withdrawn_at: "2026-11-21T08:00:00Z", withdrawn_reason: "We changed our mind", reference: "ABQ-2026-CN-00012" },
  ],
};
const rules: ConsentOfChild = { code: "rules", title: { en: "School rules", ar: "نظام المدرسة" }, required: true, version: "000000000000", state: "never", history: [] };
const trips: ConsentOfChild = { ...rules, code: "trips", title: { en: "Trips", ar: "الرحلات" }, required: false, version: "", state: "accepted" };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function load(role: Role, more: Parameters<typeof stubServer>[0] = {}, language: "en" | "ar" = "en") {
  stubServer({ "GET /enquiries/e1/consents": () => ({ items: [photo, rules, trips] }), ...more });
  void renderWith(
    <SchoolContext value={school}>
      <ConsentsBlock id="e1" version={1} />
    </SchoolContext>,
    { store: staffStore(role), language },
  );
  return userEvent.setup();
}

it("tells what was said and withdrawn, by whom and why", async () => {
  load("principal");
  const block = await screen.findByRole("region", { name: "Consents" });
  expect(block).toHaveTextContent("Accepted on 20-Nov-2026 · Huda Al-Said · ABQ-2026-CN-00012 · withdrawn on 21-Nov-2026: We changed our mind");
  expect(block).toHaveTextContent("Never asked · Required");
  expect(within(block).queryByRole("button")).toBeNull();
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("asks for what lacks an answer, and for what else is chosen", async () => {
  const sent: unknown[] = [];
  const user = load("admissions_officer", {
    "POST /enquiries/e1/consents": (body) => {
      sent.push(body);
      return { status: 201, body: {} };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Ask for consents" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  await user.click(dialog.getByRole("checkbox", { name: "School rules" }));
  await user.click(dialog.getByRole("button", { name: "Send" }));
  expect(dialog.getByText("Choose at least one, and 8 at most.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole("checkbox", { name: "Photographs" }));
  fireEvent.change(dialog.getByLabelText("Time for an answer"), { target: { value: "21" } });
  fireEvent.change(dialog.getByLabelText("Language of the letter"), { target: { value: "ar" } });
  await user.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toEqual([{ codes: ["photo"], days: 21, language: "ar" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows nothing where the school asks for no consent", async () => {
  load("admissions_officer", { "GET /enquiries/e1/consents": () => ({ items: [] }) }, "ar");
  await new Promise((done) => setTimeout(done, 0));
  expect(screen.queryByRole("region")).toBeNull();
});
