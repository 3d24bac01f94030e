import { expect, type Page } from "@playwright/test";
import { word, type Language } from "./words.ts";

/**
 * Waits until the desk on a page has saved what was changed since the last time, and nothing is on its way: a save of this page has
 * come back good, and the bar says that all is saved. It is to be made before the first change.
 */
export function savesOf(page: Page, language: Language): () => Promise<void> {
  let [good, asked] = [0, 0];
  page.on("response", (answer) => {
    if (answer.request().method() === "PATCH" && new URL(answer.url()).pathname.endsWith("/settings/draft") && answer.ok()) good += 1;
  });
  const bar = page.getByRole("region", { name: word(language, "settingsDesk", "bar.label") });
  return async () => {
    await expect.poll(() => good, { message: "another save", intervals: [50, 100] }).toBeGreaterThan(asked);
    await expect(bar.locator("[data-state]").first()).toHaveAttribute("data-state", "saved");
    asked = good;
  };
}
