import { sample } from "./support/cli.ts";
import { fillStep, next, openStep, readForm, send } from "./support/form.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { at, formPath, SCHOOLS } from "./support/state.ts";
import { expect, test } from "./support/test.ts";

// Every form that ships, filled in from its own sample to its end, on a telephone and in Arabic.
test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    test(`${school}'s ${form} can be filled in and sent`, async ({ page }) => {
      test.slow();
      const document = await readForm(school, form, "ar");
      const values = sample(school, form, "ar");
      await page.goto(at(school, formPath(form)));
      for (;;) {
        const step = await openStep(page, document, "ar");
        const what = `${school}/${form}: ${step?.id ?? "review"}`;
        if (step) await fillStep(page, document, step, values, "ar");
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await expectNoOverflow(page, what);
        await expectNoLatin(page, what);
        await expectAccessible(page, what);
        await page.screenshot({ path: `test-results/walk/${school}-${form}-${step?.id ?? "review"}.png`, fullPage: true });
        if (!step) break;
        await next(page, "ar");
      }
      const reference = await send(page, "ar");
      await expectNoOverflow(page, `${school}/${form}: thanks`);
      await expectNoLatin(page, `${school}/${form}: thanks`);
      await expectAccessible(page, `${school}/${form}: thanks`);
      await page.screenshot({ path: `test-results/walk/${school}-${form}-thanks.png`, fullPage: true });
      expect((await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin")).map((row) => row.reference)).toEqual([reference]);
    });
  }
}
