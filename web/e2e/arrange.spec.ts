import type { Page } from "@playwright/test";
import { savesOf } from "./support/desk.ts";
import { copyOfAbq, newDesk } from "./support/flags.ts";
import { api } from "./support/http.ts";
import { keyboardOf } from "./support/keyboard.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const b = (key: string, values: Record<string, string | number> = {}) => word("ar", "builder", key, values);
const desk = (key: string) => word("ar", "settingsDesk", key);
const f = (key: string, values: Record<string, string | number> = {}) => word("ar", "forms", key, values);

async function publish(page: Page): Promise<void> {
  const keys = keyboardOf(page);
  await keys.press(page.getByRole("button", { name: desk("bar.publish"), exact: true }), "Enter", { back: true });
  const dialog = page.getByRole("dialog", { name: desk("publish.title") });
  await expect(dialog.getByText(desk("publish.checked"))).toBeVisible();
  await keys.press(dialog.getByRole("button", { name: desk("publish.now") }));
  await expect(page.getByText(desk("publish.done"))).toBeVisible();
}

interface View {
  steps: { id: string; title: string; fields: string[] }[];
  schema: { required?: string[]; properties: Record<string, unknown> };
}

test("a plugin's form is arranged by keyboard in Arabic, published, and families have it so", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const school = await copyOfAbq("arrange", { salma: "سلمى" });
  const before = (await api(school, "GET", "/public/forms/hr?lng=ar")).json.form as View;
  const first = before.steps[0];
  if (!first) throw new Error("no step");
  const keys = keyboardOf(page);
  const saved = savesOf(page, "ar");
  await enter(page, school, `salma@${school}.example`, "/settings/forms/hr", "ar");
  const outline = page.getByRole("region", { name: b("outline.title") });
  const selected = outline.locator('button[aria-current="true"]');
  await keys.to(selected);

  // The second question goes to the top of its step, and has to be answered.
  for (let turn = 0; turn < 3; turn += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Enter");
  await keys.press(page.getByRole("switch", { name: b("field.required") }), "Space");

  // A step of the school's own, with its heading in both languages; the next question goes into it.
  await keys.press(page.getByRole("button", { name: b("outline.addStep") }), "Enter", { back: true });
  const heading = page.getByRole("textbox", { name: b("in.ar", { what: b("step.heading") }) });
  await expect(heading).toBeFocused();
  await page.keyboard.type("موعد المباشرة");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("When you can start");
  await keys.to(selected, { back: true });
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await expectAccessible(page, "arranging");
  await expectNoOverflow(page, "arranging");
  await expectNoLatin(page, "arranging");
  await saved();
  await publish(page);

  const arranged = async () => ((await api(school, "GET", "/public/forms/hr?lng=ar")).json.form as View).steps;
  const moved = first.fields.at(-2) ?? "";
  await expect.poll(async () => (await arranged()).slice(0, 2).map(({ title }) => title), { timeout: 15_000 }).toEqual([first.title, "موعد المباشرة"]);
  const after = (await api(school, "GET", "/public/forms/hr?lng=ar")).json.form as View;
  expect(after.steps[0]?.fields).toEqual([first.fields[1], first.fields[0], ...first.fields.slice(2).filter((name) => name !== moved)]);
  expect(after.steps[1]?.fields).toEqual([moved]);
  expect(after.schema.required).toContain(first.fields[1]);
  const family = await (await browser.newContext()).newPage();
  await family.goto(at(school, "/enquiry/hr?lng=ar"));
  await expect(family.getByRole("heading", { level: 1 })).toHaveText(first.title);
  await expect(family.getByText("موعد المباشرة").first()).toBeAttached();
});

test("a total and a signature of a built form are filled in by a family on a phone, and seen by staff", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const school = await newDesk("totals", { salma: "سلمى" });
  const saved = savesOf(page, "ar");
  await enter(page, school, `salma@${school}.example`, "/settings/forms", "ar");
  await page.getByRole("button", { name: b("list.new") }).click();
  const dialog = page.getByRole("dialog", { name: b("new.title") });
  await dialog.getByRole("radio", { name: b("new.from.visit") }).check();
  await dialog.getByRole("button", { name: b("new.begin") }).click();
  await expect(page).toHaveURL(at(school, "/settings/forms/ask-for-a-visit"));
  const outline = page.getByRole("region", { name: b("outline.title") });

  // So many visitors at 2.500 rials each, and a fixed amount.
  await outline.getByRole("button", { name: b("totals.title") }).click();
  await page.getByRole("button", { name: b("totals.add") }).click();
  await page.getByRole("combobox", { name: b("totals.answer", { n: 1 }) }).selectOption("people");
  await page.getByRole("textbox", { name: b("totals.timesValue", { n: 1 }) }).fill("2.500");
  await page.getByRole("button", { name: b("totals.addAmount") }).click();
  await page.getByRole("textbox", { name: b("totals.amount", { n: 2 }) }).fill("1.000");
  await expectAccessible(page, "the totals");
  await expectNoLatin(page, "the totals");
  // The signature after the last question.
  await outline.locator('[data-row="question:consent"]').focus();
  await outline.locator('[data-row="question:consent"]').click();
  await page.keyboard.press("a");
  await expect(page.getByRole("searchbox", { name: b("palette.search") })).toBeFocused();
  await page.keyboard.type(b("kind.signature"));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("switch", { name: b("field.required") })).toBeChecked();
  await saved();
  await publish(page);
  await expect.poll(async () => (await api(school, "GET", "/public/forms/ask-for-a-visit?lng=ar")).status).toBe(200);

  const family = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await family.goto(at(school, "/enquiry/ask-for-a-visit?lng=ar"));
  await family.locator('[id="f.day"]').fill(soon());
  await family.getByRole("radio", { name: "صباحًا" }).check();
  await family.locator('[id="f.people"]').fill("3");
  const total = family.getByRole("region", { name: f("computed.label") });
  await expect(total).toContainText("8.500");
  await family.getByRole("button", { name: f("nav.next") }).click();
  await family.locator('[id="f.full_name"]').fill("مريم البلوشية");
  await family.locator('[id="f.phone"]').fill("91234567");
  await family.locator('[id="f.email"]').fill("maryam@example.com");
  await family.getByRole("checkbox").check();
  // Not signed yet: the form says so, and the keyboard alone can sign it.
  await family.getByRole("button", { name: f("nav.toReview") }).click();
  await expect(family.getByText(f("errors.required.signature")).first()).toBeVisible();
  const canvas = family.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no box to sign in");
  const scrolled = await family.evaluate(() => window.scrollY);
  for (const [x, y] of [[0.2, 0.3], [0.6, 0.2]] as const) {
    await family.mouse.move(box.x + box.width * x, box.y + box.height * y);
    await family.mouse.down();
    await family.mouse.move(box.x + box.width * (x + 0.1), box.y + box.height * (y + 0.4), { steps: 8 });
    await family.mouse.move(box.x + box.width * (x + 0.25), box.y + box.height * y, { steps: 8 });
    await family.mouse.up();
  }
  expect(await family.evaluate(() => window.scrollY)).toBe(scrolled);
  await expect(canvas).toHaveAccessibleName(f("signature.pad.drawn_two", { label: "التوقيع" }));
  await family.getByRole("button", { name: f("signature.undo") }).click();
  await expect(canvas).toHaveAccessibleName(f("signature.pad.drawn_one", { label: "التوقيع" }));
  // The drawing counts as it stands: one press leads to the review.
  await family.getByRole("button", { name: f("nav.toReview") }).click();
  await expect(family.getByRole("heading", { level: 1 })).toHaveText(f("review.title"));
  const picture = family.getByRole("img", { name: f("signature.picture", { label: "التوقيع" }) });
  await expect(picture).toBeVisible();
  await family.getByRole("button", { name: f("nav.back") }).click();
  await expect(picture).toBeVisible();
  await expectAccessible(family, "a signed step");
  await expectNoOverflow(family, "a signed step");

  // Coming back shows it again; the review shows it, too.
  await expect(family.getByText(f("save.saving"))).toHaveCount(0);
  await family.reload();
  await expect(picture).toBeVisible();
  await family.getByRole("button", { name: f("nav.toReview") }).click();
  await expect(family.getByRole("heading", { level: 1 })).toHaveText(f("review.title"));
  await expect(picture).toBeVisible();
  await expect(total).toContainText("8.500");
  await family.getByRole("button", { name: f("review.send") }).click();
  await expect(family).toHaveURL(at(school, "/enquiry/thanks"));

  await page.goto(at(school, "/pre_admission"));
  await page.getByRole("link", { name: "مريم البلوشية" }).first().click();
  await page.getByRole("link", { name: word("ar", "staff", "panel.full") }).click();
  await expect(page.getByRole("img", { name: f("signature.picture", { label: "التوقيع" }) })).toBeVisible();
});

/** A day that the form takes, as a person types it. */
function soon(): string {
  const day = new Date(Date.now() + 7 * 86_400_000);
  return `${String(day.getUTCDate()).padStart(2, "0")}-${day.toLocaleString("en", { month: "short", timeZone: "UTC" })}-${day.getUTCFullYear()}`;
}
