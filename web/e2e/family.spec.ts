import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fieldNode, fillForm, fillStep, next, openStep, readForm, send, type Document } from "./support/form.ts";
import { sample } from "./support/cli.ts";
import { enquiries } from "./support/http.ts";
import { at, formPath, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// A family on a telephone, in Arabic, who has never been here.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ar" });

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** Confirmations that the server has written, decoded as far as a search needs it. */
function confirmations(): string[] {
  const folder = path.join(state().data, "mail");
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
  return names.map((name) => {
    const text = readFileSync(path.join(folder, name), "utf8");
    const parts = [...text.matchAll(/(?:\r?\n){2}([A-Za-z0-9+/=\r\n]{40,})/g)].map((match) => Buffer.from(match[1] ?? "", "base64").toString("utf8"));
    return [text, text.replaceAll(/=\r?\n/g, ""), ...parts].join("\n");
  });
}

/** The first field of a form that takes a file, with its step. */
function uploadOf(document: Document) {
  for (const step of document.steps) {
    for (const name of step.fields) {
      const node = fieldNode(document, name);
      if (node.format === "upload" || node.items?.format === "upload") return { step, name, title: node.title ?? name };
    }
  }
  return null;
}

test("a family sends the short enquiry in Arabic from a phone @smoke", async ({ page }) => {
  const document = await readForm("abq", "new", "ar");
  const values = { ...sample("abq", "new", "ar"), child_name: "ليان بنت سالم الرحبية", guardian_email: "family.rahbi@example.com" };
  await page.goto(at("abq", formPath("new")));
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");

  await fillForm(page, document, values, "ar");
  await expect(page.getByText("ليان بنت سالم الرحبية")).toBeVisible();
  const reference = await send(page, "ar");
  expect(page.url()).toBe(at("abq", "/enquiry/thanks"));
  expect(reference).toMatch(/^[A-Z0-9-]{6,}$/);

  await expect.poll(() => confirmations().filter((mail) => mail.includes(reference)).length, { timeout: 15_000, message: "the confirmation" }).toBe(1);
  expect(confirmations().find((mail) => mail.includes(reference))).toContain("family.rahbi@example.com");
  const [row] = await enquiries("abq", `q=${encodeURIComponent(reference)}`);
  expect(row?.person).toBe("ليان بنت سالم الرحبية");
});

test("digits typed in Arabic script are taken as numbers", async ({ page }) => {
  const document = await readForm("abq", "new", "ar");
  const values = sample("abq", "new", "ar");
  await page.goto(at("abq", formPath("new")));
  await fillStep(page, document, document.steps[0]!, values, "ar");
  await page.locator('[id="f.child_dob"]').fill("٠٥-مارس-٢٠٢٠");
  await page.locator('[id="f.child_dob"]').blur();
  await expect(page.locator('[id="f.child_dob"]')).toHaveValue("05 مارس 2020");
  await next(page, "ar");
  await fillStep(page, document, document.steps[1]!, { ...values, guardian_phone: "+٩٦٨٩١٢٣٤٥٦٧" }, "ar");
  await next(page, "ar");
  await fillStep(page, document, document.steps[2]!, values, "ar");
  await next(page, "ar");
  const reference = await send(page, "ar");
  const [row] = await enquiries("abq", `q=${encodeURIComponent(reference)}`);
  expect(row).toBeDefined();
});

test("a family fills the school's own form over two visits, with a file, and nothing is lost", async ({ page, browser }) => {
  test.slow();
  const document = await readForm("abq", "abq", "ar");
  const values = sample("abq", "abq", "ar");
  const address = at("abq", formPath("abq"));
  await page.goto(address);

  const first = await openStep(page, document, "ar");
  expect(first).not.toBeNull();
  await fillStep(page, document, first!, values, "ar");
  await next(page, "ar");
  const saved = page.getByRole("status").filter({ hasText: word("ar", "forms", "save.savedAt", { time: "" }).trim() });
  await expect(saved).toBeVisible({ timeout: 12_000 });

  // The page is closed and opened again: same step, same answers.
  const second = await openStep(page, document, "ar");
  await page.reload();
  expect((await openStep(page, document, "ar"))?.id).toBe(second?.id);
  await expect(page.getByText(word("ar", "forms", "notice.welcomeBack"))).toBeVisible();

  // Another device opens the resume link; the token leaves the address at once.
  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem("qabul.draft.abq.abq") ?? "{}") as { token?: string }).token);
  expect(token).toMatch(/^[A-Za-z0-9_-]{16,}$/);
  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar" });
  const other = await elsewhere.newPage();
  await other.goto(`${address}#draft=${token}`);
  await other.getByRole("button", { name: word("ar", "forms", "draft.linked.follow") }).click();
  await expect(other.getByText(word("ar", "forms", "notice.welcomeBack"))).toBeVisible();
  expect((await openStep(other, document, "ar"))?.id).toBe(second?.id);
  expect(other.url()).not.toContain(token);

  // It goes on there, up to the file.
  const upload = uploadOf(document);
  expect(upload).not.toBeNull();
  for (;;) {
    const step = await openStep(other, document, "ar");
    if (!step) break;
    await fillStep(other, document, step, values, "ar");
    // What the plugin makes of it shows as the family types: once it knows the stream, the grade by age.
    if (step.fields.includes("stream")) await expect(other.getByRole("region", { name: word("ar", "forms", "computed.label") })).toBeVisible({ timeout: 15_000 });
    if (step.id === upload?.step.id) {
      const group = other.getByRole("group", { name: upload.title });
      await group.locator("input[type=file]:not([capture])").setInputFiles({ name: "شهادة الميلاد.png", mimeType: "image/png", buffer: PNG });
      await expect(group.getByText("شهادة الميلاد.png")).toBeVisible();
      await expect(group.getByRole("progressbar")).toHaveCount(0);
    }
    await next(other, "ar");
  }
  await expect(other.getByText("شهادة الميلاد.png")).toBeVisible();

  // Changing a part from the review leads back to it, and again to the review.
  await other.getByRole("button", { name: word("ar", "forms", "review.changePart", { part: document.steps[0]!.title }) }).click();
  await expect.poll(async () => (await openStep(other, document, "ar"))?.id).toBe(document.steps[0]?.id);
  await other.getByRole("button", { name: new RegExp(word("ar", "forms", "steps.count", { n: 1, total: "" }).trim()) }).click();
  await other.getByRole("button", { name: new RegExp(word("ar", "forms", "review.step")) }).click();
  const reference = await send(other, "ar");

  const [row] = await enquiries("abq", `q=${encodeURIComponent(reference)}`);
  expect(row?.registration_id ?? row?.reference).toBe(reference);
  // The draft ended with the submission: the first device says so, and begins anew where somebody wants to.
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("ar", "forms", "alreadySent.title"));
  await page.getByRole("button", { name: word("ar", "forms", "alreadySent.new") }).click();
  expect((await openStep(page, document, "ar"))?.id).toBe(document.steps[0]?.id);
  await elsewhere.close();
});

test("what is wrong is said at the field and in a summary that leads there", async ({ page }) => {
  const document = await readForm("abq", "new", "ar");
  await page.goto(at("abq", formPath("new")));
  await openStep(page, document, "ar");
  await page.getByRole("button", { name: word("ar", "forms", "nav.next"), exact: true }).click();
  const summary = page.getByRole("group").filter({ has: page.getByRole("heading", { level: 2 }) }).first();
  await expect(summary).toBeFocused();
  const links = summary.getByRole("link");
  await expect(links).toHaveCount(4);
  await links.first().click();
  const name = page.locator('[id="f.child_name"]');
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(name).toHaveAccessibleDescription(new RegExp(word("ar", "forms", "errors.named.text", { label: "اسم الطفل الكامل" })));
});
