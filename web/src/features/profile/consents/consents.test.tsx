import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { OwnConsent } from "./api";
import { ConsentsTab } from "./ConsentsTab";

vi.setConfig({ testTimeout: 30_000 });

const photo: OwnConsent = {
  id: "c2",
  child: { name: "Sara Al-Said", name_ar: "سارة السعيد" },
  code: "photo",
  title: { en: "Photographs", ar: "الصور" },
  version: "4f2a90c1b7de",
  required: true,
  choice: "accepted",
  signed_at: "2026-11-20T08:00:00Z",
  withdrawn_at: null,
  reference: "ABQ-2026-CN-00012",
};
const before: OwnConsent = { ...photo, id: "c1", version: "000000000000", signed_at: "2026-10-01T08:00:00Z" };
const rules: OwnConsent = { ...photo, id: "c3", code: "rules", title: { en: "School rules", ar: "نظام المدرسة" }, required: false, choice: "refused" };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function load(items: readonly OwnConsent[], more: Parameters<typeof stubServer>[0] = {}, language: "en" | "ar" = "en") {
  stubServer({ "GET /family/consents": () => ({ items }), ...more });
  void renderWith(
    <SchoolContext value={school}>
      <ConsentsTab />
    </SchoolContext>,
    { language },
  );
  return userEvent.setup();
}

it("tells child by child what was said, and lets only the newest answer be withdrawn", async () => {
  load([photo, before, rules]);
  const list = within(await screen.findByRole("region", { name: "Sara Al-Said" }));
  expect(list.getByText("Accepted on 20-Nov-2026")).toBeVisible();
  expect(list.getByText("Refused on 20-Nov-2026")).toBeVisible();
  expect(list.getAllByText(/^Text of 20-Nov-2026/).length, "no code of a version").toBeGreaterThan(0);
  expect(list.queryByText(/4f2a90c1b7de/)).toBeNull();
  expect(list.getByText(/You have answered again since/)).toBeVisible();
  expect(list.getAllByRole("button", { name: /^Withdraw/ })).toHaveLength(1);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("withdraws after saying what stops", async () => {
  const sent: unknown[] = [];
  let items = [photo];
  const user = load([], {
    "GET /family/consents": () => ({ items }),
    "POST /family/consents/c2/withdraw": (body) => {
      sent.push(body);
      items = [{ ...photo, withdrawn_at: "2026-11-21T08:00:00Z" }];
      return {};
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Withdraw/ }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/needs this consent before the child can be enrolled/)).toBeVisible();
  await user.type(dialog.getByLabelText("Why? (optional)"), "We changed our mind");
  await user.click(dialog.getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ reason: "We changed our mind" }]);
  expect(await screen.findByText("Accepted on 20-Nov-2026 · withdrawn on 21-Nov-2026")).toBeVisible();
  expect(screen.queryByRole("button", { name: /^Withdraw/ })).toBeNull();
});

it("says in Arabic where nothing was asked yet", async () => {
  load([], {}, "ar");
  expect(await screen.findByRole("heading", { name: "لا توجد موافقات بعد" })).toBeVisible();
});

it("leads from an empty page to where applications are added", async () => {
  load([]);
  expect(await screen.findByRole("link", { name: "Your children and applications" })).toHaveAttribute("href", "/");
});
