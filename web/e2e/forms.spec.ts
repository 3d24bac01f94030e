import { api } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { at, formPath, SCHOOLS } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

test("these are all the forms there are", async () => {
  for (const [school, forms] of Object.entries(SCHOOLS)) {
    const offered = (await api(school, "GET", "/public/forms")).json.forms as { id: string }[];
    expect(offered.map((form) => form.id).sort(), school).toEqual([...forms].sort());
  }
});

for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    for (const width of [1440, 390]) {
      for (const language of ["en", "ar"] as const) {
        const what = `${school}-${form}-${width}-${language}`;
        test(`${school}'s ${form} at ${width} in ${language}`, async ({ page }) => {
          const refused: string[] = [];
          page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
          await page.setViewportSize({ width, height: 900 });
          await page.goto(at(school, `${formPath(form)}?lng=${language}`));
          await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
          const heading = page.getByRole("heading", { level: 1 });
          await expect(heading).toBeVisible();
          const go = page.getByRole("button", { name: word(language, "forms", "nav.next"), exact: true });
          await expect(go).toBeVisible();
          await page.screenshot({ path: `test-results/forms/${what}.png`, fullPage: true });
          await expectNoOverflow(page, what);
          if (language === "ar") await expectNoLatin(page, what);

          // And once more with everything wrong that an empty step can have.
          await go.click();
          await expect(page.getByRole("group").filter({ has: page.getByRole("heading", { level: 2 }) }).first()).toBeFocused();
          await page.screenshot({ path: `test-results/forms/${what}-faults.png`, fullPage: true });
          await expectNoOverflow(page, `${what} with faults`);
          await expectAccessible(page, `${what} with faults`);
          if (language === "ar") await expectNoLatin(page, `${what} with faults`);
          expect(refused).toEqual([]);
        });
      }
    }
  }
}
