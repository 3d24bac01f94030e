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
  await expect(phone).toHaveAccessibleDescription(/968\s9212\s3456/);
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await phone.fill("91234567");
  await phone.blur();
  await expect(phone).not.toHaveAttribute("aria-invalid");
});

test("an English name in Arabic letters is told at its field, and so is an Arabic one in English letters", async ({ page }) => {
  await page.goto(at("abq", formPath("abq")));
  for (const [field, wrong, right, said] of [
    ["child_name_en", "سارة البلوشي", "Sara Al Balushi", f("errors.pattern.latin")],
    ["child_name_ar", "Sara Al Balushi", "سارة البلوشي", f("errors.pattern.arabic")],
  ] as const) {
    const name = page.locator(`[id="f.${field}"]`);
    await name.fill(wrong);
    await name.blur();
    await expect(name).toHaveAccessibleDescription(new RegExp(said));
    await name.fill(right);
    await name.blur();
    await expect(name).not.toHaveAttribute("aria-invalid");
  }
});

test("a civil number that no card has is told at its field, and holds nobody up", async ({ page }) => {
  const document = await readForm("abq", "abq", "ar");
  const child = document.steps[0]!;
  await page.goto(at("abq", formPath("abq")));
  await fillStep(page, document, child, { ...sample("abq", "abq", "ar"), lives_in_oman: true, civil_number: "12A45" }, "ar");
  const number = page.locator('[id="f.civil_number"]');
  await expect(number).toHaveValue("12A45");
  await expect(number).toHaveAccessibleDescription(/من 7 إلى 9 أرقام/);
  await page.getByRole("button", { name: f("nav.next") }).click();
  await expect(heading(page)).toHaveText(document.steps[1]!.title);
});

test("a country is searched in either language, and a birth date is chosen by its year", async ({ page }) => {
  await page.goto(at("abq", formPath("abq")));
  const nationality = page.getByRole("combobox", { name: /^الجنسية/ });
  await nationality.click();
  const options = page.getByRole("option");
  await expect(options.first()).toHaveText("عُمان");
  await expect(options.nth(1)).toHaveText("الإمارات العربية المتحدة");
  await expect(page.getByRole("option", { name: "القارة القطبية الجنوبية" })).toHaveCount(0);
  await expectAccessible(page, "the list of countries");
  await nationality.fill("jord");
  await expect(options).toHaveCount(1);
  await nationality.press("Enter");
  await expect(nationality).toHaveValue("الأردن");
  await nationality.fill("الامارات");
  await options.first().click();
  await expect(nationality).toHaveValue("الإمارات العربية المتحدة");
  await nationality.fill("لا بلد");
  await nationality.blur();
  await expect(nationality).toHaveValue("الإمارات العربية المتحدة");

  await page.getByRole("button", { name: f("date.pick", { label: "تاريخ الميلاد" }) }).click();
  const calendar = page.getByRole("dialog");
  await calendar.getByRole("button", { name: "2017", exact: true }).click();
  await calendar.getByRole("button").filter({ hasText: /^مارس/ }).click();
  await calendar.getByRole("button").filter({ hasText: /^5$/ }).click();
  await expect(page.locator('[id="f.dob"]')).toHaveValue("05 مارس 2017");
  await expect(page.locator('[id="f.dob"]')).toHaveAccessibleDescription(new RegExp(`${f("date.hint.hijri")}$`));
});

test("the link to go on later is shared, sent by mail or copied", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: (what: object) => Promise.resolve(Object.assign(window, { shared: what })) });
  });
  await page.goto(at("abq", formPath("new")));
  await page.locator('[id="f.child_name"]').fill("سارة");
  await expect(page.getByText(f("save.savedAt", { time: "" }).trim())).toBeVisible();
  await page.getByRole("button", { name: f("later.open") }).click();
  const mail = page.getByRole("link", { name: f("later.mail") });
  await expect(mail).toHaveAttribute("href", /^mailto:\?subject=\S+&body=http\S+draft%3D[\w-]{16,}$/);
  await page.getByRole("button", { name: f("later.share") }).click();
  await expect.poll(() => page.evaluate(() => (window as { shared?: { url: string } }).shared?.url)).toMatch(/#draft=[\w-]{16,}$/);
  await expect(page.getByRole("button", { name: f("later.copy") })).toBeVisible();
  await expectAccessible(page, "going on later");
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
