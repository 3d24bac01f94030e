import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { api, enquiries, submit, token } from "./support/http.ts";
import { mailTo } from "./support/mail.ts";
import { signIn } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, type Language } from "./support/words.ts";

/**
 * The pictures of the administrators' guide (`docs/guide`), taken from the real pages of a demo school by `make pictures`
 * (`QABUL_GUIDE=1`). Every run sees that the guide shows each of them in both languages and no other, and that the two which need
 * more than opening a page can be taken; the rooms themselves are looked at in `screens.spec.ts`.
 */
const GUIDE = path.resolve(import.meta.dirname, "../../docs/guide");
const TO = process.env.QABUL_GUIDE ? path.join(GUIDE, "pictures") : path.resolve(import.meta.dirname, "../test-results/guide");
const SCHOOL = "vmsiihe";
const ROOMS = ["entry", "branding", "dates", "forms", "texts", "legal", "messages", "plugins", "roles", "history"] as const;
const OTHERS = ["overview", "builder", "publish", "setup", "enquiry", "export", "application"] as const;
const LANGUAGES = ["en", "ar"] as const;
const ALL = Boolean(process.env.QABUL_GUIDE);

test.use({ viewport: { width: 1280, height: 800 }, contextOptions: { reducedMotion: "reduce" } });

for (const language of ALL ? LANGUAGES : (["ar"] as const)) {
  test(`the guide has its pictures (${language})`, async ({ page }) => {
    if (ALL) test.setTimeout(240_000);
    mkdirSync(TO, { recursive: true });
    const desk = (key: string) => word(language, "settingsDesk", key);
    await signIn(page, SCHOOL, "admin", language);
    for (const room of ALL ? (["overview", ...ROOMS, "setup"] as const) : []) {
      await page.goto(at(SCHOOL, `/settings${room === "overview" ? "" : `/${room}`}?lng=${language}`));
      await picture(page, language, room);
    }

    // A form in the builder, with one of its questions opened.
    await page.goto(at(SCHOOL, `/settings/forms/form?lng=${language}`));
    await expect(page.getByRole("region", { name: word(language, "builder", "outline.title") })).toBeVisible();
    await picture(page, language, "builder");

    // What publishing would change, for a colour of the draft; it is thrown away again.
    await page.goto(at(SCHOOL, `/settings/branding?lng=${language}`));
    const colour = page.getByRole("textbox", { name: word(language, "settingsRooms", "colours.primary"), exact: true });
    await colour.fill("#7a1f4b");
    await page.getByRole("button", { name: desk("bar.publish"), exact: true }).click();
    const dialog = page.getByRole("dialog", { name: desk("publish.title") });
    await expect(dialog.getByText(desk("publish.checked"))).toBeVisible();
    await picture(page, language, "publish");
    await dialog.getByRole("button", { name: desk("publish.cancel") }).click();
    await page.getByRole("button", { name: desk("bar.discard") }).click();
    await page.getByRole("dialog").getByRole("button", { name: desk("discard.confirm") }).click();
    await expect(page.getByText(desk("bar.nothing"))).toBeVisible();
    if (ALL) await takeApplication(page, language);
  });
}

/** An application with a message and a task, as the office sees it and as its family does. */
async function takeApplication(page: Page, language: Language): Promise<void> {
  const names = { en: ["Sara Al Habsi", "Ahmed Al Habsi"], ar: ["سارة الحبسية", "أحمد الحبسي"] } as const;
  const [applicant_name, guardian_name] = names[language];
  const said = { en: ["Call about the hostel", "When may we visit the campus?"], ar: ["اتصال بشأن السكن", "متى يمكننا زيارة الحرم؟"] } as const;
  const [task, question] = said[language];
  const address = `guide-${language}@example.com`;
  const reference = await submit(SCHOOL, "form", { ...sample(SCHOOL, "form", language), applicant_name, guardian_name, applicant_dob: "2008-03-05", guardian_email: address }, language);
  const [, link = ""] = await mailTo(address, /(\/my-application#token=[\w-]+)/);
  const family = await page.context().browser()?.newContext({ viewport: { width: 1280, height: 800 }, locale: language, timezoneId: "Asia/Muscat", reducedMotion: "reduce" });
  const other = await family?.newPage();
  if (!other) throw new Error("no browser");
  const own = (key: string) => word(language, "application", `application.${key}`);
  await other.goto(at(SCHOOL, link));
  await other.getByRole("textbox", { name: own("prove.birth_date") }).fill("05/03/2008");
  await other.getByRole("button", { name: own("prove.go") }).click();
  await other.getByRole("textbox", { name: own("ask") }).fill(question);
  await other.getByRole("button", { name: own("ask.send") }).click();
  await expect(other.getByRole("listitem").filter({ hasText: question }).first()).toBeVisible();
  await other.evaluate(() => scrollTo(0, 0));
  await picture(other, language, "application");
  await other.context().close();

  const row = (await enquiries(SCHOOL, `q=${encodeURIComponent(reference)}`, "admin"))[0];
  const headers = { authorization: `Bearer ${await token(SCHOOL, "admin")}` };
  await api(SCHOOL, "POST", `/enquiries/${row?.id ?? ""}/tasks`, { headers, body: { text: task } });
  await page.goto(at(SCHOOL, `/pre_admission/${row?.id ?? ""}?tab=papers&lng=${language}`));
  await picture(page, language, "enquiry");
  await page.goto(at(SCHOOL, `/pre_admission?lng=${language}`));
  await page.getByRole("button", { name: word(language, "staff", "export.label"), exact: true }).click();
  await expect(page.getByRole("dialog", { name: word(language, "staff", "export.title") })).toBeVisible();
  await picture(page, language, "export");
}

/** Waits until the page is whole, the preview in it as well, and takes it. */
async function picture(page: Page, language: Language, name: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page.locator('[role="status"][aria-busy="true"], [class*="Skeleton"]')).toHaveCount(0);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  if (ALL) await page.waitForLoadState("networkidle");
  const shot = await page.screenshot({ path: path.join(TO, `${language}-${name}.jpg`), type: "jpeg", quality: 82, animations: "disabled" });
  // A page that shows nothing makes a small picture.
  expect(shot.length, name).toBeGreaterThan(15_000);
}

test("the guide shows every picture in both languages, and leads nowhere else", () => {
  const taken = LANGUAGES.flatMap((language) => [...ROOMS, ...OTHERS].map((name) => `${language}-${name}.jpg`));
  const shown = LANGUAGES.flatMap((language) => [...readFileSync(path.join(GUIDE, `${language}.md`), "utf8").matchAll(/\]\(pictures\/([\w-]+\.jpg)\)/g)].map((found) => found[1] ?? ""));
  expect(new Set(shown)).toEqual(new Set(taken));
  expect(shown).toHaveLength(taken.length);
  expect(new Set(readdirSync(path.join(GUIDE, "pictures")))).toEqual(new Set(taken));
});
