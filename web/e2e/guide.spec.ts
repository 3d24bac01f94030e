import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
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
const OTHERS = ["overview", "builder", "publish", "setup"] as const;
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
  });
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
