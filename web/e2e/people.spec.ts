import { readFileSync } from "node:fs";
import { qabul } from "./support/cli.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { shot } from "./support/shots.ts";
import { enter, signIn } from "./support/staff.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "settings", key, values);
const mark = () => crypto.randomUUID().slice(0, 8);

test("somebody is invited by mail, found, and given another role", async ({ page }) => {
  const email = `new-${mark()}@vmsiihe.example`;
  await signIn(page, "vmsiihe", "admin");
  await page.getByRole("link", { name: word("en", "common", "nav.people") }).click();
  await page.getByRole("button", { name: t("people.invite"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("people.invite.title") });
  await dialog.getByLabel(t("people.name"), { exact: true }).fill("نورة السالمية");
  await dialog.getByLabel(t("people.email"), { exact: true }).fill(email);
  await dialog.getByRole("checkbox", { name: t("people.role.auditor") }).check();
  await expectAccessible(page, "inviting");
  await dialog.getByRole("button", { name: t("people.invite.send") }).click();
  await expect(dialog).toHaveCount(0);
  await mailTo(email, /\/reset-password#\S+/);

  await page.getByRole("searchbox").fill(email);
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(t("people.status.invited"));
  await row.getByRole("button").click();
  const panel = page.getByRole("complementary", { name: t("people.panel") });
  await panel.getByRole("checkbox", { name: t("people.role.principal") }).check();
  await panel.getByRole("button", { name: t("settings.save"), exact: true }).first().click();
  await expect(row).toContainText(t("people.role.principal"));

  // The same address again is told at the address.
  await page.getByRole("button", { name: t("people.invite"), exact: true }).click();
  await dialog.getByLabel(t("people.name"), { exact: true }).fill("Somebody else");
  await dialog.getByLabel(t("people.email"), { exact: true }).fill(email);
  await dialog.getByRole("checkbox", { name: t("people.role.auditor") }).check();
  await dialog.getByRole("button", { name: t("people.invite.send") }).click();
  await expect(dialog.getByText(word("en", "messages", "A005"))).toBeVisible();
});

test("who is switched off is out at the next step; the last administrator cannot go", async ({ page, browser }) => {
  const email = `off-${mark()}@rushmore.example`;
  qabul(["user", "add", "--school", "rushmore", "--email", email, "--name", "Karim", "--role", "admissions_officer", "--password-stdin"], `${state().password}\n`);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await enter(other, "rushmore", email);

  await signIn(page, "rushmore", "admin", "en", `/settings/people?q=${encodeURIComponent(email)}`);
  await page.getByRole("row").filter({ hasText: email }).getByRole("button").click();
  const panel = page.getByRole("complementary", { name: t("people.panel") });
  await panel.getByRole("button", { name: t("people.act.disable") }).click();
  await page.getByRole("dialog").getByRole("button", { name: t("people.act.disable") }).click();
  await expect(panel.getByText(t("people.done.disable"))).toBeVisible();
  await other.getByRole("link", { name: word("en", "common", "nav.inbox"), exact: true }).click();
  // This school leads strangers to its admission.
  await expect(other).toHaveURL(at("rushmore", "/admission"));
  await elsewhere.close();

  await page.goto(at("rushmore", "/settings/people?q=admin%40rushmore.example"));
  await page.getByRole("row").filter({ hasText: "admin@rushmore.example" }).getByRole("button").click();
  await panel.getByRole("checkbox", { name: t("people.role.auditor") }).check();
  await panel.getByRole("checkbox", { name: t("people.role.school_admin") }).uncheck();
  await panel.getByRole("button", { name: t("settings.save"), exact: true }).first().click();
  await expect(panel.getByText(word("en", "messages", "A004"))).toBeVisible();
});

test("the log tells what was done, narrowed and as a file", async ({ page }) => {
  await signIn(page, "mogra", "admin", "en", "/settings/audit");
  const table = page.getByRole("table", { name: t("audit.title") });
  await expect(table.getByText(t("audit.action.session.open")).first()).toBeVisible();
  await page.getByLabel(t("audit.filter.action"), { exact: true }).selectOption({ label: t("audit.action.user.add") });
  await expect(page).toHaveURL(/action=user\.add/);
  await expect(table.getByText(t("audit.action.session.open"))).toHaveCount(0);
  await expect(table.getByText(t("audit.action.user.add")).first()).toBeVisible();
  const saving = page.waitForEvent("download");
  // The file's heading is in the page's language.
  const asked = page.waitForRequest((request) => request.url().includes("/audit/export"));
  await page.getByRole("button", { name: t("audit.export") }).click();
  expect(new URL((await asked).url()).searchParams.get("lng")).toBe("en");
  const csv = readFileSync(await (await saving).path(), "utf8");
  expect(csv).toContain("user.add");
  expect(csv).not.toContain("session.open");
});

test("an officer sees no settings, and is told so when coming by the address", async ({ page }) => {
  await signIn(page, "abq", "officer");
  await expect(page.getByRole("link", { name: word("en", "common", "nav.people") })).toHaveCount(0);
  await page.goto(at("abq", "/settings/people"));
  await expect(page).toHaveURL(at("abq", "/access-denied"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("en", "auth", "denied.role.title"));
});

test("menus and dialogs hold while they are open", async ({ page }) => {
  test.setTimeout(360_000);
  await signIn(page, "abq", "admin");
  for (const [language, width, scheme] of [["en", 1440, "light"], ["ar", 390, "dark"]] as const) {
    const say = (key: string, values: Record<string, string | number> = {}) => word(language, "settings", key, values);
    const dialog = page.getByRole("dialog");
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const open = async (place: string) => {
      await page.goto(at("abq", `/settings/${place}?lng=${language}`));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    };
    const holds = async (what: string) => {
      await shot(page, `settings/open-${what}-${width}-${language}-${scheme}`);
      await expectNoOverflow(page, `${what} ${width} ${language}`);
      await expectAccessible(page, `${what} ${width} ${language}`);
    };
    const close = async () => {
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
    };

    await open("people");
    await page.getByRole("button", { name: word(language, "common", "user.menu", { name: "" }).trim() }).click();
    await page.getByRole("menuitem").first().waitFor();
    await holds("user-menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await page.getByRole("search").getByRole("button").first().click();
    await page.getByRole("menu").waitFor();
    await holds("filter-menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);

    await page.getByRole("button", { name: say("people.invite"), exact: true }).click();
    await dialog.getByRole("button", { name: say("people.invite.send") }).click();
    await holds("invite-mail-missing");
    await dialog.getByText(say("people.invite.till"), { exact: true }).click();
    await dialog.getByLabel(say("people.name"), { exact: true }).fill("سعاد البلوشية");
    await dialog.getByLabel(say("people.staffCode"), { exact: true }).fill("77");
    await dialog.getByLabel(say("people.pin"), { exact: true }).fill("1234");
    await dialog.getByRole("checkbox").first().check();
    await dialog.getByRole("button", { name: say("people.invite.add") }).click();
    await expect(dialog.getByText(word(language, "common", "problem.tooCommon.pin"))).toBeVisible();
    await holds("invite-till-common");
    await close();

    await page.getByRole("row").filter({ hasText: "officer@abq.example" }).getByRole("button").click();
    await page.getByRole("button", { name: say("people.act.disable") }).click();
    // On a phone the person is a dialog too.
    await dialog.last().getByRole("button", { name: say("people.act.disable") }).waitFor();
    await holds("switch-off");

    await open("tills");
    await page.getByRole("button", { name: say("tills.add"), exact: true }).first().click();
    await dialog.getByRole("button", { name: say("tills.add.do") }).click();
    await holds("till-missing");
    const code = `H-${language}-${mark().slice(0, 4)}`.toUpperCase();
    await dialog.getByLabel(say("tills.code"), { exact: true }).fill(code);
    await dialog.getByLabel(say("tills.name"), { exact: true }).fill("مقصف البنات");
    await dialog.getByRole("button", { name: say("tills.add.do") }).click();
    await expect(dialog.getByRole("status", { name: say("tills.enrol.code") })).toBeVisible();
    await holds("till-code");
  }
});
