import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/**
 * Journeys in Chromium against the release server (`bin/qabul`), started by `e2e/support/setup.ts` with a data folder of its own.
 * `*.localhost` resolves inside Chromium, so each school is met at its real host.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/artifacts",
  globalSetup: "./e2e/support/setup.ts",
  // Chromium needs nearly all of the time, the server a twentieth of it.
  workers: 2,
  // A journey has a school or a person of its own, so any two may run side by side; those that build on each other say so.
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Once more on a machine that nobody looks at: what goes well only then leaves its trace, and is named as flaky at the end.
  retries: process.env.CI ? 1 : 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Asia/Muscat",
    acceptDownloads: true,
    actionTimeout: 10_000,
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    launchOptions: {
      // The renderer without the browser's own surface costs half; the whole browser draws the same.
      executablePath: process.env.QABUL_CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-dev-shm-usage",
      ],
    },
  },
});
