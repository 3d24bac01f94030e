import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { qabul } from "./support/cli.ts";
import { savesOf } from "./support/desk.ts";
import { newDesk } from "./support/flags.ts";
import { api } from "./support/http.ts";
import { expectAccessible } from "./support/look.ts";
import { SHOTS } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at, formPath, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, type Language } from "./support/words.ts";

const d = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "settingsDesk", key, values);
const r = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "settingsRooms", key, values);

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A school of its own with two administrators who sign in by password alone. */
const deskSchool = () => newDesk("desk", { amina: "أمينة الكندية", huda: "هدى السالمية" });

const enterRoom = (page: Page, school: string, name: "amina" | "huda", to: string) => enter(page, school, `${name}@${school}.example`, to);

async function somebody(browser: Browser): Promise<Page> {
  return await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", timezoneId: "Asia/Muscat", reducedMotion: "reduce" })).newPage();
}

const colour = (page: Page) => page.getByRole("textbox", { name: r("colours.primary"), exact: true });
const live = async (school: string) => (await api(school, "GET", "/common/school-details")).json as { branding: { colours: { primary: string } } };

async function publish(page: Page, note: string): Promise<void> {
  await page.getByRole("button", { name: d("bar.publish"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: d("publish.title") });
  await dialog.getByLabel(d("publish.note"), { exact: true }).fill(note);
  await dialog.getByRole("button", { name: d("publish.now") }).click();
  await expect(dialog).toHaveCount(0);
}

/**
 * How many pixels of two pictures are not the same. The browser itself decodes them; one step of 255 at the rounded corner of a
 * card is what its own rasteriser makes of a frame and of a page.
 */
async function differing(context: BrowserContext, one: Buffer, other: Buffer): Promise<{ sizes: string[]; pixels: number }> {
  const page = await context.newPage();
  const found = await page.evaluate(
    async (sources) => {
      const pictures = await Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const brush = canvas.getContext("2d");
          brush?.drawImage(image, 0, 0);
          return { size: `${image.width}x${image.height}`, data: brush?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray() };
        }),
      );
      const [left, right] = pictures.map(({ data }) => data);
      const differ = new Set<number>();
      left?.forEach((level, index) => Math.abs(level - (right?.[index] ?? -9)) > 1 && differ.add(index >> 2));
      return { sizes: pictures.map(({ size }) => size), pixels: differ.size };
    },
    [one, other].map((picture) => `data:image/png;base64,${picture.toString("base64")}`),
  );
  await page.close();
  return found;
}

test("two administrators at once: the second is told and merges; published, taken back, brought back", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const school = await deskSchool();
  const before = (await live(school)).branding.colours.primary;
  await enterRoom(page, school, "amina", "/settings/branding");
  const other = await somebody(browser);
  const [saved, savedThere] = [savesOf(page, "en"), savesOf(other, "en")];
  await enterRoom(other, school, "huda", "/settings/branding");
  await expect(colour(page)).toHaveValue(before);
  await expect(colour(other)).toHaveValue(before);

  // The first changes a colour and the website; the second the same colour, without having seen it.
  await colour(page).fill("#7a1f3d");
  await page.getByRole("textbox", { name: r("links.website") }).fill("https://school.example");
  await saved();
  await colour(other).fill("#1b3a7a");
  const dialog = other.getByRole("dialog", { name: d("conflict.title", { who: "أمينة الكندية" }) });
  await expect(dialog.getByText("#7a1f3d")).toBeVisible();
  await expect(dialog.getByText("#1b3a7a")).toBeVisible();
  await expectAccessible(other, "a conflict");
  await dialog.getByRole("radio", { name: d("conflict.mine") }).check();
  await dialog.getByRole("button", { name: d("conflict.done") }).click();
  await savedThere();
  await expect(colour(other)).toHaveValue("#1b3a7a");
  await expect(other.getByRole("textbox", { name: r("links.website") })).toHaveValue("https://school.example");

  // Nothing is live before it is published.
  expect((await live(school)).branding.colours.primary).toBe(before);
  await publish(other, "A new blue");
  await expect(other.getByText(d("publish.done"))).toBeVisible();
  expect((await live(school)).branding.colours.primary).toBe("#1b3a7a");

  // Taken back with one press.
  await other.getByRole("button", { name: d("publish.undo") }).click();
  await expect(other.getByText(d("publish.undone"))).toBeVisible({ timeout: 20_000 });
  expect((await live(school)).branding.colours.primary).toBe(before);

  // And brought back from the history.
  await other.getByRole("navigation", { name: d("nav.label") }).getByRole("link", { name: d("section.history") }).click();
  const row = other.getByRole("row").filter({ hasText: "A new blue" });
  await row.getByRole("button", { name: /what changed/ }).click();
  await expect(other.getByRole("dialog").getByText("#1b3a7a", { exact: true })).toBeVisible();
  await other.keyboard.press("Escape");
  await row.getByRole("button", { name: /restore/ }).click();
  await other.getByRole("dialog").getByRole("button", { name: r("history.bring.confirm") }).click();
  await publish(other, "Blue after all");
  await expect(other.getByText(d("publish.done"))).toBeVisible();
  expect((await live(school)).branding.colours.primary).toBe("#1b3a7a");
});

test("what is typed is saved by itself, undone and redone by keyboard, and never lost on the way", async ({ page }) => {
  const school = await deskSchool();
  const saved = savesOf(page, "en");
  await enterRoom(page, school, "amina", "/settings/entry");
  const way = page.getByRole("switch", { name: r("entry.flag.without_auth") });
  await way.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(r("entry.picture.first", { screen: r("entry.screen./admission") }))).toBeVisible();
  await page.keyboard.press("Control+z");
  await expect(way).not.toBeChecked();
  await page.keyboard.press("Control+Shift+z");
  await expect(way).toBeChecked();
  // Straight to another room, before the quiet is over; and loaded anew.
  await page.getByRole("navigation", { name: d("nav.label") }).getByRole("link", { name: d("section.dates") }).click();
  await saved();
  await page.goto(at(school, "/settings/entry"));
  await expect(way).toBeChecked();

  // The server is away: it is said, nothing goes, and it is saved once it is back.
  await page.route("**/api/v1/oa/settings/draft", (route) => route.abort());
  await way.click();
  await expect(page.getByRole("region", { name: d("bar.label") }).getByText(d("save.failed"), { exact: true }).first()).toBeVisible();
  await page.unroute("**/api/v1/oa/settings/draft");
  await page.getByRole("button", { name: d("retry") }).click();
  await saved();
});

test("what the operators keep says so", async ({ page }) => {
  const school = await deskSchool();
  qabul(["school", "lock", school, "/links/lic_lms_url"]);
  await enterRoom(page, school, "amina", "/settings/branding");
  await expect(page.getByText(d("mark.locked"))).toBeVisible();
  await expect(page.getByRole("textbox", { name: r("sender.address"), exact: true })).toHaveAttribute("readonly", "");
});

/** Two pictures of a part of the page, one after the other, that are the same: nothing moves or loads there any more. */
async function still(page: Page, clip: { width: number; height: number }): Promise<Buffer> {
  let last: Buffer = Buffer.alloc(0);
  await expect
    .poll(async () => {
      const now = await page.screenshot({ clip: { x: 0, y: 0, ...clip } });
      const same = now.equals(last);
      last = now;
      return same;
    }, { message: "two pictures that are the same", intervals: [100], timeout: 20_000 })
    .toBe(true);
  return last;
}

test("the preview is the published page, to the pixel, in both languages and widths", async ({ page, browser }) => {
  test.setTimeout(240_000);
  const school = await deskSchool();
  const saved = savesOf(page, "en");
  await enterRoom(page, school, "amina", "/settings/branding");
  await colour(page).fill("#6b2d5c");
  await page.getByRole("textbox", { name: d("in.en", { what: r("name.label") }) }).fill("The Pixel School");
  await page.getByRole("textbox", { name: d("in.ar", { what: r("name.label") }) }).fill("مدرسة النقاط");
  await saved();

  const looks = [
    ...(["en", "ar"] as const).flatMap((language) => ["/sign-in", "/admission", "/admission-dates"].map((screen) => ({ language, screen, device: "phone" }) as const)),
    { language: "ar", screen: formPath("form"), device: "phone" },
    { language: "en", screen: "/sign-in", device: "desktop" },
    { language: "ar", screen: "/admission", device: "desktop" },
    { language: "en", screen: formPath("form"), device: "desktop" },
  ] as const;
  const sizes = { phone: { width: 390, height: 0 }, desktop: { width: 1440, height: 900 } };
  const shots: Buffer[] = [];
  for (const { language, screen, device } of looks) {
    const size = sizes[device];
    await page.getByRole("region", { name: d("preview.title") }).locator("label").filter({ hasText: d(`preview.${device}`) }).click();
    await page.getByRole("region", { name: d("preview.title") }).getByText(language === "ar" ? "العربية" : "English", { exact: true }).click();
    await page.getByLabel(d("preview.screen"), { exact: true }).selectOption(screen);
    const frame = page.locator("iframe[data-shown]");
    await expect.poll(async () => await frame.evaluate((element: HTMLIFrameElement) => `${element.contentWindow?.location.pathname} ${element.contentDocument?.documentElement.lang}`)).toBe(`${screen} ${language}`);
    await expect(page.locator("iframe")).toHaveCount(1);
    const inside = page.frameLocator("iframe[data-shown]");
    await expect(inside.locator("h1").first()).toBeVisible();
    await expect(inside.locator("[aria-busy=true]")).toHaveCount(0);
    await inside.locator(":root").evaluate((root) => root.ownerDocument.fonts.ready);
    // Over nothing that shows it.
    await page.mouse.move(1439, 899);
    // Laid bare: without the phone drawn around it, at whole pixels.
    size.height = await frame.evaluate((element: HTMLIFrameElement, { width, height }) => {
      (element.contentDocument?.activeElement as HTMLElement | null)?.blur();
      const tall = height || Math.floor(element.offsetHeight);
      element.style.cssText = `position: fixed; inset: 0 auto auto 0; z-index: 9999; width: ${width}px; height: ${tall}px; opacity: 1; transform: none`;
      for (let above = element.parentElement; above; above = above.parentElement) {
        Object.assign(above.style, { overflow: "visible", borderRadius: "0", transform: "none", position: "static", zIndex: "auto" });
      }
      return tall;
    }, size);
    shots.push(await still(page, size));
    await page.reload();
  }
  await publish(page, "Pixels");
  await expect(page.getByText(d("publish.done"))).toBeVisible();

  const visitor = await browser.newContext({ locale: "en-GB", timezoneId: "Asia/Muscat", reducedMotion: "reduce" });
  const open = await visitor.newPage();
  for (const [nth, { language, screen, device }] of looks.entries()) {
    const size = sizes[device];
    await open.setViewportSize(size);
    await open.goto(at(school, `${screen}?lng=${language}`));
    await expect(open.locator("h1").first()).toBeVisible();
    await expect(open.locator("[aria-busy=true]")).toHaveCount(0);
    await open.evaluate(() => document.fonts.ready);
    await open.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const published = await still(open, size);
    const before = shots[nth] ?? Buffer.alloc(0);
    if (SHOTS) for (const [name, picture] of [["preview", before], ["published", published]] as const) writeFileSync(`test-results/pixel-${language}-${device}-${screen.slice(1).replaceAll("/", "-")}-${name}.png`, picture);
    expect(await differing(visitor, before, published), `${screen} in ${language} on a ${device}`).toEqual({ sizes: [`${size.width}x${size.height}`, `${size.width}x${size.height}`], pixels: 0 });
  }
  await visitor.close();
});

test("in the frame nothing is kept and nothing is sent", async ({ page }) => {
  const school = await deskSchool();
  await enterRoom(page, school, "amina", "/settings/branding");
  const inside = page.frameLocator("iframe[data-shown]");
  await expect(inside.locator("h1").first()).toBeVisible();
  const before = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  await inside.getByRole("textbox", { name: word("en", "auth", "signIn.email") }).fill("somebody@school.example");
  await inside.getByLabel(word("en", "auth", "signIn.password"), { exact: true }).fill("a-long-password-of-theirs");
  await inside.getByRole("button", { name: word("en", "auth", "signIn.send"), exact: true }).click();
  await expect(inside.getByText(word("en", "messages", "S004"))).toBeVisible();
  // As the person at the desk, with the session lent by the page around it.
  await page.getByLabel(d("preview.screen"), { exact: true }).selectOption("/dashboard");
  await expect(inside.getByRole("navigation", { name: word("en", "common", "nav.label") }).or(inside.locator("h1")).first()).toBeVisible();
  await expect.poll(async () => await page.locator("iframe[data-shown]").evaluate((element: HTMLIFrameElement) => element.contentWindow?.location.pathname)).toBe("/dashboard");
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe(before);
  expect(readFileSync(path.join(state().data, "server.log"), "utf8")).not.toContain("panicked");
});
