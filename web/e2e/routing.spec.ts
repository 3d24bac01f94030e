import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { qabul } from "./support/cli.ts";
import { api, call } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { fillSignIn, signIn } from "./support/staff.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

/** Sets a school's conditional screens and waits until the running server has them. */
async function flag(school: string, flags: Record<string, "Y" | "N">): Promise<void> {
  const file = path.join(state().data, "schools", school, "school.yaml");
  const all = { without_auth: "N", login: "N", otp: "N", signUp: "N", ...flags };
  const line = `conditionalScreens: { ${Object.entries(all).map(([key, value]) => `${key}: ${value}`).join(", ")} }`;
  const before = readFileSync(file, "utf8");
  const after = /^conditionalScreens:.*(\n[ ]+.*)*/m.test(before) ? before.replace(/^conditionalScreens:.*(\n[ ]+.*)*/m, line) : `${before}\n${line}\n`;
  writeFileSync(file, after);
  const shown = async () => ((await api(school, "GET", "/common/school-details")).json.authPage as { conditionalScreens: Record<string, string> }).conditionalScreens;
  await expect.poll(shown, { intervals: [100], timeout: 5_000 }).toMatchObject(all);
}

test("the root leads to sign-in, an unknown path to the root", async ({ page }) => {
  await page.goto(at("abq", "/"));
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(at("abq", "/no/such/page"));
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("the first flagged screen decides where a stranger goes; without one the wanted page is remembered", async ({ page }) => {
  const school = `flags-${crypto.randomUUID().slice(0, 6)}`;
  const email = `admin@${school}.example`;
  qabul(["school", "new", school, "--name-en", "Flags", "--name-ar", "أعلام", "--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", email]);
  await expect.poll(async () => (await api(school, "GET", "/common/school-details")).status, { intervals: [100] }).toBe(200);
  qabul(["user", "add", "--school", school, "--email", `officer@${school}.example`, "--role", "admissions_officer", "--password-stdin"], `${state().password}\n`);

  await flag(school, { login: "Y", otp: "Y" });
  await page.goto(at(school, "/pre_admission"));
  await expect(page).toHaveURL(at(school, "/sign-in"));

  await flag(school, {});
  await page.goto(at(school, "/pre_admission?state=new"));
  await expect(page).toHaveURL(at(school, "/sign-in?redirectUrl=/pre_admission%3Fstate%3Dnew"));
  await fillSignIn(page, `officer@${school}.example`, state().password);
  await expect(page).toHaveURL(at(school, "/pre_admission?state=new"));
});

test("a remembered address of another site is not followed", async ({ page }) => {
  await page.goto(at("abq", "/sign-in?redirectUrl=%2F%2Fevil.example%2Fx"));
  await fillSignIn(page, "officer@abq.example", state().password);
  await expect(page).toHaveURL(at("abq", "/dashboard"));
});

test("who is signed in does not see sign-in, and comes to the dashboard from the root", async ({ page }) => {
  await signIn(page, "abq");
  await page.goto(at("abq", "/sign-in"));
  await expect(page).toHaveURL(at("abq", "/dashboard"));
  await page.goto(at("abq", "/"));
  await expect(page).toHaveURL(at("abq", "/dashboard"));
});

test("a role that a page does not name is told so", async ({ page }) => {
  const email = `cashier-${crypto.randomUUID().slice(0, 6)}@rushmore.example`;
  qabul(["user", "add", "--school", "rushmore", "--email", email, "--role", "cashier", "--password-stdin"], `${state().password}\n`);
  await page.goto(at("rushmore", "/sign-in"));
  await fillSignIn(page, email, state().password);
  await expect(page).toHaveURL(at("rushmore", "/dashboard"));
  await page.goto(at("rushmore", "/pre_admission"));
  await expect(page).toHaveURL(at("rushmore", "/access-denied"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("en", "auth", "denied.role.title"));
});

test("a wrong password is refused in words, and says nothing about the account", async ({ page }) => {
  await page.goto(at("abq", "/sign-in"));
  await fillSignIn(page, "officer@abq.example", "not-the-password");
  await expect(page.getByRole("alert")).toContainText(word("en", "messages", "L001"));
  await fillSignIn(page, "nobody@abq.example", "not-the-password");
  await expect(page.getByRole("alert")).toContainText(word("en", "messages", "L001"));
});

test("the language switches in place, mirrors the page and is remembered", async ({ page }) => {
  await page.goto(at("abq", "/sign-in"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: /^العربية/ }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("ar", "auth", "signIn.title"));
  await page.goto(at("abq", "/enquiry/new"));
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await page.goto(at("abq", "/enquiry/new?lng=en"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the footer names year and product, and opens the two dialogs", async ({ page }) => {
  await page.goto(at("abq", "/enquiry/new"));
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(String(new Date().getFullYear()));
  await expect(footer).toContainText(word("en", "common", "product"));
  for (const key of ["footer.terms", "footer.privacy"]) {
    await footer.getByRole("button", { name: word("en", "common", key) }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect.poll(async () => await dialog.boundingBox()).toMatchObject({ width: 1000, height: 550 });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

test("the sign-in card holds in both languages and widths", async ({ page }) => {
  for (const school of ["abq", "vmsiihe", "rushmore", "mogra"]) {
    for (const language of ["en", "ar"] as const) {
      for (const width of [1440, 390]) {
        const what = `sign-in ${school} ${width} ${language}`;
        await page.setViewportSize({ width, height: 900 });
        await page.goto(at(school, `/sign-in?lng=${language}`));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(word(language, "auth", "signIn.title"));
        await page.screenshot({ path: `test-results/sign-in/${school}-${width}-${language}.png` });
        await expectNoOverflow(page, what);
        await expectAccessible(page, what);
        if (language === "ar") await expectNoLatin(page, what);
      }
    }
  }
});

test("a host that is no school's is refused, and headers only confirm the host", async () => {
  const unknown = await call(state(), "nobody.localhost", "GET", "/api/v1/oa/common/school-details");
  expect([unknown.status, unknown.json.messageId]).toEqual([421, "L007"]);
  const none = await call(state(), "abq.localhost", "GET", "/api/v1/oa/public/forms");
  expect([none.status, none.json.message]).toEqual([400, "Missing client-id"]);
  const other = await call(state(), "abq.localhost", "GET", "/api/v1/oa/public/forms", { headers: { "school-id": "vmsiihe" } });
  expect([other.status, other.json.messageId]).toEqual([403, "L006"]);
});
