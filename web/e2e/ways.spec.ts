import type { Page } from "@playwright/test";
import { flag, newSchool } from "./support/flags.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { fillSignIn } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// Each of a school's flags brings a family in, on a telephone and in Arabic, against the real server and with its own riddle solved.
test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

const ar = (key: string, values: Record<string, string | number> = {}) => word("ar", "auth", key, values);
const password = "river lamp quiet moss";
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The path of the link in a mail; the address bar's host is the test's own. */
async function follow(page: Page, school: string, address: string, route: string): Promise<void> {
  const [, fragment] = await mailTo(address, new RegExp(`${route}(#\\S+)`));
  await page.goto("about:blank");
  await page.goto(at(school, `${route}${fragment ?? ""}`));
}

async function signOut(page: Page, school: string): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto(at(school, "/?lng=ar"));
}

test("signUp and login: an account by mail, then its password, then a forgotten one", async ({ page }) => {
  test.slow();
  const school = await newSchool("signup", { signUp: "Y" });
  const email = `huda@${school}.example`;
  await page.goto(at(school, "/dashboard?lng=ar"));
  await expect(page).toHaveURL(/\/sign-up/);
  await field(page, "name").fill("هدى صالح");
  await field(page, "email").fill(email);
  await page.locator("[type=tel]").fill("٩١٢٣ ٤٥٦٧");
  await field(page, "new-password").fill(password);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: ar("entry.signUp.send") }).click();
  await expect(heading(page)).toHaveText(ar("entry.mail.title"), { timeout: 30_000 });
  await expectNoOverflow(page, "mail");

  await follow(page, school, email, "/verify-account");
  await expect(heading(page)).toHaveText(ar("entry.verify.done.title"));
  expect(page.url()).not.toContain("#");
  await page.getByRole("link", { name: ar("entry.continue") }).click();
  await expect(page).toHaveURL(at(school, "/dashboard"));
  // The page before keeps its heading until this one has come, and this one is empty for a moment.
  await expect(heading(page)).not.toHaveText(ar("entry.verify.done.title"));
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await heading(page).waitFor();
  await expectAccessible(page, "dashboard");

  await flag(school, { login: "Y" });
  await signOut(page, school);
  await expect(page).toHaveURL(/\/sign-in/);
  await fillSignIn(page, email, password, "ar");
  await expect(page).toHaveURL(at(school, "/dashboard"));

  await signOut(page, school);
  await page.getByRole("link", { name: ar("entry.forgot.link") }).click();
  await expect(heading(page)).toHaveText(ar("entry.forgot.title"));
  await field(page, "email").fill(email);
  await page.getByRole("button", { name: ar("entry.forgot.send") }).click();
  await expect(heading(page)).toHaveText(ar("entry.forgot.sent.title"), { timeout: 30_000 });
  await follow(page, school, email, "/reset-password");
  await field(page, "new-password").fill("four boats under one moon");
  await field(page, "new-password-again").fill("four boats under one moon");
  await page.getByRole("button", { name: ar("reset.send") }).click();
  await expect(heading(page)).toHaveText(ar("reset.done.title"));
  await page.getByRole("link", { name: ar("signIn.title") }).click();
  await expect(heading(page)).toHaveText(ar("signIn.title"));
  await fillSignIn(page, email, "four boats under one moon", "ar");
  await expect(page).toHaveURL(at(school, "/dashboard"));
});

test("otp: a code by mail, typed in Arabic digits, signs in after two seconds", async ({ page }) => {
  test.slow();
  const school = await newSchool("otp", { otp: "Y" });
  const email = `salma@${school}.example`;
  await page.goto(at(school, "/dashboard?lng=ar"));
  await expect(page).toHaveURL(/\/otp-authentication/);
  await field(page, "email").fill(email);
  await page.getByRole("button", { name: ar("entry.otp.send") }).click();
  await expect(heading(page)).toHaveText(ar("entry.otp.code.title"), { timeout: 30_000 });

  await field(page, "one-time-code").fill("000000");
  await expect(page.getByRole("alert")).toContainText(word("ar", "messages", "L004"));
  const [code = ""] = await mailTo(email, /\b\d{6}\b/);
  const typed = [...code].map((digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)]).join("");
  await field(page, "one-time-code").fill(typed);
  await expect(heading(page)).toHaveText(ar("entry.otp.opening.title"));
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await expect(page).toHaveURL(at(school, "/dashboard"));
  await heading(page).waitFor();
  await expectAccessible(page, "dashboard");
});
