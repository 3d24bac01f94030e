import type { Page } from "@playwright/test";
import { qabul, sample } from "./support/cli.ts";
import { measure, seconds } from "./support/effort.ts";
import { newDesk } from "./support/flags.ts";
import { fillForm, readForm, send } from "./support/form.ts";
import { api } from "./support/http.ts";
import { mailTo } from "./support/mail.ts";
import { png } from "./support/pictures.ts";
import { enter, fillSignIn } from "./support/staff.ts";
import { at, formPath, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { word, type Language } from "./support/words.ts";

const s = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "setup", key, values);
const d = (key: string, values: Record<string, string | number> = {}) => word("en", "settingsDesk", key, values);
const r = (key: string, values: Record<string, string | number> = {}) => word("en", "settingsRooms", key, values);
const p = (key: string) => word("en", "settings", key);

test.use({ contextOptions: { reducedMotion: "reduce" } });

const heading = (page: Page, step: string, language: Language = "en") => expect(page.getByRole("heading", { level: 1, name: s(`${step}.title`, {}, language) })).toBeVisible();
const next = async (page: Page, step: string) => {
  await page.getByRole("button", { name: s("next", { step: s(`step.${step}`) }), exact: true }).click();
  await heading(page, step);
};
const skip = async (page: Page, to: string) => {
  await page.getByRole("button", { name: s("skip"), exact: true }).click();
  await heading(page, to);
};

test("an invited administrator sets a school up, and a family's first answers arrive, in few steps", async ({ page, context, browser }) => {
  test.setTimeout(240_000);
  const school = `noor-${crypto.randomUUID().slice(0, 6)}`;
  const email = `head@${school}.example`;
  const password = "three-copper-kettles-by-the-window-7";
  const printed = qabul(["school", "new", school, "--name-en", "Al Noor School", "--name-ar", "مدرسة النور", "--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", email]);
  const link = printed.match(/https?:\/\/\S+\/reset-password\S*/)?.[0] ?? "";
  await expect.poll(async () => (await api(school, "GET", "/common/school-details")).status, { intervals: [100] }).toBe(200);
  const effort = await measure(context);

  // The invitation: a password, then the first sign-in with its second factor.
  await page.goto(link.replace(/^https?:\/\/[^/]+/, at(school, "")));
  await page.getByLabel(word("en", "auth", "reset.password"), { exact: true }).fill(password);
  await page.getByLabel(word("en", "auth", "reset.again"), { exact: true }).fill(password);
  await page.getByRole("button", { name: word("en", "auth", "reset.send"), exact: true }).click();
  await page.getByRole("link", { name: word("en", "auth", "signIn.title") }).click();
  await fillSignIn(page, email, password);
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.locator('[name="one-time-code"]').fill(totp(secret));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: word("en", "common", "action.done") }).click();

  // The guide is there by itself.
  await expect(page).toHaveURL(at(school, "/settings/setup?step=logo"));
  await heading(page, "logo");
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: r("logo.upload"), exact: true }).click();
  await (await chooser).setFiles({ name: "logo.png", mimeType: "image/png", buffer: png(240, 60, [30, 90, 80]) });
  await next(page, "colours");
  await page.getByRole("textbox", { name: r("colours.primary"), exact: true }).fill("#7a1f3d");
  await next(page, "dates");
  // The dates of a new school are right as they stand.
  await skip(page, "entry");
  await page.getByRole("switch", { name: r("entry.flag.without_auth") }).click({ force: true });
  await next(page, "form");
  await skip(page, "colleague");
  await page.getByRole("button", { name: p("people.invite"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: p("people.invite.title") });
  await dialog.getByLabel(p("people.name"), { exact: true }).fill("Salim");
  await dialog.getByLabel(p("people.email"), { exact: true }).fill(`salim@${school}.example`);
  await dialog.getByRole("checkbox", { name: p("people.role.admissions_officer") }).check();
  await dialog.getByRole("button", { name: p("people.invite.send") }).click();
  await expect(dialog).toHaveCount(0);
  await mailTo(`salim@${school}.example`, /\/reset-password#\S+/);
  await next(page, "publish");
  await page.getByRole("button", { name: /and publish$/ }).click();
  await page.getByRole("dialog", { name: d("publish.title") }).getByRole("button", { name: d("publish.now") }).click();

  // At its end: the address that families get.
  await heading(page, "end");
  const offered = page.getByRole("region", { name: s("end.address") });
  await expect(offered.getByRole("img")).toBeVisible();
  const shown = (await offered.getByRole("link").first().getAttribute("href")) ?? "";
  expect([formPath("new"), formPath("form")]).toContain(shown);
  await page.getByRole("button", { name: s("end.finish") }).click();
  await expect(page).toHaveURL(at(school, "/dashboard"));
  const details = (await api(school, "GET", "/common/school-details")).json as { branding: { colours: { primary: string } }; authPage: { conditionalScreens: { without_auth: string } } };
  expect([details.branding.colours.primary, details.authPage.conditionalScreens.without_auth]).toEqual(["#7a1f3d", "Y"]);

  const told = `${effort.clicks} clicks, ${effort.fields} fields: ${Math.round(seconds(effort))} s of a person's time`;
  process.stdout.write(`from the invitation to a school that families can reach: ${told}\n`);
  expect(effort.clicks, "clicks are counted").toBeGreaterThan(12);
  expect(effort.clicks + effort.fields, `steps of the set-up (${told})`).toBeLessThanOrEqual(32);

  // A family follows that address, and its answers are found by the administrator.
  const family = await (await browser.newContext({ reducedMotion: "reduce", locale: "ar-OM" })).newPage();
  const form = shown === formPath("new") ? "new" : "form";
  await family.goto(at(school, `${shown}?lng=ar`));
  await fillForm(family, await readForm(school, form, "ar"), sample(school, form, "ar"), "ar");
  const reference = await send(family, "ar");
  await page.goto(at(school, `/pre_admission?q=${encodeURIComponent(reference)}`));
  await expect(page.getByRole("row").filter({ hasText: reference })).toHaveCount(1);

  // Finished: the next sign-in begins with the day's work, and the settings speak of it no more.
  await page.goto(at(school, "/settings"));
  await expect(page.getByRole("region", { name: s("title") })).toHaveCount(0);
});

test("the guide is left and taken up another day, and never forced", async ({ page, browser }) => {
  const school = await newDesk("later", { amina: "أمينة الكندية" });
  await page.goto(at(school, "/sign-in?lng=en"));
  const offered = page.waitForResponse("**/settings/setup");
  await fillSignIn(page, `amina@${school}.example`, state().password);
  // Its operators put a second person there: nobody is led away from the day's work.
  await expect(page).toHaveURL(at(school, "/dashboard"));
  await (await offered).finished();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(at(school, "/dashboard"));
  await page.goto(at(school, "/settings/setup"));
  await heading(page, "logo");
  await skip(page, "colours");
  await page.getByRole("textbox", { name: r("colours.primary"), exact: true }).fill("#1b3a7a");
  await expect(page.getByRole("button", { name: s("next", { step: s("step.dates") }) })).toBeVisible();
  await page.getByRole("button", { name: s("leave") }).click();
  await expect(page).toHaveURL(at(school, "/dashboard"));

  const another = await (await browser.newContext({ reducedMotion: "reduce", viewport: { width: 1440, height: 900 }, locale: "en-GB" })).newPage();
  await enter(another, school, `amina@${school}.example`, "/settings");
  const banner = another.getByRole("region", { name: s("title") });
  await expect(banner).toContainText(s("progress", { done: 2, all: 7 }));
  await banner.getByRole("link", { name: s("banner.go.act") }).click();
  await heading(another, "dates");
  await expect(another.getByRole("navigation", { name: s("nav") }).getByRole("link", { name: new RegExp(s("step.logo")) })).toContainText(s("state.skipped"));
});
