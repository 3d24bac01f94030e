import { savesOf } from "./support/desk.ts";
import { newDesk } from "./support/flags.ts";
import { api } from "./support/http.ts";
import { keyboardOf } from "./support/keyboard.ts";
import { expectAccessible, expectNoLatin } from "./support/look.ts";
import { enter } from "./support/staff.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const d = (key: string, values: Record<string, string | number> = {}) => word("ar", "settingsDesk", key, values);
const r = (key: string) => word("ar", "settingsRooms", key);

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What stands before the first hole of a text, to find it whatever fills it. */
const begins = (key: string) => new RegExp(word("ar", "settingsDesk", key, { when: "\u0000" }).split("\u0000")[0]?.trim() ?? "");

test("a publication waits for its date, is seen waiting, and called back into the draft, in Arabic by keyboard", async ({ page }) => {
  test.setTimeout(120_000);
  const school = await newDesk("wait", { salma: "سلمى الكندية" });
  const live = async () => ((await api(school, "GET", "/common/school-details")).json as { branding: { colours: { primary: string } } }).branding.colours.primary;
  const before = await live();
  const keys = keyboardOf(page);
  const saved = savesOf(page, "ar");
  await enter(page, school, `salma@${school}.example`, "/settings/branding", "ar");
  await expect(page.locator("iframe[data-shown]")).toHaveCount(1);
  const colour = page.getByRole("textbox", { name: r("colours.primary"), exact: true });
  await keys.write(colour, "#7a1f3d");
  await expect(colour).toHaveValue("#7a1f3d");
  await saved();
  const open = page.getByRole("button", { name: d("bar.publish"), exact: true });
  await keys.press(open, "Enter", { back: true });

  // For a day of the next year, at the school's own clock.
  const dialog = page.getByRole("dialog", { name: d("publish.title") });
  await keys.write(dialog.getByLabel(d("publish.note"), { exact: true }), "لون جديد للعام المقبل");
  // The two ways are one radio group: its arrow keys change between them.
  await keys.to(dialog.getByRole("radio", { name: d("when.now") }));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: d("when.date") })).toBeChecked();
  const year = new Date().getFullYear() + 1;
  await keys.write(dialog.getByRole("textbox", { name: d("when.day"), exact: true }), `01/09/${year}`);
  await expectAccessible(page, "a date to publish at");
  await keys.press(dialog.getByRole("button", { name: d("publish.onDate"), exact: true }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(begins("publish.scheduled")).first()).toBeVisible();

  // Nothing of it is in the draft any more, nothing is live: it waits, and the bar says so after a reload as well.
  await expect(page.getByText(d("bar.nothing"))).toBeVisible();
  expect(await live()).toBe(before);
  await page.reload();
  await expect(colour).toHaveValue(before);
  const waiting = page.getByRole("region", { name: d("bar.label") }).getByRole("button", { name: begins("bar.scheduled") });
  await expect(waiting).toContainText(String(year));
  await keys.press(waiting);
  await expect(dialog.getByText(begins("schedule.waiting"))).toContainText(String(year));
  await expect(dialog.getByText("لون جديد للعام المقبل")).toBeVisible();
  await expectAccessible(page, "a publication that waits");
  await expectNoLatin(page, "a publication that waits");

  // Called back: its edits are the draft again, and nothing waits.
  await keys.press(dialog.getByRole("button", { name: d("schedule.drop"), exact: true }));
  await expect(dialog.getByText(begins("schedule.waiting"))).toHaveCount(0);
  await expect(dialog.getByText("#7a1f3d", { exact: true })).toBeVisible();
  await keys.press(dialog.getByRole("button", { name: d("publish.cancel"), exact: true }));
  await expect(dialog).toHaveCount(0);
  await expect(colour).toHaveValue("#7a1f3d");
  await expect(waiting).toHaveCount(0);
  expect(await live()).toBe(before);
});
