import { expect, type Locator, type Page } from "@playwright/test";
import { word } from "./words.ts";

// What an officer does with the status of an application, on its record in English.

const t = (key: string) => word("en", "applications", key);

/** What is to be done with a record. */
export const actionsOf = (page: Page): Locator => page.getByRole("region", { name: word("en", "staff", "actions.label") });

/** Opens a way from the menu of a record. */
export async function way(page: Page, key: string): Promise<Locator> {
  await page.getByRole("button", { name: t("move.menu") }).click();
  await page.getByRole("menuitem", { name: t(key), exact: true }).click();
  // The child's name stands behind it.
  return page.getByRole("dialog", { name: t(key) });
}

/** Presses the button of such a dialog that does it. */
export const confirm = (dialog: Locator, key: string) => dialog.locator("form").getByRole("button", { name: t(key), exact: true }).click();

/** Where the application stands, by the key of its words. */
export const expectStanding = async (page: Page, key: string) => await expect(actionsOf(page).getByText(t(key), { exact: true }).first()).toBeVisible();

/** Shortlists one whose documents are still to come. */
export async function shortlist(page: Page): Promise<void> {
  const dialog = await way(page, "move.S/to_schedule");
  await dialog.getByRole("button", { name: t("refused.waive") }).click();
  await dialog.getByRole("textbox", { name: t("reason.text") }).fill("They bring them on Sunday");
  await confirm(dialog, "move.S/to_schedule");
  await expect(dialog).toHaveCount(0);
  await expectStanding(page, "sub.S/to_schedule");
}

/** Offers a place at once. */
export async function offer(page: Page): Promise<void> {
  const dialog = await way(page, "move.F/unconditional");
  await confirm(dialog, "move.F/unconditional");
  await expect(dialog).toHaveCount(0);
  await expectStanding(page, "sub.F/unconditional");
}
