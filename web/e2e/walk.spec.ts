import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { fillStep, next, openStep, readForm, send } from "./support/form.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow, expectWholeTables } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { signIn } from "./support/staff.ts";
import { at, formPath, SCHOOLS } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// Every form that ships, filled in from its own sample to its end, on a telephone and in Arabic.
test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

/** The forms that a school's own plugin judges: every step of theirs is another, so axe looks at all of them. */
const OWN = new Set(["abq", "vmsiihe", "rushmore", "mograhr"]);

/** What their rules work out are wide tables: looked at on a desk as well, and as the school's staff see them. */
const TABLED = new Set(["rushmore", "mograbills"]);

for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    test(`${school}'s ${form} can be filled in and sent`, async ({ page }) => {
      const document = await readForm(school, form, "ar");
      const values = sample(school, form, "ar");
      // Of the others at the step that asks the most: they are made of the same fields.
      const fullest = document.steps.reduce((one, other) => (other.fields.length > one.fields.length ? other : one));
      let [cards, tables] = [0, 0];
      const taps = await countTaps(page);
      // The school's application is begun where its families arrive: at its address, by links alone.
      const arrives = school === "abq" && form === "abq";
      await page.goto(at(school, arrives ? "/?lng=ar" : formPath(form)));
      if (arrives) await page.getByRole("link", { name: word("ar", "common", "door.apply"), exact: true }).click();
      for (;;) {
        const step = await openStep(page, document, "ar");
        const what = `${school}/${form}: ${step?.id ?? "review"}`;
        if (step) await fillStep(page, document, step, values, "ar");
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        // What follows from the answers stands beside them.
        if (school === "abq" && step?.fields.includes("stream")) await expect(page.getByRole("region", { name: word("ar", "forms", "computed.label") })).toBeVisible();
        if (step) expect(await wayToNext(page), `screens from the last question of ${what} to the button that leads on`).toBeLessThan(1.5);
        cards += await heightOfCards(page);
        await expectNoOverflow(page, what);
        await expectNoLatin(page, what);
        if (!step || step.id === fullest.id || OWN.has(form)) await expectAccessible(page, what);
        await shot(page, `walk/${school}-${form}-${step?.id ?? "review"}`, { fullPage: true });
        if (TABLED.has(form)) tables += await tablesOnADesk(page, what);
        if (!step) break;
        await next(page, "ar");
      }
      // What the rules work out is never in the way: less than two and a half screens of it on the whole way, the review with it.
      expect(cards, "pixels of what is worked out").toBeLessThan(2_000);
      const reference = await send(page, "ar");
      if (arrives) expect(await taps(), "taps from the school's address to the reference").toBeLessThanOrEqual(50);
      await expectNoOverflow(page, `${school}/${form}: thanks`);
      await expectNoLatin(page, `${school}/${form}: thanks`);
      await expectAccessible(page, `${school}/${form}: thanks`);
      await shot(page, `walk/${school}-${form}-thanks`, { fullPage: true });
      const found = await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin");
      expect(found.map((row) => row.reference)).toEqual([reference]);
      if (!TABLED.has(form)) return;
      expect(tables, "tables on a desk").toBeGreaterThan(0);
      await signIn(page, school, "admin", "ar", `/pre_admission/${String(found[0]?.id)}`);
      await page.getByRole("tab", { name: word("ar", "staff", "tab.verdict") }).click();
      await expect(page.getByRole("table").first()).toBeVisible();
      await expectWholeTables(page, `${school}/${form}: the record on a telephone`);
      await expectAccessible(page, `${school}/${form}: the record`);
      await shot(page, `walk/${school}-${form}-record`, { fullPage: true });
      await tablesOnADesk(page, `${school}/${form}: the record`);
    });
  }
}

/** The same page on a desk: no table is cut there, and so many there are. */
async function tablesOnADesk(page: Page, what: string): Promise<number> {
  const telephone = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 1440, height: 900 });
  const tables = await expectWholeTables(page, `${what} on a desk`);
  await page.setViewportSize(telephone);
  return tables;
}

/** Counts what a thumb does from now on: a tap for a press and for a field to type into, two for a list that opens and is chosen from. */
async function countTaps(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { taps: 0 };
    Object.assign(window, { seen });
    addEventListener("click", (event) => event.isTrusted && (seen.taps += 1), true);
    // A country is found by typing, and chosen by a tap.
    addEventListener("keydown", (event) => event.key === "Enter" && (seen.taps += 1), true);
    addEventListener(
      "change",
      ({ target }) => {
        if (target instanceof HTMLSelectElement) seen.taps += 2;
        else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !["checkbox", "radio", "file"].includes(target.type))) seen.taps += 1;
      },
      true,
    );
  });
  return async () => await page.evaluate(() => (window as unknown as { seen: { taps: number } }).seen.taps);
}

/** From the end of the last question to the button that leads on, in screens of this telephone. */
function wayToNext(page: Page): Promise<number> {
  return page.evaluate(() => {
    const questions = [...document.querySelectorAll('[id^="f."]')].map((each) => each.getBoundingClientRect().bottom);
    const button = document.querySelector("main form button[type=submit]");
    if (!button || questions.length === 0) throw new Error("no question or no button");
    return (button.getBoundingClientRect().top - Math.max(...questions)) / window.innerHeight;
  });
}

/** How much of the page what the rules work out takes. */
async function heightOfCards(page: Page): Promise<number> {
  const regions = await page.getByRole("region", { name: word("ar", "forms", "computed.label") }).all();
  const heights = await Promise.all(regions.map(async (region) => (await region.boundingBox())?.height ?? 0));
  return heights.reduce((sum, height) => sum + height, 0);
}
