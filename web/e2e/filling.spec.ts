import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { fillForm, fillStep, readForm } from "./support/form.ts";
import { expectAccessible } from "./support/look.ts";
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

test.describe("papers", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("are photographed, several at once, and made small instead of refused", async ({ page }) => {
    await page.goto(at("abq", `${formPath("abq")}?step=documents`));
    const field = (name: string) => page.locator(`[id="f.${name}"]`);
    const photo = field("doc_photo");
    await expect(photo.getByRole("button", { name: f("upload.photo") })).toBeVisible();
    await expect(photo.locator("input[capture=environment]")).toHaveAttribute("accept", "image/*");
    // Twelve million dots of noise: larger than any of this form's papers may be.
    const large = Buffer.from(await page.evaluate(noise), "base64");
    expect(large.length).toBeGreaterThan(5 * 1024 * 1024);
    const sent = page.waitForRequest((request) => request.url().endsWith("/public/uploads"));
    await photo.locator("input:not([capture])").setInputFiles({ name: "IMG_0001.jpeg", mimeType: "image/jpeg", buffer: large });
    await expect(photo.getByText("IMG_0001.jpg")).toBeVisible({ timeout: 30_000 });
    await expect(photo.locator("img")).toHaveAttribute("src", /^data:image\/jpeg/);
    expect(Number(await (await sent).headerValue("content-length"))).toBeLessThan(2 * 1024 * 1024);

    const cards = field("doc_parent_ids");
    await cards.locator("input:not([capture])").setInputFiles(["father", "mother"].map((name) => ({ name: `${name}.jpeg`, mimeType: "image/jpeg", buffer: large })));
    await expect(cards.locator("img")).toHaveCount(2, { timeout: 60_000 });

    // What this browser cannot read is told in plain words.
    const passport = field("doc_passport");
    await passport.locator("input:not([capture])").setInputFiles({ name: "IMG_0002.HEIC", mimeType: "image/heic", buffer: Buffer.from("no picture") });
    await expect(passport.getByText(f("upload.fault.unreadable"))).toBeVisible();
    await expectAccessible(page, "papers");

    await page.reload();
    await expect(photo.locator("img")).toBeVisible();
  });
});

/** A photograph of nothing, as a telephone takes it. */
async function noise(): Promise<string> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [4000, 3000];
  const pen = canvas.getContext("2d")!;
  const dots = pen.createImageData(4000, 3000);
  let seed = 1;
  for (let index = 0; index < dots.data.length; index += 1) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    dots.data[index] = index % 4 === 3 ? 255 : 96 + ((seed >> 16) & 63);
  }
  pen.putImageData(dots, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.9).split(",")[1] ?? "";
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
