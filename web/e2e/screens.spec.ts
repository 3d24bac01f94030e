import type { Page } from "@playwright/test";
import { FOOTER } from "../src/app/routing.cases.ts";
import type { Look, Made } from "../src/ui/room.ts";
import { qabul, sample } from "./support/cli.ts";
import { copyOfAbq } from "./support/flags.ts";
import { api, submit, token } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { rooms } from "./support/rooms.ts";
import { shot } from "./support/shots.ts";
import { openSession } from "./support/staff.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import type { Language } from "./support/words.ts";

// Every page of a school (but the forms, which `walk.spec.ts` walks), opened by whom it is for, in both languages,
// widths and schemes: nothing that axe finds, nothing over the side, no word of the other language, nothing in the
// console, a picture of each. No other journey looks at a whole page for its own sake.

type Who = Look["who"];
type Screen = Look;

/** What each room says of how its pages are looked at (`looks` of `features/<name>/room.tsx`), and each room of the desk of itself. */
const ROOMS = await rooms();
const SCREENS: readonly Screen[] = ROOMS.flatMap(({ looks }) => (typeof looks === "string" ? [] : looks));

/** Each language at both widths and in both schemes; the two of them together are all four. */
const LOOKS = {
  en: [[1440, "light"], [390, "dark"]],
  ar: [[1440, "dark"], [390, "light"]],
} as const;
const PIN = "482913";

/** The paths of the rooms that are looked at here. */
function routes(): string[] {
  return ROOMS.flatMap(({ room, looks }) => (typeof looks === "string" ? [] : (room?.pages ?? []).map(({ path }) => path)));
}

/** A school with every way in, something in its inbox, and somebody of each sort. Each worker furnishes one of its own. */
async function furnish(): Promise<string> {
  const school = await copyOfAbq("screens", { admin: "أمينة الكندية" }, { without_auth: "Y", login: "Y", otp: "Y", signUp: "Y" });
  qabul(["user", "add", "--school", school, "--email", `family@${school}.example`, "--name", "مريم الحارثية", "--role", "guardian", "--password-stdin"], `${state().password}\n`);
  await submit(school, "abq", sample(school, "abq", "ar"), "ar");
  return school;
}

let furnished: Promise<string> | null = null;

/** What the looks need to be opened. */
async function madeIn(school: string): Promise<Made> {
  const headers = { authorization: `Bearer ${await token(school, "admin")}` };
  const list = await api(school, "GET", "/enquiries", { headers });
  return { enquiry: (list.json.items as { id: string }[])[0]?.id ?? "" };
}

/** A till, its device and somebody who sells; what signing in there needs. */
async function openTill(school: string, language: Language): Promise<Record<string, unknown>> {
  const [till_code, staff_code] = language === "en" ? ["T1", "1001"] : ["T2", "1002"];
  const headers = { authorization: `Bearer ${await token(school, "admin")}` };
  const made = await api(school, "POST", "/tills", { headers, body: { code: till_code, name: "المقصف", store_types: ["canteen"] } });
  const device = await api(school, "POST", "/auth/enrol-till", { body: { enrolment_code: made.json.enrolment_code, device_label: "Tablet" } });
  const seller = { name: "سعاد البلوشية", roles: ["cashier"], locale: "ar", staff_code, pin: PIN };
  const added = await api(school, "POST", "/people", { headers, body: seller });
  expect([made.status, device.status, added.status], `${made.text}${device.text}${added.text}`).toEqual([201, 200, 201]);
  return { staff_code, pin: PIN, till_code, device_id: device.json.device_id };
}

/** Lets a page be that person's. */
async function become(page: Page, school: string, who: Who, language: Language): Promise<void> {
  if (who === "till") await openSession(page, school, "login-pos", await openTill(school, language), language);
  else if (who !== "nobody") await openSession(page, school, "login", { email: `${who}@${school}.example`, password: state().password }, language);
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

test("every route of the table is looked at", () => {
  const [told, known] = [routes(), [...new Set(SCREENS.map(({ route }) => route))]];
  expect(told.length).toBeGreaterThan(15);
  expect(told.filter((route) => !known.includes(route)), "routes that no screen names").toEqual([]);
  expect(known.filter((route) => !told.includes(route)), "screens without a route").toEqual([]);
});

/** Looks at these pages as one person in one language; what is wrong. */
async function wrongOf(page: Page, school: string, screens: readonly Screen[], language: Language): Promise<string[]> {
  const wrong: string[] = [];
  for (const screen of screens) {
    const paths = screen.open?.(await madeIn(school)) ?? [screen.route];
    for (const [index, open] of paths.entries()) {
      await page.setViewportSize({ width: LOOKS[language][0][0], height: 900 });
      const [before, hash] = open.split("#");
      // Away first: a page that only differs in its hash would not be loaded again.
      if (hash) await page.goto("about:blank");
      await page.goto(at(school, `${before}${before?.includes("?") ? "&" : "?"}lng=${language}${hash ? `#${hash}` : ""}`));
      const there = await tried(wrong, `${open} ${language}`, () => settled(page, screen.lands ?? open));
      for (const [width, scheme] of there ? LOOKS[language] : []) {
        const what = `${open} ${language} ${width} ${scheme}`;
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        await shot(page, `screens/${nameOf(open)}-${index}-${language}-${width}`, { fullPage: true });
        await tried(wrong, what, () => expectNoOverflow(page, what));
        await tried(wrong, what, () => expectAccessible(page, what));
        if (language === "ar" && !screen.quotes) await tried(wrong, what, () => expectNoLatin(page, what));
      }
      const foot = FOOTER.find(([each]) => each === open);
      if (foot) await tried(wrong, `the footer of ${open}`, () => expect(page.getByRole("contentinfo")).toHaveCount(foot[2] ? 1 : 0));
    }
  }
  return wrong;
}

const inSettings = (screen: Screen) => screen.route.startsWith("/settings");
const isRoom = (screen: Screen) => screen.route === "/settings/:section/*";
const PARTS: readonly { what: string; who: Who; of: (screen: Screen) => boolean }[] = [
  { what: "every page for nobody", who: "nobody", of: () => true },
  { what: "every page for an admin", who: "admin", of: (screen) => !inSettings(screen) },
  { what: "every room of the desk", who: "admin", of: isRoom },
  { what: "every other page of the settings", who: "admin", of: (screen) => inSettings(screen) && !isRoom(screen) },
  { what: "every page for a family", who: "family", of: () => true },
  { what: "every page for a till", who: "till", of: () => true },
];

for (const { what, who, of } of PARTS) {
  for (const language of ["en", "ar"] as const) {
    test(`${what} holds (${language})`, async ({ page }) => {
      test.setTimeout(300_000);
      const school = await (furnished ??= furnish());
      await become(page, school, who, language);
      expect(await wrongOf(page, school, SCREENS.filter((screen) => screen.who === who && of(screen)), language)).toEqual([]);
    });
  }
}
