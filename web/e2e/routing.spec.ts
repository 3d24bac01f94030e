import type { Page } from "@playwright/test";
import { qabul } from "./support/cli.ts";
import { HONOURED, NASTY, ROUTING_RULES } from "../src/app/routing.cases.ts";
import { flag, newSchool } from "./support/flags.ts";
import { call } from "./support/http.ts";
import { answer, mockAuth, patchSchool, pretend, sessionOf } from "./support/mock.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { fillSignIn } from "./support/staff.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

test("the root leads to sign-in, an unknown path to the root", async ({ page }) => {
  await page.goto(at("abq", "/"));
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto(at("abq", "/no/such/page"));
  await expect(page).toHaveURL(/\/sign-in$/);
});

test("the first flagged screen decides where a stranger goes; without one the wanted page is remembered", async ({ page }) => {
  const school = await newSchool("flags");
  qabul(["user", "add", "--school", school, "--email", `officer@${school}.example`, "--role", "admissions_officer", "--password-stdin"], `${state().password}\n`);

  await flag(school, { login: "Y", otp: "Y" });
  await page.goto(at(school, "/pre_admission"));
  await expect(page).toHaveURL(at(school, "/sign-in"));

  await flag(school, {});
  await page.goto(at(school, "/pre_admission?state=new"));
  await expect(page).toHaveURL(at(school, "/sign-in?redirectUrl=/pre_admission%3Fstate%3Dnew"));
  await fillSignIn(page, `officer@${school}.example`, state().password);
  await expect(page).toHaveURL(at(school, "/pre_admission?state=new"));
});

test("a remembered address of another site is not followed", async ({ page }) => {
  await page.goto(at("abq", "/sign-in?redirectUrl=%2F%2Fevil.example%2Fx"));
  await fillSignIn(page, "officer@abq.example", state().password);
  await expect(page).toHaveURL(at("abq", "/dashboard"));
});

test("a wrong password is refused in words, and says nothing about the account", async ({ page }) => {
  // Somebody of this test's own: a wrong try makes the account's next one wait.
  const email = `wrong-${crypto.randomUUID().slice(0, 6)}@abq.example`;
  qabul(["user", "add", "--school", "abq", "--email", email, "--role", "admissions_officer", "--password-stdin"], `${state().password}\n`);
  await page.goto(at("abq", "/sign-in"));
  await fillSignIn(page, email, "not-the-password");
  await expect(page.getByRole("alert")).toContainText(word("en", "messages", "L001"));
  const answered = page.waitForResponse("**/auth/login");
  await fillSignIn(page, "nobody@abq.example", "not-the-password");
  expect((await answered).status()).toBe(401);
  await expect(page.getByRole("alert")).toContainText(word("en", "messages", "L001"));
});

test("the language switches in place, mirrors the page and is remembered", async ({ page }) => {
  await page.goto(at("abq", "/sign-in"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await page.getByRole("button", { name: /^العربية/ }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("ar", "auth", "signIn.title"));
  await page.goto(at("abq", "/enquiry/new"));
  await expect(page.locator("html")).toHaveAttribute("lang", "ar");
  await page.goto(at("abq", "/enquiry/new?lng=en"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the footer names year and product, and opens the two dialogs", async ({ page }) => {
  await page.goto(at("abq", "/enquiry/new"));
  const footer = page.getByRole("contentinfo");
  await expect(footer).toContainText(String(new Date().getFullYear()));
  await expect(footer).toContainText(word("en", "common", "product"));
  for (const key of ["footer.terms", "footer.privacy"]) {
    await footer.getByRole("button", { name: word("en", "common", key) }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect.poll(async () => await dialog.boundingBox()).toMatchObject({ width: 1000, height: 550 });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
});

// What differs from school to school is its name, logo and colours: the screens themselves are looked at in `screens.spec.ts`.
test("each school's sign-in card holds on a telephone in Arabic", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const school of ["abq", "vmsiihe", "rushmore", "mogra"]) {
    await page.goto(at(school, "/sign-in?lng=ar"));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("ar", "auth", "signIn.title"));
    await shot(page, `sign-in/${school}`);
    await expectNoOverflow(page, school);
    await expectAccessible(page, school);
    await expectNoLatin(page, school);
  }
});

test("a host that is no school's is refused, and headers only confirm the host", async () => {
  const unknown = await call(state(), "nobody.localhost", "GET", "/api/v1/oa/common/school-details");
  expect([unknown.status, unknown.json.messageId]).toEqual([421, "L007"]);
  const none = await call(state(), "abq.localhost", "GET", "/api/v1/oa/public/forms");
  expect([none.status, none.json.message]).toEqual([400, "Missing client-id"]);
  const other = await call(state(), "abq.localhost", "GET", "/api/v1/oa/public/forms", { headers: { "school-id": "vmsiihe" } });
  expect([other.status, other.json.messageId]).toEqual([403, "L006"]);
});

/** The address without the host. */
const where = (url: string) => {
  const { pathname, search, hash } = new URL(url);
  return `${pathname}${search}${hash}`;
};

// Every case of every rule is held against the guards in `src/app/routing.test.ts`; the first of each against the application here.
for (const { rule, cases } of ROUTING_RULES) {
  test(`the seed: ${rule}`, async ({ page }) => {
    const [first] = cases;
    if (!first) throw new Error("a rule without a case");
    const { who, open, lands, ...patch } = first;
    await patchSchool(page, "abq", patch);
    if (who !== "nobody") await pretend(page, who);
    await page.goto(at("abq", open));
    await expect.poll(() => where(page.url()), { message: `${who} at ${open} with ${JSON.stringify(patch)}` }).toBe(lands);
    // It stays there: no rule sends it on once the page is drawn.
    await page.locator("main").first().waitFor();
    expect(where(page.url()), `${who} at ${open} stays`).toBe(lands);
  });
}

/** Opens sign-in with a remembered address and signs in; where it leads. */
async function landing(page: Page, remembered: string): Promise<string> {
  await page.goto(at("abq", `/sign-in?redirectUrl=${encodeURIComponent(remembered)}`));
  await fillSignIn(page, "salem@abq.example", "any");
  await page.waitForURL((url) => url.pathname !== "/sign-in" || url.host !== new URL(at("abq", "/")).host);
  await page.locator("main").first().waitFor();
  await page.evaluate(() => localStorage.removeItem("token"));
  return page.url();
}

/** A remembered address of each kind that a browser reads in its own way; all hundred are in `src/app/routing.test.ts`. */
const KINDS = ["https://evil.example", "//evil.example/pre_admission", "/\\evil.example", "/\t/evil.example", "/%2F/evil.example", "／／evil.example", "//user@evil.example/", "/pre_admission/..//evil.example", "javascript:alert(1)"];

const PROFILE = {
  id: "u1", version: 1, kind: "staff", name: "Salem", email: "salem@abq.example", email_verified: true, phone: "", phone_verified: false, avatar: "", locale: "en",
  address: "", city: "", state: "", country: "", relation: "", notifications: { mail: true, sms: false },
  second_factor: { active: false, required: false, recovery_codes_left: 0 }, has_password: true, roles: ["admissions_officer"], created_at: "2025-03-05T08:00:00Z", signed_in_at: null,
};

test("the seed: redirectUrl is honoured after sign-in, and leads to no other site in any kind of form", async ({ page }) => {
  expect(KINDS.filter((each) => !NASTY.includes(each))).toEqual([]);
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!["http:", "data:", "blob:"].includes(new URL(request.url()).protocol) || /evil/.test(new URL(request.url()).host)) strangers.push(request.url());
  });
  await patchSchool(page, "abq", {});
  await page.route(/\/api\/v1\/oa\/(?!common\/|auth\/)/, answer({ items: [], students: [], rounds: [], funnel: [], waiting: [], next_cursor: null, total: 0, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0, R: 0, F: 0, C: 0, S: 0, W: 0, O: 0, A: 0, B: 0 } }));
  await page.route(/\/api\/v1\/oa\/profile/, answer({ profile: PROFILE, sessions: [] }));
  await mockAuth(page, { login: (route) => route.fulfill({ json: sessionOf("staff") }), refresh: answer({ messageId: "L014" }, 401) });
  for (const [remembered, lands] of HONOURED) expect(await landing(page, remembered), JSON.stringify(remembered)).toBe(at("abq", lands));
  for (const remembered of KINDS) expect(await landing(page, remembered), JSON.stringify(remembered)).toBe(at("abq", "/dashboard"));
  expect(strangers).toEqual([]);
});

test("the seed: the access check is made once on load, outside test mode, and sends to /access-denied", async ({ browser }) => {
  for (const mode of ["production", "dev", "test"]) {
    const context = await browser.newContext();
    const page = await context.newPage();
    let checks = 0;
    let lists = 0;
    await patchSchool(page, "abq", { mode });
    await page.route("**/common/access-check", async (route) => {
      checks += 1;
      await answer({ success: false, messageId: "L008", message: "" })(route);
    });
    await page.route("**/common/schools", async (route) => {
      lists += 1;
      await answer({ schools: [] })(route);
    });
    await page.goto(at("abq", "/sign-in"));
    await expect.poll(() => new URL(page.url()).pathname).toBe(mode === "test" ? "/sign-in" : "/access-denied");
    await page.locator("main").first().waitFor();
    expect(checks, mode).toBe(mode === "test" ? 0 : 1);
    expect(lists, mode).toBe(mode === "production" ? 0 : 1);
    await context.close();
  }
});
