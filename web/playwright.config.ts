import { defineConfig } from "@playwright/test";

/**
 * Journeys in Chromium against the release server (`bin/qabul`), started by `e2e/support/setup.ts` with a data folder of its own.
 * `*.localhost` resolves inside Chromium, so each school is met at its real host.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results/artifacts",
  globalSetup: "./e2e/support/setup.ts",
  // Two workers on two cores leave nothing for the server.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A machine that is busy with something else: tried once more there, and named as flaky at the end of `make test`.
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
    trace: "retain-on-failure",
    launchOptions: {
      executablePath: process.env.QABUL_CHROMIUM ?? "/usr/bin/chromium",
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
