import { mkdirSync } from "node:fs";
import path from "node:path";
import { root, sample } from "./support/cli.ts";
import { fillStep, next, openStep, readForm } from "./support/form.ts";
import { at, formPath } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, type Language } from "./support/words.ts";

/** The README's pictures are taken by `make pictures` alone (`QABUL_PICTURES=1`). What they show is walked and looked at in `walk.spec.ts`. */
const folder = path.join(root, "docs/screenshots");
const PICTURES: { language: Language; width: number; height: number }[] = process.env.QABUL_PICTURES
  ? [
      { language: "ar", width: 390, height: 844 },
      { language: "en", width: 1280, height: 844 },
    ]
  : [];

for (const { language, width, height } of PICTURES) {
  test(`a picture of the form in ${language}`, async ({ page }) => {
    mkdirSync(folder, { recursive: true });
    await page.setViewportSize({ width, height });
    const document = await readForm("abq", "abq", language);
    const values = sample("abq", "abq", language);
    await page.goto(at("abq", `${formPath("abq")}?lng=${language}`));
    for (;;) {
      const step = await openStep(page, document, language);
      if (!step) throw new Error("no step has worked anything out");
      await fillStep(page, document, step, values, language);
      if (step.fields.includes("stream")) break;
      await next(page, language);
    }
    const cards = page.getByRole("region", { name: word(language, "forms", "computed.label") });
    await expect(cards).toBeVisible({ timeout: 15_000 });
    await expect(cards).not.toHaveAttribute("aria-busy", "true");
    await expect(page.getByRole("status").filter({ hasText: word(language, "forms", "save.savedAt", { time: "" }).trim() })).toBeVisible({ timeout: 15_000 });
    // The question and what follows from its answer, in one view.
    await cards.evaluate((card) => card.scrollIntoView({ block: "center" }));
    await page.evaluate(() => (window.document.activeElement as HTMLElement | null)?.blur());
    await page.screenshot({ path: path.join(folder, `family-${language}.png`) });
  });
}
