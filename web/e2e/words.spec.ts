import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { savesOf } from "./support/desk.ts";
import { copyOfAbq } from "./support/flags.ts";
import { api } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, type Language } from "./support/words.ts";

// The desk's rooms for what the school says and by which rules it judges: legal texts, messages, components and their tables.

const d = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "settingsDesk", key, values);
const w = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "settingsWords", key, values);
const p = (key: string, values: Record<string, string | number> = {}, language: Language = "en") => word(language, "settingsPlugins", key, values);

test.use({ contextOptions: { reducedMotion: "reduce" } });

const ruledSchool = () => copyOfAbq("words", { amina: "أمينة الكندية" });
const enterRoom = (page: Page, school: string, to: string) => enter(page, school, `amina@${school}.example`, to);

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: d("bar.publish"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: d("publish.title") });
  await dialog.getByLabel(d("publish.note"), { exact: true }).fill("e2e");
  await dialog.getByRole("button", { name: d("publish.now") }).click();
  await expect(dialog).toHaveCount(0, { timeout: 20_000 });
}

/** A room as it stands after work in it, in both languages and widths. Untouched rooms are looked at in `screens.spec.ts`. */
async function holdsBegun(page: Page, school: string, room: string, open?: (language: Language) => Promise<void>): Promise<void> {
  for (const language of ["en", "ar"] as const) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(at(school, `/settings/${room}?lng=${language}`));
    await expect(page.locator("h1").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root")).toHaveCount(0, { timeout: 20_000 });
    await open?.(language);
    for (const width of [1440, 390]) {
      const what = `${room} ${language} ${width}`;
      await page.setViewportSize({ width, height: 900 });
      await shot(page, `words/${what.replaceAll(/[ /]/g, "-")}`, { fullPage: true });
      await expectNoOverflow(page, what);
      await expectAccessible(page, what);
      if (language === "ar") await expectNoLatin(page, what);
    }
  }
}

test("a school writes its terms, sees them in the dialog, publishes, and families read them", async ({ page, browser }) => {
  const school = await ruledSchool();
  const saved = savesOf(page, "en");
  await enterRoom(page, school, "/settings/legal");
  await page.getByRole("button", { name: w("legal.begin") }).click();
  const first = page.getByRole("textbox", { name: w("legal.words", { block: w("legal.block", { n: 1 }) }) });
  await first.fill("How {{school}} works with families");
  await saved();
  const inside = page.frameLocator("iframe[data-shown]");
  await expect(inside.getByRole("dialog").getByRole("heading", { name: /^How .* works with families$/ })).toBeVisible({ timeout: 20_000 });
  // One block fewer in English: the Arabic tab has more to say.
  await page.getByRole("button", { name: d("sort.remove", { what: w("legal.block", { n: 10 }) }) }).click();
  await expect(page.getByText("English has 1 block fewer. Does it say the same?")).toBeVisible();
  // Lifted and moved by the keys.
  const second = w("legal.block", { n: 2 });
  await page.getByRole("button", { name: d("sort.drag", { what: second }) }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(d("sort.moved", { what: second, to: 2 }))).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(d("sort.moved", { what: second, to: 1 }))).toBeAttached();
  await page.keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: w("legal.words", { block: w("legal.block", { n: 2 }) }) })).toHaveValue("How {{school}} works with families");
  await saved();
  await shot(page, "words/legal-written", { fullPage: true });
  await publish(page);
  const family = await (await browser.newContext()).newPage();
  await family.goto(at(school, "/sign-in?lng=en&legal=terms"));
  await expect(family.getByRole("dialog").getByRole("heading", { name: /^How .* works with families$/ })).toBeVisible();
  await family.goto(at(school, "/sign-in?lng=ar&legal=privacy"));
  await expect(family.getByRole("dialog").getByRole("heading", { name: word("ar", "legal", "privacy.1.heading") })).toBeVisible();
  await family.setViewportSize({ width: 390, height: 600 });
  await expect(family.getByRole("button", { name: word("ar", "legal", "close") })).toBeInViewport({ ratio: 1 });
  await family.getByRole("button", { name: word("ar", "legal", "close") }).click();
  await expect(family.getByRole("dialog")).toHaveCount(0);
  await family.context().close();
  await holdsBegun(page, school, "legal");
});

test("a school asks for consents: begun from ours, one of its own, in its order, and read by families", async ({ page, browser }) => {
  test.setTimeout(180_000);
  const school = await ruledSchool();
  const saved = savesOf(page, "en");
  await enterRoom(page, school, "/settings/legal/consents");
  const adds = page.getByRole("group", { name: w("consents.add") });
  await expect(page.getByText(w("consents.none"), { exact: true })).toBeVisible();
  await shot(page, "words/consents-none", { fullPage: true });
  await adds.getByRole("button", { name: w("consents.kind.photo") }).click();
  await adds.getByRole("button", { name: w("consents.kind.medical") }).click();
  const medical = word("en", "consents", "medical.title");
  await page.getByRole("button", { name: d("sort.up", { what: medical }) }).click();
  await saved();
  const inside = page.frameLocator("iframe[data-shown]");
  await expect(inside.getByRole("dialog", { name: medical }).getByRole("heading", { name: word("en", "consents", "medical.2.heading") })).toBeVisible({ timeout: 20_000 });

  // Its own: nobody can publish it half, and whoever types in it is not interrupted by the page beside it.
  await adds.getByRole("button", { name: w("consents.own") }).click();
  await page.getByLabel(d("in.en", { what: w("consents.title") })).fill("Swimming lessons");
  await page.getByRole("group", { name: w("legal.add") }).getByRole("button", { name: w("legal.kind.paragraph") }).click();
  await page.keyboard.type("{{school}} takes the third grade to the pool on Tuesdays.", { delay: 20 });
  await expect(page.getByRole("textbox", { name: w("legal.words", { block: w("legal.block", { n: 1 }) }) })).toHaveValue("{{school}} takes the third grade to the pool on Tuesdays.");
  await expect(page.getByText(w("consents.title.empty"))).toBeVisible();
  await page.getByLabel(d("in.ar", { what: w("consents.title") })).fill("دروس السباحة");
  await page.getByRole("radiogroup", { name: w("legal.language") }).getByText("العربية").click();
  await page.getByRole("group", { name: w("legal.add") }).getByRole("button", { name: w("legal.kind.paragraph") }).click();
  await page.keyboard.type("تصطحب {{school}} الصف الثالث إلى المسبح يوم الثلاثاء.");
  await saved();
  await shot(page, "words/consent-own", { fullPage: true });
  await expectAccessible(page, "a consent");
  await page.getByRole("link", { name: w("consents.back") }).click();
  await expect(page.getByRole("listitem", { name: "Swimming lessons" })).toBeVisible();
  await expect(page.getByText(w("consents.lacks"))).toHaveCount(0);
  await shot(page, "words/consents", { fullPage: true });
  await publish(page);

  const answer = await api(school, "GET", "/public/criteria?kind=consent&lng=ar");
  const criteria = answer.json.criteria as { sims_criteria_code: string; required: boolean; title: { ar: string } }[];
  expect(criteria.map(({ sims_criteria_code: code, required }) => [code, required])).toEqual([["medical", true], ["photo", false], ["other", false]]);
  const family = await (await browser.newContext()).newPage();
  await family.goto(at(school, "/sign-in?lng=ar&legal=consent-other"));
  await expect(family.getByRole("dialog", { name: "دروس السباحة" }).getByText(/^تصطحب .* الصف الثالث إلى المسبح/)).toBeVisible();
  await family.goto(at(school, "/sign-in?lng=en&legal=consent-nothing"));
  await expect(family.getByRole("dialog").getByText(word("en", "legal", "consent.none"))).toBeVisible();
  await family.context().close();

  await holdsBegun(page, school, "legal/consents");
  await holdsBegun(page, school, "legal/consents/photo");
});

test("a message is written with what it needs, and shown as it arrives", async ({ page }) => {
  const school = await ruledSchool();
  const saved = savesOf(page, "en");
  await enterRoom(page, school, "/settings/messages");
  await page.getByRole("button", { name: new RegExp(d("message.code")) }).first().click();
  const body = page.getByRole("textbox", { name: w("messages.body"), exact: true });
  const mail = page.frameLocator(`iframe[title="${w("messages.preview.frame")}"]`);
  await expect(mail.locator("body")).toHaveCSS("background-color", "rgb(246, 245, 243)");
  await body.fill("Welcome to {{ school }}.");
  await expect(page.getByText(w("messages.lacks_one", { fields: w("messages.field.code") }))).toBeVisible();
  await page.getByRole("group", { name: w("messages.insert") }).getByRole("button", { name: new RegExp(w("messages.field.code")) }).click();
  await expect(body).toHaveValue("Welcome to {{ school }}.{{ code }}");
  await expect(mail.getByText(/^Welcome to .*\d{4,}/)).toBeVisible();
  await saved();
  await shot(page, "words/message-own", { fullPage: true });
  await body.fill("{{ code }} {{ nothing }}");
  await expect(page.getByText(w("messages.fault"))).toBeVisible();
  await expect(page.getByText(/^Nothing fills .*nothing/)).toBeVisible();
  await shot(page, "words/message-fault", { fullPage: true });
  await page.getByRole("button", { name: w("messages.standard"), exact: true }).click();
  await expect(page.getByText(w("messages.fault"))).toHaveCount(0);
  await expect(page.getByText(d("bar.nothing"))).toBeVisible();
  await holdsBegun(page, school, "messages", (language) => page.getByRole("button", { name: new RegExp(d("message.code", {}, language)) }).first().click());
});

test("a fee is changed in its table, its effect is seen on samples, and a new component is compared and taken back", async ({ page }) => {
  test.setTimeout(180_000);
  const school = await ruledSchool();
  const saved = savesOf(page, "en");
  const checked = await api(school, "POST", "/public/forms/abq/check", { body: { values: sample(school, "abq"), locale: "en" } });
  expect(checked.status, checked.text).toBe(200);
  await enterRoom(page, school, "/settings/plugins");
  const card = page.getByRole("region", { name: /abq/ }).first();
  await expect(card.getByText(p("days.calls")).first()).toBeVisible();
  await expect(card.getByRole("table", { name: p("days.table", { name: "abq" }) }).getByRole("row")).not.toHaveCount(1);
  await shot(page, "words/plugins", { fullPage: true });
  // The same component with a remark at its end is another version to everybody who looks at its digest.
  const wasm = readFileSync(path.join(state().data, "schools", "abq", "plugins", "abq.wasm"));
  const remark = Buffer.concat([wasm, Buffer.from([0, 5, 3, ...Buffer.from("e2e"), 1])]);
  const field = page.getByLabel(p("upload.choose", { name: "abq" }));
  await field.setInputFiles({ name: "abq.wasm", mimeType: "application/wasm", buffer: Buffer.from("nothing") });
  await expect(page.getByText(p("upload.notOne"))).toBeVisible();
  await field.setInputFiles({ name: "abq.wasm", mimeType: "application/wasm", buffer: wasm });
  await expect(page.getByText(p("upload.same"))).toBeVisible({ timeout: 30_000 });
  await field.setInputFiles({ name: "abq.wasm", mimeType: "application/wasm", buffer: remark });
  await expect(page.getByText(/This is the draft\. Live now/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/samples are assessed as they are live/).first()).toBeVisible({ timeout: 30_000 });
  await shot(page, "words/plugins-new", { fullPage: true });
  await page.getByRole("button", { name: p("component.back") }).click();
  await expect(page.getByText(/This is the draft\. Live now/)).toHaveCount(0);
  await expect(page.getByText(d("bar.nothing"))).toBeVisible();

  await page.getByRole("link", { name: /abq_fees/ }).click();
  const grid = page.getByRole("grid");
  await expect(grid.getByText(p("table.holds.now")).first()).toBeVisible();
  // Every fee that is in force or to come is another: some sample has to feel it.
  const fees = grid.locator("tbody tr");
  const count = await fees.count();
  expect(count).toBeGreaterThan(0);
  await fees.first().locator("td").nth(4).click();
  for (let row = 0; row < count; row += 1) await page.keyboard.type("70\n");
  await saved();
  await expect(fees.first().locator("td").nth(4)).toHaveText("70");
  await shot(page, "words/table", { fullPage: true });
  const effect = page.getByRole("region", { name: p("compare.title.table") });
  await expect(effect.getByText(/assessed differently/)).toBeVisible({ timeout: 30_000 });
  await expect(effect.locator("tr[data-differs]").first()).toBeVisible();
  await shot(page, "words/table-effect", { fullPage: true });
  await page.keyboard.press("Control+z");
  await publish(page);
});
