import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { fillForm, fillStep, readForm } from "./support/form.ts";
import { at, formPath } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// What a family meets that makes a mistake, changes its mind or stops half way, on a telephone and in Arabic.
test.use({ viewport: { width: 390, height: 844 }, locale: "ar" });

const f = (key: string, params?: Record<string, string | number>) => word("ar", "forms", key, params);

test("what is mended goes on with one press, and what is changed from the review comes back to it", async ({ page }) => {
  const document = await readForm("abq", "abq", "ar");
  const values = sample("abq", "abq", "ar");
  await page.goto(at("abq", formPath("abq")));
  await fillForm(page, document, { ...values, signed_name: "اسم آخر تمامًا" }, "ar", "commitment");
  await fillStep(page, document, document.steps.at(-1)!, { ...values, signed_name: "اسم آخر تمامًا" }, "ar");
  const signature = page.locator('[id="f.signed_name"]');
  await page.getByRole("button", { name: f("nav.toReview") }).click();
  await expect(page.locator('[id="f.signed_name-error"]')).toBeVisible();
  // The rules have not answered yet when the press comes, and it counts all the same.
  await signature.fill(String(values.signed_name));
  await page.getByRole("button", { name: f("nav.toReview") }).click();
  await expect(heading(page)).toHaveText(f("review.title"));

  const parents = document.steps.find((step) => step.id === "parents")!;
  await page.getByRole("button", { name: f("review.changePart", { part: parents.title }) }).click();
  await expect(heading(page)).toHaveText(parents.title);
  await page.locator('[id="f.guardian_employer"]').fill("مستشفى خولة");
  await page.getByRole("button", { name: f("nav.backToReview") }).click();
  await expect(heading(page)).toHaveText(f("review.title"));
  await expect(page.getByText("مستشفى خولة")).toBeVisible();
});

test("what cannot be a number of its country is told at its field, before anybody goes on", async ({ page }) => {
  const document = await readForm("abq", "new", "ar");
  await page.goto(at("abq", formPath("new")));
  await fillForm(page, document, sample("abq", "new", "ar"), "ar", "guardian");
  const phone = page.locator('[id="f.guardian_phone"]');
  await phone.fill("9123456");
  await phone.blur();
  await expect(phone).toHaveAccessibleDescription(/968 9212 3456/);
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await phone.fill("91234567");
  await phone.blur();
  await expect(phone).not.toHaveAttribute("aria-invalid");
});

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
