import { test as base, expect, type Page } from "@playwright/test";

/** Collects what a careful person would see in the browser's console: errors, refused policies, exceptions. */
export function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    // The browser itself reports every refusal of the API; what a journey makes of one is asserted there.
    if (/^Failed to load resource: (the server responded with a status of 4\d\d|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED|CONNECTION_RESET))/.test(message.text())) return;
    // A trace writes its own script into every frame; one that lets no script run says so.
    if (message.text().startsWith("Blocked script execution in 'about:srcdoc'")) return;
    problems.push(`console: ${message.text()}`);
  });
  return problems;
}

/** Every journey's page is watched, and fails the journey by what it says at the end. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const problems = watch(page);
    await use(page);
    expect(problems, "what the browser's console says").toEqual([]);
  },
});

export { expect };
