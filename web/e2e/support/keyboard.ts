import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** A person's hands on the keyboard: no pointer, and no way of a test's own into a field. */
export function keyboardOf(page: Page) {
  /** Goes on with Tab until the focus is there; says which control cannot be reached. */
  const to = async (target: Locator, options: { back?: boolean; most?: number } = {}): Promise<void> => {
    await expect(target).toBeVisible();
    for (let turn = 0; turn < (options.most ?? 120); turn += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(options.back ? "Shift+Tab" : "Tab");
    }
    throw new Error(`the keyboard does not get to ${target.toString()}`);
  };
  return {
    to,
    press: async (target: Locator, key = "Enter", options: { back?: boolean } = {}): Promise<void> => {
      await to(target, options);
      await page.keyboard.press(key);
    },
    /** Writes over what stands in a field. */
    write: async (target: Locator, text: string): Promise<void> => {
      await to(target);
      await page.keyboard.press("ControlOrMeta+A");
      await page.keyboard.type(text);
    },
  };
}
