import type { Page } from "@playwright/test";
import { qabul } from "./support/cli.ts";
import { api } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { platformLooks } from "./support/rooms.ts";
import { shot } from "./support/shots.ts";
import { at, state } from "./support/state.ts";
import { expect, test, watch } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { word, type Language } from "./support/words.ts";

const g = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "registration", key, values);
const c = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "console", key, values);
/** The platform's own host: the base domain itself. */
const platform = (path: string) => `http://localhost:${state().port}${path}`;
const PASSWORD = "nine-quiet-herons-on-the-jetty-42";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** An operator, set up by the link of the command line; the secret of the second factor. */
async function operator(page: Page, email: string): Promise<string> {
  const printed = qabul(["operator", "add", email, "--name", "سالم الحارثي"]);
  const link = /\/console\/set-up#\S+/.exec(printed)?.[0] ?? "";
  expect(link, printed).not.toBe("");
  await page.goto(platform(link.replace("#", "?lng=en#")));
  const secret = ((await page.locator("code").first().textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel(c("signIn.password"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(c("setUp.again"), { exact: true }).fill(PASSWORD);
  await page.getByLabel(c("setUp.code"), { exact: true }).fill(totp(secret));
  await page.getByRole("button", { name: c("setUp.send"), exact: true }).click();
  await expect(page.getByRole("heading", { name: c("setUp.codes") })).toBeVisible();
  await expect(page.getByRole("list", { name: word("en", "common", "recovery.title") }).getByRole("listitem")).toHaveCount(10);
  return secret;
}

test("a school asks, confirms its mail, is approved, and its sign-in answers", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const mark = crypto.randomUUID().slice(0, 6);
  const name = `noor-${mark}`;
  const email = `huda-${mark}@noor.example`;
  await page.goto(platform("/registration-form?lng=en"));
  await page.getByRole("radio").first().check();
  await page.getByLabel(g("field.school_name"), { exact: true }).fill(`Noor ${mark}`);
  await page.getByLabel(g("field.school_name_ar"), { exact: true }).fill("مدرسة النور");
  // The address came from the name; one that is a school's is told, and another offered.
  const address = page.getByLabel(g("field.subdomain"), { exact: true });
  await expect(address).toHaveValue(name);
  await expect(page.getByText(new RegExp(`${name}\\.`)).first()).toBeVisible();
  await address.fill("abq");
  await expect(page.getByText(g("fault.taken"))).toBeVisible();
  await address.fill(name);
  await page.getByLabel(g("field.country"), { exact: true }).selectOption("OM");
  await page.getByLabel(g("field.students_estimate"), { exact: true }).fill("٣٠٠");
  await page.getByLabel(g("field.name"), { exact: true }).fill("هدى السالمية");
  await page.getByLabel(g("field.email"), { exact: true }).fill(email);
  await page.getByRole("textbox", { name: g("field.phone"), exact: true }).fill("+96891234567");
  await page.getByRole("checkbox", { name: g("field.terms") }).check();

  // Nothing is lost by a reload.
  await page.reload();
  await expect(address).toHaveValue(name);
  await expect(page.getByLabel(g("field.email"), { exact: true })).toHaveValue(email);
  await page.getByRole("button", { name: g("toReview") }).click();
  await expect(page.getByRole("heading", { level: 1, name: g("review.title") })).toBeVisible();
  await expect(page.getByText("+96891234567")).toBeVisible();
  await page.getByRole("button", { name: g("send") }).click();
  await expect(page.getByRole("heading", { level: 1, name: g("sent.title") })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: g("sent.title") })).toBeVisible();

  // The link of the mail, once.
  const link = (await mailTo(email, /\/registration-form\/confirm#\S+/))[0];
  await page.goto(platform(link.replace("#", "?lng=en#")));
  await expect(page.getByRole("heading", { name: g("confirm.done") })).toBeVisible();
  const again = await (await browser.newContext()).newPage();
  await again.goto(platform(link.replace("#", "?lng=en#")));
  await expect(again.getByRole("heading", { level: 1 })).toBeVisible();

  // An operator finds it and says yes.
  const desk = await (await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 }, locale: "en-GB" })).newPage();
  const problems = watch(desk);
  await operator(desk, `op-${mark}@platform.example`);
  await desk.getByRole("checkbox").check();
  await desk.getByRole("button", { name: word("en", "common", "action.done") }).click();
  const card = desk.getByRole("article", { name: `Noor ${mark}` });
  await desk.getByRole("button", { name: `Noor ${mark}`, exact: true }).click();
  await expect(card).toContainText(email);
  await card.getByRole("button", { name: c("request.approve") }).click();
  const dialog = desk.getByRole("dialog");
  await expect(dialog).toContainText(`${name}.localhost`);
  await dialog.getByRole("button", { name: c("request.approve"), exact: true }).click();
  await expect(desk.getByText(c("approve.done", { school: `Noor ${mark}` }))).toBeVisible({ timeout: 20_000 });
  await desk.getByRole("link", { name: new RegExp(`^${c("state.active")}`) }).click();
  await desk.getByRole("button", { name: `Noor ${mark}`, exact: true }).click();
  await expect(card).toContainText("سالم الحارثي");

  // The school is there, and its first administrator is invited.
  await expect.poll(async () => (await api(name, "GET", "/common/school-details")).status, { intervals: [200], timeout: 10_000 }).toBe(200);
  await mailTo(email, /\/reset-password#\S+/);
  await again.goto(at(name, "/sign-in?lng=en"));
  await expect(again.getByRole("button", { name: word("en", "auth", "signIn.send"), exact: true })).toBeVisible();
  // These pages are the platform's alone.
  await again.goto(at(name, "/console"));
  await expect(again).toHaveURL((url) => url.pathname === "/sign-in");

  // And it stands in the console, healthy.
  await desk.getByRole("link", { name: c("nav.schools") }).click();
  await desk.getByRole("searchbox").fill(name);
  // What was typed is looked for a moment later.
  await expect(desk).toHaveURL((url) => url.searchParams.get("q") === name);
  await desk.getByRole("link", { name: `Noor ${mark}` }).click();
  await expect(desk.getByRole("heading", { level: 1, name: `Noor ${mark}` })).toBeVisible();
  await expect(desk.getByText(c("school.diagnostics.none"))).toBeVisible();

  // Suspended, it says so to whoever opens it, by the address that the console shows; resumed, it answers again.
  await desk.getByRole("button", { name: c("school.suspend") }).click();
  await dialog.getByRole("textbox").fill(name);
  await dialog.getByRole("button", { name: c("school.suspend"), exact: true }).click();
  await expect(desk.getByText(c("school.state.suspended"), { exact: true })).toBeVisible();
  const shown = await desk.getByRole("link", { name: `${name}.localhost` }).getAttribute("href");
  expect(shown).toBe(at(name, ""));
  await again.goto(`${shown}/sign-in?lng=en`);
  await expect(again).toHaveURL((url) => url.pathname === "/access-denied");
  await desk.getByRole("button", { name: c("school.resume") }).click();
  await dialog.getByRole("button", { name: c("school.resume"), exact: true }).click();
  await expect(desk.getByText(c("school.state.active"), { exact: true })).toBeVisible();
  await again.goto(`${shown}/sign-in?lng=en`);
  await expect(again.getByRole("button", { name: word("en", "auth", "signIn.send"), exact: true })).toBeVisible();
  expect(problems).toEqual([]);
});

test("an operator says no with a reason: the school reads it in its mail, and its name is free again", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const mark = crypto.randomUUID().slice(0, 6);
  // Every other mark is Latin letters as well, which the console's own pages in Arabic must not show.
  const number = crypto.getRandomValues(new Uint32Array(1))[0];
  const [name, email, reason] = [`rain-${mark}`, `salim-${mark}@rain.example`, `لم نجد سجلًا تجاريًا لهذه المدرسة (${number}).`];
  await page.goto(platform("/registration-form?lng=ar"));
  const t = (key: string) => g(key, {}, "ar");
  await page.getByRole("radio").first().check();
  await page.getByLabel(t("field.school_name"), { exact: true }).fill(`Rain ${mark}`);
  await page.getByLabel(t("field.school_name_ar"), { exact: true }).fill("مدرسة المطر");
  await expect(page.getByLabel(t("field.subdomain"), { exact: true })).toHaveValue(name);
  await page.getByLabel(t("field.country"), { exact: true }).selectOption("OM");
  await page.getByLabel(t("field.students_estimate"), { exact: true }).fill("120");
  await page.getByLabel(t("field.name"), { exact: true }).fill("سالم الحارثي");
  await page.getByLabel(t("field.email"), { exact: true }).fill(email);
  await page.getByRole("textbox", { name: t("field.phone"), exact: true }).fill("+96891234567");
  await page.getByRole("checkbox", { name: t("field.terms") }).check();
  await page.getByRole("button", { name: t("toReview") }).click();
  await page.getByRole("button", { name: t("send"), exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("sent.title") })).toBeVisible({ timeout: 30_000 });
  const link = (await mailTo(email, /\/registration-form\/confirm#\S+/))[0];
  await page.goto(platform(link.replace("#", "?lng=ar#")));
  await expect(page.getByRole("heading", { name: t("confirm.done") })).toBeVisible();

  const desk = await (await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 }, locale: "en-GB" })).newPage();
  const problems = watch(desk);
  await operator(desk, `no-${mark}@platform.example`);
  await desk.getByRole("checkbox").check();
  await desk.getByRole("button", { name: word("en", "common", "action.done") }).click();
  await desk.getByRole("button", { name: `Rain ${mark}`, exact: true }).click();
  await desk.getByRole("article", { name: `Rain ${mark}` }).getByRole("button", { name: c("request.reject") }).click();
  const dialog = desk.getByRole("dialog");
  // Not without a reason.
  await dialog.getByRole("button", { name: c("request.reject"), exact: true }).click();
  await expect(dialog.getByText(c("reject.reason.missing"))).toBeVisible();
  await expectAccessible(desk, "a no without a reason");
  await dialog.getByLabel(c("reject.reason"), { exact: true }).fill(reason);
  await dialog.getByRole("button", { name: c("request.reject"), exact: true }).click();
  await expect(desk.getByText(c("reject.done", { school: `Rain ${mark}` }))).toBeVisible();
  await expect(desk.getByRole("article", { name: `Rain ${mark}` })).toHaveCount(0);
  await desk.getByRole("link", { name: new RegExp(`^${c("state.rejected")}`) }).click();
  const card = desk.getByRole("article", { name: `Rain ${mark}` });
  await desk.getByRole("button", { name: `Rain ${mark}`, exact: true }).click();
  await expect(card).toContainText(reason);
  await expect(card.getByRole("button")).toHaveCount(0);
  expect(problems).toEqual([]);

  // In the language that they asked in, with the reason as it was written.
  const mail = await mailTo(email, new RegExp(`لم نجد سجلًا تجاريًا لهذه المدرسة \\(${number}\\)`));
  expect(mail.input).toContain("مدرسة المطر");
  expect((await api(name, "GET", "/common/school-details")).status).not.toBe(200);
  await page.goto(platform("/registration-form?lng=en"));
  await page.getByRole("button", { name: g("sent.another") }).click();
  await page.getByLabel(g("field.subdomain"), { exact: true }).fill(name);
  await expect(page.getByText(new RegExp(`${name}\\..*is available`))).toBeVisible();
});

test("an operator signs in with password and code at once, out again, and in with a recovery code", async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6);
  const email = `door-${mark}@platform.example`;
  const secret = await operator(page, email);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: word("en", "common", "recovery.save") }).click();
  expect((await download).suggestedFilename()).toBe("qabul-operator-recovery-codes.txt");
  const spare = ((await page.getByRole("list", { name: word("en", "common", "recovery.title") }).getByRole("listitem").first().textContent()) ?? "").trim();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: word("en", "common", "action.done") }).click();
  await expect(page.getByRole("heading", { level: 1, name: c("requests.title") })).toBeVisible();
  await page.getByRole("button", { name: c("signOut") }).click();
  await expect(page.getByRole("heading", { level: 1, name: c("signIn.title") })).toBeVisible();
  await page.goto(platform("/console/schools"));
  await expect(page).toHaveURL(platform("/console/sign-in"));

  const enter = async (code: string) => {
    await page.getByLabel(c("signIn.email"), { exact: true }).fill(email);
    await page.getByLabel(c("signIn.password"), { exact: true }).fill(PASSWORD);
    await page.getByLabel(c("signIn.code"), { exact: true }).fill(code);
    const answered = page.waitForResponse("**/api/v1/oa/operator/sign-in");
    await page.getByRole("button", { name: c("signIn.send"), exact: true }).click();
    return (await answered).status();
  };
  await enter(totp(secret) === "000000" ? "111111" : "000000");
  await expect(page.getByRole("alert")).toBeVisible();
  // A wrong try makes the next one wait a little; the spare code opens the door without the telephone.
  await expect.poll(() => enter(spare), { intervals: [500, 1_000], timeout: 30_000 }).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: c("requests.title") })).toBeVisible();
});

for (const language of ["en", "ar"] as const) {
  test(`every page of the platform is whole, wide and narrow (${language})`, async ({ page }) => {
    test.setTimeout(180_000);
    await operator(page, `look-${crypto.randomUUID().slice(0, 6)}@platform.example`);
    for (const path of await platformLooks()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(platform(`${path}${path.includes("?") ? "&" : "?"}lng=${language}`));
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await expect(page.locator("[aria-busy=true], [aria-label][class*=Skeleton]")).toHaveCount(0);
      for (const [width, height] of [[1440, 900], [390, 844]] as const) {
        const what = `${path} ${language} ${width}`;
        await page.setViewportSize({ width, height });
        await shot(page, `platform/${path.replaceAll(/[^a-z]+/g, "-").slice(1)}-${language}-${width}`, { fullPage: true });
        await expectAccessible(page, what);
        await expectNoOverflow(page, what);
        if (language === "ar") await expectNoLatin(page, what);
      }
    }
  });
}
