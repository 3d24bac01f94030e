import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { qabul, sample } from "./support/cli.ts";
import { api, submit, token } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { at, state } from "./support/state.ts";
import { expect, test, watch } from "./support/test.ts";

// Every page of a school (but the forms, which `walk.spec.ts` walks), opened by whom it is for, in both languages,
// widths and schemes: nothing that axe finds, nothing over the side, no word of the other language, nothing in the
// console, a picture of each. No other journey looks at a whole page for its own sake.

type Who = "nobody" | "admin" | "family" | "till";

interface Screen {
  /** As the route table names it. */
  route: string;
  who: Who;
  /** What is opened; the route itself where it has no holes. */
  open?: string[] | (() => Promise<string[]>);
  /** It shows what somebody wrote, in whatever language: answers, codes of grades, names of tables. */
  quotes?: boolean;
}

const LINK = `#token=${"x".repeat(43)}`;

/** Where each route of the table is looked at. A route that is missing here fails the first test. */
const SCREENS: readonly Screen[] = [
  { route: "/sign-in", who: "nobody" },
  { route: "/student-encrypted/:admissionDetailsToken", who: "nobody", open: ["/student-encrypted/abc"] },
  { route: "/sign-up", who: "nobody" },
  { route: "/otp-authentication", who: "nobody" },
  { route: "/pos-sign-in", who: "nobody" },
  { route: "/forgot-password", who: "nobody" },
  { route: "/verify-account", who: "nobody", open: ["/verify-account", `/verify-account${LINK}`] },
  { route: "/reset-password", who: "nobody", open: ["/reset-password", `/reset-password${LINK}`] },
  { route: "/access-denied", who: "nobody" },
  { route: "/admission", who: "nobody" },
  { route: "/admission-dates", who: "nobody" },
  { route: "/dashboard", who: "family" },
  { route: "/dashboard", who: "admin" },
  { route: "/pre_admission", who: "admin", quotes: true },
  { route: "/pre_admission/:id", who: "admin", open: enquiry, quotes: true },
  { route: "/profile", who: "family" },
  { route: "/profile/:tab", who: "family", open: ["account", "security", "language", "notifications", "privacy"].map((tab) => `/profile/${tab}`) },
  { route: "/settings", who: "admin" },
  { route: "/settings/:section/*", who: "admin", open: ["entry", "branding", "forms", "texts", "legal", "legal/consents", "messages", "roles", "history"].map((room) => `/settings/${room}`) },
  { route: "/settings/:section/*", who: "admin", open: ["dates", "plugins", "plugins/tables/abq_fees"].map((room) => `/settings/${room}`), quotes: true },
  { route: "/settings/setup", who: "admin", open: ["logo", "colours", "entry", "form", "colleague", "publish", "end"].map((step) => `/settings/setup?step=${step}`) },
  { route: "/settings/setup", who: "admin", open: ["/settings/setup?step=dates"], quotes: true },
  { route: "/settings/forms/:id", who: "admin", open: ["/settings/forms/new"] },
  { route: "/settings/people", who: "admin" },
  { route: "/settings/tills", who: "admin" },
  { route: "/settings/audit", who: "admin" },
  { route: "/pos", who: "till" },
];

// A worker that begins anew, as after a failure, furnishes a school of its own.
const SCHOOL = `screens-${crypto.randomUUID().slice(0, 6)}`;
/** Each language at both widths and in both schemes; the two of them together are all four. */
const LOOKS = {
  en: [[1440, "light"], [390, "dark"]],
  ar: [[1440, "dark"], [390, "light"]],
} as const;
const folder = "test-results/screens";
const PIN = "482913";

/** The paths of the route table, read from its text: the module itself wants a browser. */
function routes(): string[] {
  const text = readFileSync(path.resolve(import.meta.dirname, "../src/app/routeTable.tsx"), "utf8");
  return [...text.matchAll(/^\s+path: "([^"]+)"/gm)].map((match) => match[1] ?? "");
}

/** A school with every way in, something in its inbox, and somebody of each sort. */
async function furnish(): Promise<void> {
  const place = path.join(state().data, "schools", SCHOOL);
  cpSync(path.join(state().data, "schools", "abq"), place, { recursive: true });
  const file = path.join(place, "school.yaml");
  // Its model's own domain stays with the model.
  let yaml = readFileSync(file, "utf8").replace(/^hosts:.*\n/m, "");
  for (const [key, value] of [
    ["conditionalScreens", "{ without_auth: Y, login: Y, otp: Y, signUp: Y }"],
    ["second_factor", "{ roles: [] }"],
  ]) {
    yaml = `${yaml.replace(new RegExp(`^${key}:.*(\\n[ ]+.*)*\\n?`, "m"), "").trimEnd()}\n${key}: ${value}\n`;
  }
  writeFileSync(file, yaml);
  await expect.poll(async () => (await api(SCHOOL, "GET", "/common/school-details")).status, { intervals: [100], timeout: 15_000 }).toBe(200);
  for (const [name, shown, role] of [["admin", "أمينة الكندية", "school_admin"], ["family", "مريم الحارثية", "guardian"]] as const) {
    qabul(["user", "add", "--school", SCHOOL, "--email", `${name}@${SCHOOL}.example`, "--name", shown, "--role", role, "--password-stdin"], `${state().password}\n`);
  }
  await submit(SCHOOL, "abq", sample(SCHOOL, "abq", "ar"), "ar");
}

async function enquiry(): Promise<string[]> {
  const headers = { authorization: `Bearer ${await token(SCHOOL, "admin")}` };
  const list = await api(SCHOOL, "GET", "/enquiries", { headers });
  return (list.json.items as { id: string }[]).slice(0, 1).map(({ id }) => `/pre_admission/${id}`);
}

/** A till, its device and somebody who sells; what signing in there needs. */
async function openTill(language: "en" | "ar"): Promise<Record<string, unknown>> {
  const [till_code, staff_code] = language === "en" ? ["T1", "1001"] : ["T2", "1002"];
  const headers = { authorization: `Bearer ${await token(SCHOOL, "admin")}` };
  const made = await api(SCHOOL, "POST", "/tills", { headers, body: { code: till_code, name: "المقصف", store_types: ["canteen"] } });
  const device = await api(SCHOOL, "POST", "/auth/enrol-till", { body: { enrolment_code: made.json.enrolment_code, device_label: "Tablet" } });
  const seller = { name: "سعاد البلوشية", roles: ["cashier"], locale: "ar", staff_code, pin: PIN };
  const added = await api(SCHOOL, "POST", "/people", { headers, body: seller });
  expect([made.status, device.status, added.status], `${made.text}${device.text}${added.text}`).toEqual([201, 200, 201]);
  return { staff_code, pin: PIN, till_code, device_id: device.json.device_id };
}

/** A page in a browser of that person's own. */
async function pageOf(browser: Browser, who: Who, language: "en" | "ar"): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  if (who === "nobody") return page;
  const [call, body] = who === "till" ? ["login-pos", await openTill(language)] : ["login", { email: `${who}@${SCHOOL}.example`, password: state().password }];
  await page.goto(at(SCHOOL, "/access-denied"));
  // The browser itself calls, so that the cookie lands where the application finds it.
  const status = await page.evaluate(
    async ([way, sent, school]) => {
      const headers = { "content-type": "application/json", "school-id": school };
      const answer = await fetch(`/api/v1/oa/auth/${way}`, { method: "POST", headers, body: JSON.stringify(sent) });
      const told = await answer.json();
      if (answer.ok) {
        localStorage.setItem("token-ttl", String(told.expires_in));
        localStorage.setItem("token", told.token);
        if (told.till) {
          localStorage.setItem("till", JSON.stringify({ device_id: sent.device_id, till: told.till }));
          localStorage.setItem("pos", JSON.stringify({ loginUserIDPos: told.user.id, storeType: told.storeType, posCurrency: told.posCurrency, posRoles: told.posRoles }));
        }
      }
      return `${answer.status} ${told.messageId ?? ""}`;
    },
    [call, body, SCHOOL] as [string, Record<string, unknown>, string],
  );
  expect(status, `${who} signs in`).toBe("200 ");
  return page;
}

const nameOf = (open: string) => open.split("#")[0]?.replaceAll(/[^a-z0-9_-]+/gi, "-").replace(/^-/, "") || "root";

/** Waits until a page has said what it has to say. */
async function settled(page: Page, open: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === open.split(/[?#]/)[0]);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Goes on with the next page when one fails: a run tells of all of them. */
async function tried(wrong: string[], what: string, look: () => Promise<void>): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    wrong.push(`${what}: ${String(error).slice(0, 600)}`);
    return false;
  }
}

let furnished: Promise<void> | null = null;

test("every route of the table is looked at", () => {
  const [told, known] = [routes(), [...new Set(SCREENS.map(({ route }) => route))]];
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter((route) => !known.includes(route)), "routes that no screen names").toEqual([]);
  expect(known.filter((route) => !told.includes(route)), "screens without a route").toEqual([]);
});

/** Looks at every page of one sort of person in one language; what is wrong. */
async function wrongOf(browser: Browser, who: Who, language: "en" | "ar"): Promise<string[]> {
  const page = await pageOf(browser, who, language);
  const problems = watch(page);
  const wrong: string[] = [];
  for (const screen of SCREENS.filter((each) => each.who === who)) {
    const paths = typeof screen.open === "function" ? await screen.open() : (screen.open ?? [screen.route]);
    for (const [index, open] of paths.entries()) {
      await page.setViewportSize({ width: LOOKS[language][0][0], height: 900 });
      const [before, hash] = open.split("#");
      // Away first: a page that only differs in its hash would not be loaded again.
      await page.goto("about:blank");
      await page.goto(at(SCHOOL, `${before}${before?.includes("?") ? "&" : "?"}lng=${language}${hash ? `#${hash}` : ""}`));
      const there = await tried(wrong, `${open} ${language}`, () => settled(page, open));
      for (const [width, scheme] of there ? LOOKS[language] : []) {
        const what = `${open} ${language} ${width} ${scheme}`;
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.screenshot({ path: `${folder}/${nameOf(open)}-${index}-${language}-${width}.png`, fullPage: true });
        await tried(wrong, what, () => expectNoOverflow(page, what));
        await tried(wrong, what, () => expectAccessible(page, what));
        if (language === "ar" && !screen.quotes) await tried(wrong, what, () => expectNoLatin(page, what));
      }
    }
  }
  await page.context().close();
  return [...wrong, ...problems];
}

for (const who of ["nobody", "admin", "family", "till"] as const) {
  test(`every page for ${who} holds`, async ({ browser }) => {
    test.setTimeout(900_000);
    await (furnished ??= furnish());
    mkdirSync(folder, { recursive: true });
    // Side by side: most of the time goes into the browser's own work, and each page has a process of its own.
    const wrong = await Promise.all([wrongOf(browser, who, "en"), wrongOf(browser, who, "ar")]);
    expect(wrong.flat()).toEqual([]);
  });
}
