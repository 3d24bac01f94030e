import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { fillStep, next, openStep, readForm, send } from "./support/form.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { at, formPath, SCHOOLS } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// Every form that ships, filled in from its own sample to its end, on a telephone and in Arabic.
test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

/** The forms that a school's own plugin judges: every step of theirs is another, so axe looks at all of them. */
const OWN = new Set(["abq", "vmsiihe", "rushmore", "mograhr"]);

for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    test(`${school}'s ${form} can be filled in and sent`, async ({ page }) => {
      const document = await readForm(school, form, "ar");
      const values = sample(school, form, "ar");
      // Of the others at the step that asks the most: they are made of the same fields.
      const fullest = document.steps.reduce((one, other) => (other.fields.length > one.fields.length ? other : one));
      let cards = 0;
      await page.goto(at(school, formPath(form)));
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
        if (!step) break;
        await next(page, "ar");
      }
      // What the rules work out is never in the way: less than two and a half screens of it on the whole way, the review with it.
      expect(cards, "pixels of what is worked out").toBeLessThan(2_000);
      const reference = await send(page, "ar");
      await expectNoOverflow(page, `${school}/${form}: thanks`);
      await expectNoLatin(page, `${school}/${form}: thanks`);
      await expectAccessible(page, `${school}/${form}: thanks`);
      await shot(page, `walk/${school}-${form}-thanks`, { fullPage: true });
      expect((await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin")).map((row) => row.reference)).toEqual([reference]);
    });
  }
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
