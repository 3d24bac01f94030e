import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { fillStep, next, openStep, readForm, send, type ChosenFile } from "./support/form.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow, expectWholeTables } from "./support/look.ts";
import { png } from "./support/pictures.ts";
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

const photograph = (name: string): ChosenFile => ({ name, mimeType: "image/png", buffer: png() });

/**
 * The job that the tour did by hand (issue 11): over the sample, which has a brother and the bus, a child who lives here and has an
 * allergy, three cheques, and two files. Nothing fills itself in.
 */
const TOUR: Readonly<Record<string, unknown>> = {
  lives_in_oman: true,
  civil_number: "71620358",
  has_condition: true,
  conditions: ["food_allergy"],
  condition_note: "حساسية من الفول السوداني، والقلم في الحقيبة.",
  medicine_at_school: true,
  plan: "three",
  doc_photo: photograph("صورة الطفلة.PNG"),
  doc_birth_certificate: photograph("شهادة الميلاد.PNG"),
};

/** From the school's address to the reference: what is pressed and chosen, and with a tap into each field that is typed into. */
const MOST_TAPS = 50;
const MOST_WITH_TYPING = 60;

for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    test(`${school}'s ${form} can be filled in and sent`, async ({ page }) => {
      const document = await readForm(school, form, "ar");
      // The school's application is begun where its families arrive: at its address, by links alone.
      const arrives = school === "abq" && form === "abq";
      const values = { ...sample(school, form, "ar"), ...(arrives ? TOUR : {}) };
      // Of the others at the step that asks the most: they are made of the same fields.
      const fullest = document.steps.reduce((one, other) => (other.fields.length > one.fields.length ? other : one));
      let tables = 0;
      const cards: [string, number][] = [];
      const taps = await countTaps(page);
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
        cards.push([step?.id ?? "review", await heightOfCards(page)]);
        await expectNoOverflow(page, what);
        await expectNoLatin(page, what);
        if (!step || step.id === fullest.id || OWN.has(form)) await expectAccessible(page, what);
        await shot(page, `walk/${school}-${form}-${step?.id ?? "review"}`, { fullPage: true });
        if (TABLED.has(form)) tables += await tablesOnADesk(page, what);
        if (!step) break;
        await next(page, "ar");
      }
      // What the rules work out is never in the way: two and a half screens of it on the whole way, and less than one on the review.
      const pixels = (some: typeof cards) => some.reduce((sum, [, height]) => sum + height, 0);
      const told = `pixels of what is worked out: ${JSON.stringify(cards)}`;
      expect(pixels(cards.filter(([step]) => step !== "review")), told).toBeLessThan(2_000);
      expect(pixels(cards), told).toBeLessThan(2_700);
      const reference = await send(page, "ar");
      if (arrives) {
        const { chosen, typed } = await taps();
        test.info().annotations.push({ type: "taps from the school's address to the reference", description: `${chosen} pressed and chosen, ${typed} fields typed into` });
        // Less would mean that the way was not counted.
        expect(chosen, "pressed and chosen").toBeGreaterThan(30);
        expect(chosen, "pressed and chosen").toBeLessThanOrEqual(MOST_TAPS);
        expect(chosen + typed, "with a tap into each field that is typed into").toBeLessThanOrEqual(MOST_WITH_TYPING);
      }
      await expectNoOverflow(page, `${school}/${form}: thanks`);
      await expectNoLatin(page, `${school}/${form}: thanks`);
      await expectAccessible(page, `${school}/${form}: thanks`);
      await shot(page, `walk/${school}-${form}-thanks`, { fullPage: true });
      const found = await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin");
      // An application goes by its registration number.
      expect(found.map((row) => row.registration_id ?? row.reference)).toEqual([reference]);
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

interface Taps {
  /** A press; two for a list that opens and is chosen from, and for a file. */
  chosen: number;
  /** Fields that were typed into: a tap each for who does not go on to them by the keyboard. */
  typed: number;
}

/** Counts what a thumb does from now on. */
async function countTaps(page: Page): Promise<() => Promise<Taps>> {
  await page.addInitScript(() => {
    const taps = { chosen: 0, typed: 0 };
    Object.assign(window, { taps });
    // Not clicks: a press on a label is two of them.
    addEventListener("pointerdown", (event) => event.isTrusted && (taps.chosen += 1), true);
    // A country is found by typing, and chosen by a tap.
    addEventListener("keydown", (event) => event.key === "Enter" && (taps.chosen += 1), true);
    addEventListener(
      "change",
      ({ target }) => {
        if (target instanceof HTMLSelectElement) taps.chosen += 2;
        // The button was a press already.
        else if (target instanceof HTMLInputElement && target.type === "file") taps.chosen += 1;
        else if (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type))) taps.typed += 1;
      },
      true,
    );
  });
  return async () => await page.evaluate(() => (window as unknown as { taps: Taps }).taps);
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
