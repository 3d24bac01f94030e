import type { Browser, Page } from "@playwright/test";
import { qabul } from "./support/cli.ts";
import { FOOTER, HONOURED, NASTY, NOT_HONOURED, ROUTING_RULES, SIGN_OUT, type Who } from "../src/app/routing.cases.ts";
import { flag, newSchool } from "./support/flags.ts";
import { call } from "./support/http.ts";
import { answer, mockAuth, patchSchool, pretend, sessionOf } from "./support/mock.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { fillSignIn, signIn } from "./support/staff.ts";
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

test("who is signed in does not see sign-in, and comes to the dashboard from the root", async ({ page }) => {
  await signIn(page, "abq");
  await page.goto(at("abq", "/sign-in"));
  await expect(page).toHaveURL(at("abq", "/dashboard"));
  await page.goto(at("abq", "/"));
  await expect(page).toHaveURL(at("abq", "/dashboard"));
});

test("a role that a page does not name is told so", async ({ page }) => {
  const email = `cashier-${crypto.randomUUID().slice(0, 6)}@rushmore.example`;
  qabul(["user", "add", "--school", "rushmore", "--email", email, "--role", "cashier", "--password-stdin"], `${state().password}\n`);
  await page.goto(at("rushmore", "/sign-in"));
  await fillSignIn(page, email, state().password);
  await expect(page).toHaveURL(at("rushmore", "/dashboard"));
  await page.goto(at("rushmore", "/pre_admission"));
  await expect(page).toHaveURL(at("rushmore", "/access-denied"));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(word("en", "auth", "denied.role.title"));
});

test("a wrong password is refused in words, and says nothing about the account", async ({ page }) => {
  await page.goto(at("abq", "/sign-in"));
  await fillSignIn(page, "officer@abq.example", "not-the-password");
  await expect(page.getByRole("alert")).toContainText(word("en", "messages", "L001"));
  await fillSignIn(page, "nobody@abq.example", "not-the-password");
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

test("the sign-in card holds in both languages and widths", async ({ page }) => {
  for (const school of ["abq", "vmsiihe", "rushmore", "mogra"]) {
    for (const language of ["en", "ar"] as const) {
      for (const width of [1440, 390]) {
        const what = `sign-in ${school} ${width} ${language}`;
        await page.setViewportSize({ width, height: 900 });
        await page.goto(at(school, `/sign-in?lng=${language}`));
        await expect(page.getByRole("heading", { level: 1 })).toHaveText(word(language, "auth", "signIn.title"));
        await page.screenshot({ path: `test-results/sign-in/${school}-${width}-${language}.png` });
        await expectNoOverflow(page, what);
        await expectAccessible(page, what);
        if (language === "ar") await expectNoLatin(page, what);
      }
    }
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

for (const { rule, cases } of ROUTING_RULES) {
  test(`the seed: ${rule}`, async ({ browser }) => {
    test.slow();
    for (const { who, open, lands, ...patch } of cases) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await patchSchool(page, "abq", patch);
      if (who !== "nobody") await pretend(page, who);
      await page.goto(at("abq", open));
      await expect.poll(() => where(page.url()), { message: `${who} at ${open} with ${JSON.stringify(patch)}` }).toBe(lands);
      // It stays there: no rule sends it on once the page is drawn.
      await page.locator("main").first().waitFor();
      expect(where(page.url()), `${who} at ${open} stays`).toBe(lands);
      await context.close();
    }
  });
}

/** Opens sign-in with a remembered address and signs in; where it leads. */
async function landing(page: Page, remembered: string, wait: string): Promise<string> {
  await page.goto("about:blank");
  await page.goto(at("abq", `/sign-in?redirectUrl=${encodeURIComponent(remembered)}`));
  await page.evaluate(() => localStorage.removeItem("token"));
  await fillSignIn(page, "salem@abq.example", "any");
  await page.waitForURL((url) => url.pathname !== "/sign-in" || url.host !== new URL(at("abq", "/")).host);
  await page.locator(wait).first().waitFor();
  return page.url();
}

/** Follows remembered addresses, one after the other, in a browser of its own; answers the requests that left the school. */
async function follow(browser: Browser, wanted: readonly { remembered: string; lands: string }[]): Promise<string[]> {
  const page = await (await browser.newContext()).newPage();
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!["http:", "data:", "blob:"].includes(new URL(request.url()).protocol) || /evil/.test(new URL(request.url()).host)) strangers.push(request.url());
  });
  await patchSchool(page, "abq", {});
  await page.route(/\/api\/v1\/oa\/(?!common\/|auth\/)/, answer({ items: [], next_cursor: null, total: 0, counts: { new: 0, contacted: 0, toured: 0, applying: 0, lost: 0 } }));
  await mockAuth(page, { login: (route) => route.fulfill({ json: sessionOf("staff") }), refresh: answer({ messageId: "L014" }, 401) });
  for (const { remembered, lands } of wanted) expect(await landing(page, remembered, "main"), JSON.stringify(remembered)).toBe(at("abq", lands));
  await page.context().close();
  return strangers;
}

test("the seed: redirectUrl is honoured after sign-in, and leads to no other site in any of sixty forms", async ({ browser }) => {
  test.setTimeout(420_000);
  const all = [
    ...HONOURED.map(([remembered, lands]) => ({ remembered, lands })),
    ...[...NOT_HONOURED, ...NASTY].map((remembered) => ({ remembered, lands: "/dashboard" })),
  ];
  // Two at once: each has a process of its own.
  const strangers = await Promise.all([0, 1].map((lane) => follow(browser, all.filter((_, nth) => nth % 2 === lane))));
  expect(strangers.flat()).toEqual([]);
});

test("the seed: sign-out goes to /, or to /pos-sign-in on POS pages", async ({ browser }) => {
  for (const [open, to] of SIGN_OUT.filter(([from]) => ["/dashboard", "/pos"].includes(from))) {
    const who: Who = open === "/pos" ? "till" : "staff";
    const context = await browser.newContext();
    const page = await context.newPage();
    await patchSchool(page, "abq", {});
    await pretend(page, who);
    await page.route("**/api/v1/oa/pos/me", answer({ person: { id: "u", name: "Ali" }, roles: ["cashier"], till: { id: "t", code: "C1", name: "Canteen", store_types: ["canteen"] }, currency: "OMR", since: "2026-11-21T08:00:00Z" }));
    await mockAuth(page, { "sign-out": answer({}) });
    await page.goto(at("abq", open));
    if (who === "staff") await page.getByRole("button", { name: /account and sign-out/ }).click();
    const left = page.waitForRequest((request) => request.isNavigationRequest());
    await page.getByRole(who === "staff" ? "menuitem" : "button", { name: word("en", "common", "user.signOut") }).click();
    expect(where((await left).url())).toBe(to);
    await expect(page).toHaveURL(who === "staff" ? /\/sign-in$/ : /\/pos-sign-in$/);
    await context.close();
  }
});

test("the seed: a footer shows on all pages except under /pos/", async ({ browser }) => {
  for (const [open, who, shown] of FOOTER) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await patchSchool(page, "abq", {});
    if (who !== "nobody") await pretend(page, who);
    await page.goto(at("abq", open));
    await page.locator("main").first().waitFor();
    await expect(page.getByRole("contentinfo"), open).toHaveCount(shown ? 1 : 0);
    await context.close();
  }
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
    await expect.poll(() => where(page.url())).toBe(mode === "test" ? "/sign-in" : "/access-denied");
    await page.locator("main").first().waitFor();
    expect(checks, mode).toBe(mode === "test" ? 0 : 1);
    expect(lists, mode).toBe(mode === "production" ? 0 : 1);
    await context.close();
  }
});
