import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { qabul } from "./support/cli.ts";
import { expectAccessible } from "./support/look.ts";
import { enter, fillSignIn } from "./support/staff.ts";
import { png } from "./support/pictures.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { word } from "./support/words.ts";

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "profile", key, values);

const NAME = "هدى صالح";

/** Somebody of one's own, signed in: each test may spoil them. */
async function somebody(page: Page): Promise<string> {
  const email = `p-${crypto.randomUUID().slice(0, 8)}@abq.example`;
  qabul(["user", "add", "--school", "abq", "--email", email, "--name", NAME, "--role", "admissions_officer", "--password-stdin"], `${state().password}\n`);
  await enter(page, "abq", email);
  return email;
}

/** Through the sign-in page, as they would themselves. */
async function signInAgain(page: Page, email: string, password: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(at("abq", "/sign-in?lng=en"));
  await fillSignIn(page, email, password);
}

test("a person changes what the school knows of them, and finds it again", async ({ page }) => {
  await somebody(page);
  await page.getByRole("button", { name: word("en", "common", "user.menu", { name: NAME }) }).click();
  await page.getByRole("menuitem", { name: word("en", "common", "user.profile") }).click();
  await page.getByLabel(t("profile.city"), { exact: true }).fill("صور");
  await page.getByLabel(t("profile.phone"), { exact: true }).fill("٩٢٣٤ ٥٦٧٨");
  await page.getByLabel(t("profile.country"), { exact: true }).selectOption("OM");
  await page.getByRole("button", { name: t("profile.save"), exact: true }).click();
  await expect(page.getByText(t("profile.saved"), { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(t("profile.city"), { exact: true })).toHaveValue("صور");
  await expect(page.getByLabel(t("profile.phone"), { exact: true })).toHaveValue("92345678");
});

test("a picture is cut, sent, shown in the menu and taken away", async ({ page }) => {
  await somebody(page);
  await page.goto(at("abq", "/profile"));
  await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png() });
  await page.getByLabel(t("profile.avatar.zoom")).fill("2");
  await page.getByRole("button", { name: t("profile.avatar.take") }).click();
  await expect(page.getByRole("button", { name: t("profile.avatar.remove") })).toBeVisible();
  const shown = page.locator("header img[src*='/avatars/']");
  await expect(shown).toHaveCount(1);
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole("button", { name: t("profile.avatar.remove") }).click();
  await expect(shown).toHaveCount(0);
});

test("a second factor is set up, asked for at the next sign-in, and taken away", async ({ page }) => {
  const email = await somebody(page);
  await page.goto(at("abq", "/profile/security"));
  await page.getByRole("button", { name: t("profile.factor.setup") }).click();
  const dialog = page.getByRole("dialog", { name: t("profile.factor.setup") });
  await dialog.locator("input[type=password]").fill(state().password);
  await dialog.getByRole("button", { name: t("profile.next") }).click();
  const secret = ((await dialog.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await expectAccessible(page, "setting up a second factor");
  await dialog.getByLabel(t("profile.factor.code"), { exact: true }).fill(totp(secret));
  await dialog.getByRole("button", { name: t("profile.factor.confirm") }).click();
  const codes = page.getByRole("dialog", { name: t("profile.factor.codes") });
  await expect(codes.getByRole("listitem")).not.toHaveCount(0);
  const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
  await expectAccessible(page, "recovery codes");
  const saving = page.waitForEvent("download");
  await codes.getByRole("button", { name: word("en", "common", "recovery.save") }).click();
  expect(readFileSync(await (await saving).path(), "utf8")).toContain(recovery.trim());
  await codes.getByRole("checkbox").check();
  await codes.getByRole("button", { name: word("en", "common", "action.done") }).click();
  await expect(page.getByText(t("profile.factor.on"), { exact: true })).toBeVisible();

  await signInAgain(page, email, state().password);
  // The code of this half minute was used: the next one counts.
  await page.locator('[name="one-time-code"]').fill(totp(secret, Date.now() + 30_000));
  await expect(page).toHaveURL(at("abq", "/dashboard"));

  await page.goto(at("abq", "/profile/security"));
  await page.getByRole("button", { name: t("profile.factor.remove") }).click();
  const asked = page.getByRole("dialog", { name: t("profile.factor.remove") });
  await asked.locator("input[type=password]").fill(state().password);
  await asked.getByLabel(t("profile.factor.codeOrRecovery"), { exact: true }).fill(recovery.trim());
  await asked.getByRole("button", { name: t("profile.factor.remove") }).click();
  await expect(page.getByText(t("profile.factor.off"), { exact: true })).toBeVisible();
});

test("another browser's session is seen and ended, and its next step is refused", async ({ page, browser }) => {
  const email = await somebody(page);
  const elsewhere = await browser.newContext({ userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1" });
  const other = await elsewhere.newPage();
  await enter(other, "abq", email);

  await page.goto(at("abq", "/profile/security"));
  const list = page.getByRole("region", { name: t("profile.sessions.title") });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list.getByRole("listitem").first()).toContainText(t("profile.sessions.this"));
  await expect(list.getByRole("listitem").nth(1)).toContainText(/iPhone/);
  await list.getByRole("button", { name: t("profile.sessions.endOthers"), exact: true }).click();
  const asked = page.getByRole("dialog");
  await expectAccessible(page, "asking before sessions end");
  await asked.getByRole("button", { name: t("profile.sessions.endOthers.do"), exact: true }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await other.getByRole("link", { name: word("en", "common", "nav.inbox"), exact: true }).click();
  await expect(other).toHaveURL(/\/sign-in/);
  await elsewhere.close();
});

test("a new password takes the present one, and signs in from then on", async ({ page }) => {
  const email = await somebody(page);
  await page.goto(at("abq", "/profile/security"));
  const fresh = `copper-window-${crypto.randomUUID().slice(0, 8)}`;
  const send = async (current: string) => {
    await page.getByLabel(t("profile.password.current"), { exact: true }).fill(current);
    await page.getByLabel(t("profile.password.new"), { exact: true }).fill(fresh);
    await page.getByLabel(t("profile.password.again"), { exact: true }).fill(fresh);
    const answered = page.waitForResponse("**/api/v1/oa/profile/password");
    await page.getByRole("button", { name: t("profile.password.send") }).click();
    return (await answered).status();
  };
  await send("not my password");
  await expect(page.getByText(word("en", "messages", "L016"))).toBeVisible();
  // A wrong password makes the next try wait a moment.
  await expect.poll(() => send(state().password), { intervals: [500, 1_000], timeout: 20_000 }).toBe(200);
  await expect(page.getByText(t("profile.password.done"))).toBeVisible();
  await signInAgain(page, email, fresh);
  await expect(page).toHaveURL(at("abq", "/dashboard"));
});

test("the own data are one file", async ({ page }) => {
  const email = await somebody(page);
  await page.goto(at("abq", "/profile/privacy"));
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: t("profile.export.do") }).click();
  const file = readFileSync(await (await saving).path(), "utf8");
  expect(file).toContain(email);
  expect(file).not.toMatch(/\$argon2|totp_secret/);
});
