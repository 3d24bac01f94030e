import { api } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { at, formPath, SCHOOLS } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

test("these are all the forms there are", async () => {
  for (const [school, forms] of Object.entries(SCHOOLS)) {
    const offered = (await api(school, "GET", "/public/forms")).json.forms as { id: string }[];
    expect(offered.map((form) => form.id).sort(), school).toEqual([...forms].sort());
  }
});

const WIDTHS = [1440, 390] as const;

// The first step of every form that ships, untouched and with everything wrong that an empty step can have, wide and narrow; the
// further steps, filled in, are walked in `walk.spec.ts`.
for (const [school, forms] of Object.entries(SCHOOLS)) {
  for (const form of forms) {
    for (const language of ["en", "ar"] as const) {
      test(`${school}'s ${form} in ${language}`, async ({ page }) => {
        const refused: string[] = [];
        page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
        const holds = async (what: string) => {
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            await shot(page, `forms/${school}-${form}-${width}-${language}-${what}`, { fullPage: true });
            await expectNoOverflow(page, `${what} at ${width}`);
            if (language === "ar") await expectNoLatin(page, `${what} at ${width}`);
          }
        };
        await page.goto(at(school, `${formPath(form)}?lng=${language}`));
        await expect(page.locator("html")).toHaveAttribute("dir", language === "ar" ? "rtl" : "ltr");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        const go = page.getByRole("button", { name: word(language, "forms", "nav.next"), exact: true });
        await expect(go).toBeVisible();
        await holds("untouched");
        await go.click();
        await expect(page.getByRole("group").filter({ has: page.getByRole("heading", { level: 2 }) }).first()).toBeFocused();
        await holds("with faults");
        await expectAccessible(page, "with faults, narrow");
        await page.setViewportSize({ width: WIDTHS[0], height: 900 });
        await expectAccessible(page, "with faults, wide");
        expect(refused).toEqual([]);
      });
    }
  }
}
