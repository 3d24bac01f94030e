import { sample } from "./support/cli.ts";
import { fillForm, fillStep, next, openStep, readForm, send, thanked } from "./support/form.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible } from "./support/look.ts";
import { discard, prepare, serve, stop } from "./support/server.ts";
import { at, formPath } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

/** A name that only this run has, to count by. */
const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`;

test("a double click sends once @smoke", async ({ page }) => {
  const name = unique("Double Click");
  await page.goto(at("abq", formPath("new")));
  await fillForm(page, await readForm("abq", "new", "en"), { ...sample("abq", "new"), child_name: name }, "en");
  await page.getByRole("button", { name: word("en", "forms", "review.send"), exact: true }).dblclick();
  const reference = await thanked(page, "en");
  const rows = await enquiries("abq", `q=${encodeURIComponent(name)}`);
  expect(rows.map((row) => row.reference)).toEqual([reference]);
});

test("an answer that was lost on the way does not send twice", async ({ page }) => {
  const name = unique("Lost Answer");
  await page.goto(at("abq", formPath("new")));
  await fillForm(page, await readForm("abq", "new", "en"), { ...sample("abq", "new"), child_name: name }, "en");
  let lost = 0;
  await page.route("**/submissions", async (route) => {
    // The server takes it; its answer never arrives.
    if (lost > 0) return await route.continue();
    lost += 1;
    await route.fetch({ url: route.request().url().replace(/\/\/[^/:]+/, "//127.0.0.1"), headers: { ...(await route.request().allHeaders()), host: new URL(route.request().url()).host } });
    await route.abort("connectionreset");
  });
  const button = page.getByRole("button", { name: word("en", "forms", "review.send"), exact: true });
  await button.click();
  await expect(page.getByText(word("en", "forms", "submit.unknown.title"))).toBeVisible();
  await button.click();
  const reference = await thanked(page, "en");
  expect(lost).toBe(1);
  const rows = await enquiries("abq", `q=${encodeURIComponent(name)}`);
  expect(rows.map((row) => row.reference)).toEqual([reference]);
});

test("a form that another device has sent is told as sent, and what was written here since is shown as no part of it", async ({ page, browser }) => {
  const name = unique("Two Devices");
  const f = (key: string) => word("en", "forms", key);
  const document = await readForm("abq", "new", "en");
  const values = { ...sample("abq", "new"), child_name: name };
  await page.goto(at("abq", formPath("new")));
  await fillStep(page, document, document.steps[0]!, values, "en");
  await next(page, "en");
  await expect(page.getByRole("status").filter({ hasText: /^Saved at/ })).toBeVisible({ timeout: 12_000 });

  const token = await page.evaluate(() => (JSON.parse(localStorage.getItem("qabul.draft.abq.new") ?? "{}") as { token?: string }).token);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(`${at("abq", formPath("new"))}#draft=${token}`);
  await other.getByRole("button", { name: f("draft.linked.follow") }).click();
  await fillForm(other, document, values, "en");
  const reference = await send(other, "en");
  await elsewhere.close();

  const heading = page.getByRole("heading", { level: 1 });
  const typed = page.getByRole("region", { name: f("alreadySent.typed.title") });
  const late = page.locator('[id="f.guardian_name"]');
  await late.fill("Written Too Late");
  await late.blur();
  await expect(heading).toHaveText(f("alreadySent.title"), { timeout: 15_000 });
  await expect(typed).toContainText("Written Too Late");
  await expect(typed).not.toContainText(name);
  await page.reload();
  await expect(typed).toContainText("Written Too Late");
  await expectAccessible(page, "a form that another device has sent");
  const rows = await enquiries("abq", `q=${encodeURIComponent(name)}`);
  expect(rows.map((row) => row.reference)).toEqual([reference]);

  await page.getByRole("button", { name: f("alreadySent.new") }).click();
  await expect(page.locator('[id="f.child_name"]')).toHaveValue("");
});

test("without a connection answers are kept on the device, and saved once it is back", async ({ page, context }) => {
  const document = await readForm("abq", "new", "en");
  const values: Record<string, unknown> = { ...sample("abq", "new"), child_name: unique("Offline") };
  await page.goto(at("abq", formPath("new")));
  await fillStep(page, document, document.steps[0]!, values, "en");
  await next(page, "en");
  const saved = page.getByRole("status").filter({ hasText: /^Saved at/ });
  await expect(saved).toBeVisible({ timeout: 12_000 });

  await context.setOffline(true);
  await fillStep(page, document, document.steps[1]!, values, "en");
  await next(page, "en");
  await expect(page.getByText(word("en", "forms", "offline.title"))).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(word("en", "forms", "save.onDevice"), { exact: true })).toBeVisible({ timeout: 20_000 });

  await context.setOffline(false);
  await expect(saved).toBeVisible({ timeout: 30_000 });
  await page.reload();
  expect((await openStep(page, document, "en"))?.id).toBe(document.steps[2]?.id);
  await fillStep(page, document, document.steps[2]!, values, "en");
  await next(page, "en");
  await expect(page.getByText(String(values.guardian_name))).toBeVisible();
  await send(page, "en");
});

test("a draft outlives the server", async ({ page }) => {
  test.slow();
  const own = await prepare("", ["abq"]);
  let child = await serve(own);
  try {
    const document = await readForm("abq", "new", "en");
    const name = unique("Restart");
    await page.goto(at("abq", formPath("new"), own.port));
    await fillStep(page, document, document.steps[0]!, { ...sample("abq", "new"), child_name: name }, "en");
    await next(page, "en");
    await expect(page.getByRole("status").filter({ hasText: /^Saved at/ })).toBeVisible({ timeout: 12_000 });
    await stop(child, "SIGKILL");
    child = await serve(own);
    await page.reload();
    expect((await openStep(page, document, "en"))?.id).toBe(document.steps[1]?.id);
    await page.getByRole("button", { name: word("en", "forms", "nav.back"), exact: true }).click();
    await expect(page.locator('[id="f.child_name"]')).toHaveValue(name);
  } finally {
    await stop(child);
    discard(own);
  }
});
