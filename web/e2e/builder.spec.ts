import { savesOf } from "./support/desk.ts";
import { newDesk } from "./support/flags.ts";
import { api } from "./support/http.ts";
import { keyboardOf } from "./support/keyboard.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const b = (key: string, values: Record<string, string | number> = {}) => word("ar", "builder", key, values);
const desk = (key: string) => word("ar", "settingsDesk", key);
const f = (key: string) => word("ar", "forms", key);

test("a form with a condition is built by keyboard in Arabic, published, and sent by a family", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const school = await newDesk("builder", { salma: "سلمى" });
  const keys = keyboardOf(page);
  const saved = savesOf(page, "ar");
  await enter(page, school, `salma@${school}.example`, "/settings/forms", "ar");
  const outline = page.getByRole("region", { name: b("outline.title") });
  const selected = outline.locator('button[aria-current="true"]');

  // A form from nothing, its title in both languages and its address.
  await keys.to(page.getByRole("button", { name: b("list.new") }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: b("new.title") });
  await expect(dialog).toBeVisible();
  await keys.to(dialog.getByRole("radio", { name: b("new.from.enquiry") }));
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: b("new.from.scratch") })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("يوم مفتوح");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Open day");
  await page.keyboard.press("Tab");
  await expect(dialog.getByLabel(b("new.id"))).toHaveValue("open-day");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(school, "/settings/forms/open-day"));

  // A yes or no after the last question, then one that shows only for "yes".
  await keys.to(selected);
  await page.keyboard.press("End");
  await page.keyboard.press("a");
  await expect(page.getByRole("searchbox", { name: b("palette.search") })).toBeFocused();
  await page.keyboard.type(b("kind.yesno"));
  await page.keyboard.press("Enter");
  const label = page.getByRole("textbox", { name: b("in.ar", { what: b("field.label") }) });
  await expect(label).toBeFocused();
  await page.keyboard.type("هل تأتون بالسيارة؟");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Do you come by car?");
  await keys.to(selected, { back: true });
  await page.keyboard.press("a");
  await expect(page.getByRole("searchbox", { name: b("palette.search") })).toBeFocused();
  await page.keyboard.type(b("kind.text"));
  await page.keyboard.press("Enter");
  await expect(label).toBeFocused();
  await expect(label).toHaveValue("سؤال");
  await page.keyboard.type("رقم لوحة السيارة");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("Number plate");
  await keys.to(page.getByRole("switch", { name: b("field.required") }));
  await page.keyboard.press("Space");
  await keys.to(page.getByRole("button", { name: b("when.add") }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: b("test.question", { n: 1 }) })).toHaveValue("yesno");
  await expectAccessible(page, "the builder");
  await expectNoOverflow(page, "the builder");
  await expectNoLatin(page, "the builder");

  // The order by keyboard, and back.
  await keys.to(selected, { back: true });
  await page.keyboard.press("Alt+ArrowUp");
  await expect(outline.getByRole("listitem").filter({ hasText: "رقم لوحة السيارة" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowDown");
  await saved();

  // Published.
  await keys.to(page.getByRole("button", { name: desk("bar.publish"), exact: true }), { back: true });
  await page.keyboard.press("Enter");
  const publish = page.getByRole("dialog", { name: desk("publish.title") });
  const now = publish.getByRole("button", { name: desk("publish.now") });
  await expect(publish.getByText(desk("publish.checked"))).toBeVisible();
  await expect(now).toBeEnabled();
  await keys.to(now);
  await page.keyboard.press("Enter");
  await expect(page.getByText(desk("publish.done"))).toBeVisible();
  await expect.poll(async () => (await api(school, "GET", "/public/forms/open-day?lng=ar")).status).toBe(200);

  // A family: the question appears with its answer, and the hidden branch asks for nothing.
  const family = await (await browser.newContext()).newPage();
  await family.goto(at(school, "/enquiry/open-day?lng=ar"));
  await family.getByLabel("الاسم الكامل").fill("مريم البلوشية");
  const plate = family.getByLabel("رقم لوحة السيارة");
  await expect(plate).toHaveCount(0);
  await family.getByRole("radio", { name: f("choice.yes") }).check();
  await expect(plate).toBeVisible();
  await family.getByRole("radio", { name: f("choice.no") }).check();
  await expect(plate).toHaveCount(0);
  await family.getByRole("button", { name: f("nav.toReview") }).click();
  await family.getByRole("button", { name: f("review.send") }).click();
  await expect(family).toHaveURL(at(school, "/enquiry/thanks"));
});

test("a form is tried with the server before it is published, and a link brings answers", async ({ page, browser }) => {
  test.setTimeout(120_000);
  const school = await newDesk("builder", { salma: "سلمى" });
  await enter(page, school, `salma@${school}.example`, "/settings/forms", "ar");
  await page.getByRole("button", { name: b("list.new") }).click();
  const dialog = page.getByRole("dialog", { name: b("new.title") });
  await dialog.getByRole("radio", { name: b("new.from.visit") }).check();
  await dialog.getByRole("button", { name: b("new.begin") }).click();
  await expect(page).toHaveURL(at(school, "/settings/forms/ask-for-a-visit"));
  const trial = page.getByRole("region", { name: b("trial.title") });
  await trial.getByRole("combobox", { name: b("sheet.fill") }).selectOption("simple");
  await trial.getByRole("button", { name: b("sheet.check") }).click();
  await expect(trial.getByText(b("sheet.good"))).toBeVisible();
  // It was the server that said so.
  await expect(trial.getByText(b("sheet.here", { why: "" }).slice(0, 18))).toHaveCount(0);
  expect((await api(school, "GET", "/public/forms/ask-for-a-visit?lng=ar")).status).toBe(404);
  await trial.getByRole("button", { name: b("sheet.link") }).click();
  const link = await trial.locator("code").textContent();

  await page.getByRole("button", { name: desk("bar.publish"), exact: true }).click();
  const publish = page.getByRole("dialog", { name: desk("publish.title") });
  await publish.getByRole("button", { name: desk("publish.now") }).click();
  await expect(page.getByText(desk("publish.done"))).toBeVisible();
  const family = await (await browser.newContext()).newPage();
  await family.goto(link ?? "");
  await expect(family.getByRole("status").filter({ hasText: /link|الرابط/ })).toBeVisible();
  expect(new URL(family.url()).hash).toBe("");
  await expect(family.getByRole("radio").first()).toBeChecked();
});
