import path from "node:path";
import type { Page, PageScreenshotOptions } from "@playwright/test";

/** Whether pictures are wanted: for the eyes of whoever works on a screen (`QABUL_SHOTS=1`). What fails has its picture anyway. */
export const SHOTS = process.env.QABUL_SHOTS === "1";

/** A picture under `test-results`, where pictures are wanted. */
export async function shot(page: Page, name: string, options: PageScreenshotOptions = {}): Promise<void> {
  if (SHOTS) await page.screenshot({ path: path.join("test-results", `${name}.png`), ...options });
}
