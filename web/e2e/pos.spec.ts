import { signIn } from "./support/staff.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "settings", key, values);

test("a till is added, a device becomes it, a cashier signs in at it and out again", async ({ page, browser }) => {
  const till = `T${crypto.randomUUID().slice(0, 6).toUpperCase()}`;
  const staffCode = `C${crypto.randomUUID().slice(0, 6)}`;
  await signIn(page, "abq", "admin", "en", "/settings/people");
  await page.getByRole("button", { name: t("people.invite"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("people.invite.title") });
  await dialog.getByText(t("people.invite.till"), { exact: true }).click();
  await dialog.getByLabel(t("people.name"), { exact: true }).fill("خالد البوسعيدي");
  await dialog.getByLabel(t("people.staffCode"), { exact: true }).fill(staffCode);
  await dialog.locator("input[type=password]").fill("4071");
  await dialog.getByRole("checkbox", { name: t("people.role.cashier") }).check();
  await dialog.getByRole("button", { name: t("people.invite.add") }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto(at("abq", "/settings/tills"));
  await page.getByRole("button", { name: t("tills.add") }).first().click();
  const form = page.getByRole("dialog", { name: t("tills.add") });
  await form.getByLabel(t("tills.code"), { exact: true }).fill(till);
  await form.getByLabel(t("tills.name"), { exact: true }).fill("المقصف");
  await form.getByRole("button", { name: t("tills.add.do") }).click();
  const shown = page.getByRole("status", { name: t("tills.enrol.code") });
  const code = ((await shown.textContent()) ?? "").replaceAll(" ", "");
  await expectAccessible(page, "the enrolment code");

  const counter = await browser.newContext({ viewport: { width: 1024, height: 768 } });
  const device = await counter.newPage();
  await device.goto(at("abq", "/pos-sign-in?lng=ar"));
  await device.getByLabel(word("ar", "auth", "entry.pos.enrol.code")).fill(code);
  await device.getByLabel(word("ar", "auth", "entry.pos.enrol.device")).fill("لوح المقصف");
  await device.locator("[type=submit]").click();
  await device.getByLabel(word("ar", "auth", "entry.pos.staff")).fill(staffCode);
  await device.getByLabel(word("ar", "auth", "entry.pos.pin"), { exact: true }).fill("4071");
  await device.locator("[type=submit]").click();
  await expect(device).toHaveURL(at("abq", "/pos"));
  await expect(device.getByRole("heading", { level: 1 })).toHaveText("خالد البوسعيدي");
  await expect(device.getByText(till)).toBeVisible();
  await expect(device.getByRole("contentinfo")).toHaveCount(0);
  await expect(device.getByRole("navigation")).toHaveCount(0);
  for (const width of [1024, 390]) {
    await device.setViewportSize({ width, height: 768 });
    await shot(device, `pos/pos-${width}-ar`);
    await expectNoOverflow(device, `pos ${width}`);
    await expectAccessible(device, `pos ${width}`);
    await expectNoLatin(device, `pos ${width}`);
  }

  // Who manages the tills sees who is at it.
  await page.getByRole("button", { name: t("tills.enrol.done") }).click();
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: till })).toContainText("خالد البوسعيدي");

  const left = device.waitForRequest((request) => request.isNavigationRequest());
  await device.getByRole("button", { name: word("ar", "pos", "pos.signOut") }).click();
  expect((await left).url()).toBe(at("abq", "/pos-sign-in"));
  await expect(device).toHaveURL(at("abq", "/pos-sign-in"));
  await device.goBack();
  await expect(device.getByText("خالد البوسعيدي")).toHaveCount(0);
  await counter.close();
});
