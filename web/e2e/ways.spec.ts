import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { flag, newSchool } from "./support/flags.ts";
import { fillForm, readForm } from "./support/form.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { discard, prepare, serve, stop } from "./support/server.ts";
import { smsGateway, type SmsGateway } from "./support/sms.ts";
import { fillSignIn } from "./support/staff.ts";
import { at, formPath } from "./support/state.ts";
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

  // Who has an account is asked for nothing of it again.
  const document = await readForm(school, "form", "ar");
  const { guardian_name: _name, guardian_email: _email, guardian_phone: _phone, ...others } = sample(school, "form", "ar");
  await page.goto(at(school, formPath("form")));
  await fillForm(page, document, others, "ar", document.steps.find(({ fields }) => fields.includes("guardian_name"))?.id);
  for (const [id, value] of [["guardian_name", "هدى صالح"], ["guardian_email", email]] as const) await expect(page.locator(`[id="f.${id}"]`)).toHaveValue(value);
  await expect(page.locator('[id="f.guardian_phone"]')).toHaveValue(/9123 ?4567$/);

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

test("otp: a code by SMS, through the school's own gateway, signs a telephone in", async ({ page }) => {
  test.slow();
  const gateway = await smsGateway();
  // A server of its own, in test mode: in production it speaks to no gateway without TLS.
  const own = await prepare("", ["abq"]);
  const file = path.join(own.data, "schools/abq/school.yaml");
  const yaml = readFileSync(file, "utf8").replace(/^conditionalScreens:.*(\n[ ]+.*)*/m, "conditionalScreens: { without_auth: N, login: N, otp: Y, signUp: N }");
  writeFileSync(file, `${yaml.trimEnd()}\nsms: { url: "${gateway.url}", from: Abq }\n`);
  const child = await serve(own, { QABUL_MODE: "test" });
  try {
    await signInByText(page, gateway, (route) => at("abq", route, own.port));
  } finally {
    await stop(child);
    gateway.close();
    discard(own);
  }
});

async function signInByText(page: Page, gateway: SmsGateway, there: (route: string) => string): Promise<void> {
  await page.goto(there("/otp-authentication?lng=ar"));
  await page.getByRole("button", { name: ar("entry.otp.byPhone") }).click();
  await page.locator("[type=tel]").fill("٩١٢٣ ٤٥٦٧");
  await expectAccessible(page, "the number");
  await page.getByRole("button", { name: ar("entry.otp.send") }).click();
  await expect(heading(page)).toHaveText(ar("entry.otp.code.title"), { timeout: 30_000 });
  await expect(page.getByText("91234567")).toBeVisible();

  const { from, text } = await gateway.textTo("+96891234567");
  expect(from).toBe("Abq");
  // In the family's language, and with the line by which a telephone offers the code above its keyboard.
  const [, code = ""] = /رمز الدخول (\d{6})[^]*\n@\S+ #\1$/.exec(text.trim()) ?? [];
  await field(page, "one-time-code").fill(code);
  await expect(heading(page)).toHaveText(ar("entry.otp.opening.title"));
  await expect(page).toHaveURL(there("/dashboard"));
  // Nobody is greeted by a number: the account is asked for its name.
  await expect(page.getByRole("textbox", { name: word("ar", "family", "family.name.label") })).toBeVisible();
  await expectNoOverflow(page, "dashboard");
}
