import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { qabul, sample } from "./support/cli.ts";
import { measure, seconds, type Effort } from "./support/effort.ts";
import { fillForm, readForm, send } from "./support/form.ts";
import { api } from "./support/http.ts";
import { fillSignIn } from "./support/staff.ts";
import { at, formPath, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { totp } from "./support/totp.ts";
import { word } from "./support/words.ts";

test.describe.configure({ mode: "serial" });

const school = `alnoor-${crypto.randomUUID().slice(0, 6)}`;
const email = `head@${school}.example`;
let link = "";
/** The command line that made the school, as typed. */
let typed = "";

test("ops brings a school live while the server runs @smoke", async () => {
  const words = [
    "school", "new", school, "--name-en", "Al Noor School", "--name-ar", "مدرسة النور",
    "--time-zone", "Asia/Muscat", "--currency", "OMR", "--admin-email", email,
  ];
  typed = `qabul ${words.join(" ")}\n`;
  const printed = qabul(words);
  link = printed.match(/https?:\/\/\S+\/reset-password\S*/)?.[0] ?? "";
  expect(link, printed).not.toBe("");
  // Nobody tells the server: it looks for itself (how soon is `tenants/tests/it/reload.rs`'s to hold).
  await expect.poll(async () => (await api(school, "GET", "/common/school-details")).status, { intervals: [100], timeout: 15_000 }).toBe(200);
});

test("its family sends a form in Arabic, and its new admin finds it @smoke", async ({ page, context }) => {
  const effort = await measure(context);
  await page.goto(at(school, `${formPath("new")}?lng=ar`));
  await fillForm(page, await readForm(school, "new", "ar"), sample(school, "new", "ar"), "ar");
  const reference = await send(page, "ar");

  // The one-time link sets a password, once.
  const password = "three-copper-kettles-by-the-window-7";
  await page.goto(link.replace(/^https?:\/\/[^/]+/, at(school, "")).replace("#", "?lng=en#"));
  await page.getByLabel(word("en", "auth", "reset.password"), { exact: true }).fill(password);
  await page.getByLabel(word("en", "auth", "reset.again"), { exact: true }).fill(password);
  await page.getByRole("button", { name: word("en", "auth", "reset.send"), exact: true }).click();
  await expect(page.getByText(word("en", "auth", "reset.done.title"))).toBeVisible();

  await page.goto(at(school, "/sign-in?lng=en"));
  await fillSignIn(page, email, password);
  // A new school's administrators sign in with a second factor: it is set up on the way.
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.locator('[name="one-time-code"]').fill(totp(secret));
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: word("en", "common", "action.done") }).click();
  // A school that nobody has touched begins with its set-up, which can be left alone.
  await expect(page).toHaveURL(at(school, "/settings/setup?step=logo"));
  await page.goto(at(school, `/pre_admission?q=${encodeURIComponent(reference)}`));
  await expect(page.getByRole("row").filter({ hasText: reference })).toHaveCount(1);

  const whole: Effort = { ...effort, characters: effort.characters + typed.length };
  const told = `${whole.clicks} clicks, ${whole.fields} fields, ${whole.characters} characters: ${Math.round(seconds(whole))} s of a person's time`;
  process.stdout.write(`from nothing to a found submission: ${told}\n`);
  expect(whole.clicks, "clicks are counted").toBeGreaterThan(5);
  expect(seconds(whole), "seconds of a person's time").toBeLessThan(600);
});

test("a broken edit does not go live, and a good one does", async () => {
  const file = path.join(state().data, "schools", school, "school.yaml");
  const good = readFileSync(file, "utf8");
  const names = async () => ((await api(school, "GET", "/common/school-details")).json.schoolNameLogo as { lic_school_name: { en: string } }).lic_school_name.en;

  writeFileSync(file, `${good}\nno_such_key: 1\n`);
  expect(() => qabul(["school", "check", school])).toThrow(/no_such_key/);
  // The server has looked, and says what it found.
  const log = () => readFileSync(path.join(state().data, "server.log"), "utf8");
  await expect.poll(log, { intervals: [100], timeout: 15_000 }).toMatch(new RegExp(`${school}.*no_such_key|no_such_key.*${school}`));
  expect(await names()).toBe("Al Noor School");

  writeFileSync(file, good.replace("Al Noor School", "Al Noor Academy"));
  await expect.poll(names, { intervals: [100], timeout: 15_000 }).toBe("Al Noor Academy");
});
