import type { Page, Route } from "@playwright/test";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { answer, mockAuth, patchSchool, sessionOf } from "./support/mock.ts";
import { shot } from "./support/shots.ts";
import { signIn } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import type { Language } from "./support/words.ts";

/** A screen of entry in one of its states: the address, what the server says, and what the person does. */
interface Screen {
  name: string;
  path: string;
  auth?: Record<string, (route: Route) => Promise<void>>;
  till?: boolean;
  act?: (page: Page, language: Language) => Promise<void>;
  /** It differs from another state in one alert or hint alone, whose words are tested with the component: one look is enough. */
  once?: boolean;
}

const QR = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 3 3'><path d='M0 0h1v1H0zM2 2h1v1H2z'/></svg>";
const TOTP = { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", uri: "otpauth://totp/x", qr: QR };
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const send = (page: Page) => page.locator("[type=submit]").click();

async function password(page: Page): Promise<void> {
  await field(page, "email").fill("huda@abq.example");
  await field(page, "password").fill("any password");
  await send(page);
}

/** A password that is not taken. */
async function inVain(page: Page): Promise<void> {
  await password(page);
  await page.getByRole("alert").waitFor();
}

const refused = (status: number, messageId: string, more: object = {}, headers: Record<string, string> = {}) => answer({ messageId, ...more }, status, headers);

// As they stand when they are opened, these screens are looked at in `screens.spec.ts`.
const SCREENS: readonly Screen[] = [
  { name: "sign-in-missing", path: "/sign-in", act: (page) => send(page) },
  { name: "sign-in-L001", path: "/sign-in", auth: { login: refused(401, "L001") }, act: inVain, once: true },
  { name: "sign-in-L002", path: "/sign-in", auth: { login: refused(429, "L002", {}, { "retry-after": "90" }) }, act: inVain, once: true },
  { name: "sign-in-L003", path: "/sign-in", auth: { login: refused(401, "L003") }, act: inVain, once: true },
  {
    name: "second-factor",
    path: "/sign-in",
    auth: { login: answer({ mfa_required: true, challenge: "c", methods: ["totp", "recovery"] }), "second-factor": refused(422, "L004", { tries_left: 3 }) },
    act: async (page) => {
      await password(page);
      await field(page, "one-time-code").fill("123456");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "factor-set-up", path: "/sign-in", auth: { login: answer({ mfa_setup_required: true, challenge: "c", totp: TOTP }) }, act: async (page) => (await password(page), await page.locator("code").first().waitFor()) },
  {
    name: "factor-codes",
    path: "/sign-in",
    auth: { login: answer({ mfa_setup_required: true, challenge: "c", totp: TOTP }), "second-factor": answer({ ...sessionOf("staff"), recovery_codes: ["7GQ2-M4KD", "Q8XW-2TRB", "PL9C-6VNA"] }) },
    act: async (page) => {
      await password(page);
      await field(page, "one-time-code").fill("123456");
      await page.getByRole("checkbox").waitFor();
    },
  },
  { name: "sign-up-missing", path: "/sign-up", act: (page) => send(page) },
  {
    name: "sign-up-mail",
    path: "/sign-up",
    auth: { register_user: answer({ messageId: "L011" }, 201) },
    act: async (page) => {
      await field(page, "name").fill("هدى صالح");
      await field(page, "email").fill("huda@abq.example");
      await page.locator("[type=tel]").fill("٩١٢٣ ٤٥٦٧");
      await field(page, "new-password").fill("river lamp quiet");
      await page.getByRole("checkbox").check();
      await send(page);
      await expect(page.getByRole("checkbox")).toHaveCount(0);
    },
  },
  {
    name: "forgot-password-limit",
    once: true,
    path: "/forgot-password",
    auth: { "forget-password": refused(429, "L002", {}, { "retry-after": "45" }) },
    act: async (page) => {
      await field(page, "email").fill("huda@abq.example");
      await send(page);
      await page.getByRole("timer").waitFor();
    },
  },
  { name: "reset-password", path: "/reset-password#token=abc", auth: { "check-reset-link": answer({}) }, act: (page) => field(page, "new-password").fill("river"), once: true },
  { name: "verify-account", path: "/verify-account#token=abc", auth: { "verify-email": answer({ purpose: "verify_email" }) } },
  {
    name: "otp-code",
    path: "/otp-authentication",
    auth: { "auth-otp": answer({ challenge_id: "c", expires_in: 300, resend_in: 60 }), "verify-auth-otp": refused(422, "L004", { tries_left: 4 }) },
    act: async (page) => {
      await field(page, "email").fill("huda@abq.example");
      await send(page);
      await field(page, "one-time-code").fill("١٢٣٤٥٦");
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "pos-sign-in", path: "/pos-sign-in", till: true },
  {
    name: "pos-taken",
    once: true,
    path: "/pos-sign-in",
    till: true,
    auth: { "login-pos": refused(409, "P002") },
    act: async (page) => {
      await field(page, "staff-code").fill("C102");
      await field(page, "pin").fill("4821");
      await send(page);
      await page.getByRole("alert").waitFor();
    },
  },
];

/** Each language at both widths and in both schemes; the two of them together are all four. */
const LOOKS = {
  ar: [[390, "light"], [1440, "dark"]],
  en: [[1440, "light"], [390, "dark"]],
} as const;

for (const screen of SCREENS) {
  test(`${screen.name} holds in ${screen.once ? "Arabic on a telephone" : "both languages, widths and schemes"}`, async ({ page }) => {
    await patchSchool(page, "abq", { flags: { without_auth: "Y", otp: "Y", signUp: "Y" } });
    await mockAuth(page, { captcha: answer({ captcha: { provider: "off", site_key: "", challenge: null } }), ...screen.auth });
    if (screen.till) await page.addInitScript(() => location.protocol === "http:" && localStorage.setItem("till", JSON.stringify({ device_id: "d", till: { id: "t", code: "CAN-1", name: "مقصف البنات" } })));
    for (const language of screen.once ? (["ar"] as const) : (["ar", "en"] as const)) {
      await page.setViewportSize({ width: LOOKS[language][0][0], height: 900 });
      await page.emulateMedia({ colorScheme: LOOKS[language][0][1], reducedMotion: "reduce" });
      await page.goto("about:blank");
      const [path, hash] = screen.path.split("#");
      await page.goto(at("abq", `${path}?lng=${language}${hash ? `#${hash}` : ""}`));
      await page.getByRole("heading", { level: 1 }).waitFor();
      await screen.act?.(page, language);
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const [width, scheme] of LOOKS[language].slice(0, screen.once ? 1 : 2)) {
        const what = `${screen.name} ${width} ${language} ${scheme}`;
        await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await shot(page, `entry/${screen.name}-${width}-${language}-${scheme}`, { fullPage: width === 390 });
        await expectNoOverflow(page, what);
        await expectAccessible(page, what);
        if (language === "ar") await expectNoLatin(page, what);
      }
      expect(page.url(), "no token stays in the address").not.toContain("#token");
    }
  });
}

test("a session from an encrypted link is held in memory alone and gone with the page", async ({ page }) => {
  await patchSchool(page, "abq", {});
  await mockAuth(page, { login: (route) => route.fulfill({ json: sessionOf("family") }) });
  await page.route(/\/api\/v1\/oa\/(?!common\/|auth\/)/, answer({ items: [], children: [], drafts: [], due: [], offered: [], adoptable: [] }));
  await page.goto(at("abq", "/student-encrypted/abc/sign-in"));
  await password(page);
  await expect(page).toHaveURL(at("abq", "/dashboard"));
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept).not.toContain("token-of-family");
  await page.reload();
  await expect(page).toHaveURL(/\/sign-in/);
});

test("a 401 in one tab signs out in all of them", async ({ context }) => {
  const [one, two] = [await context.newPage(), await context.newPage()];
  await signIn(one, "abq");
  await two.goto(at("abq", "/dashboard"));
  await two.getByRole("heading", { level: 1 }).waitFor();
  await one.route("**/api/v1/oa/enquiries?**", answer({ messageId: "L014" }, 401));
  await one.goto(at("abq", "/pre_admission"));
  await expect(one).toHaveURL(/\/sign-in/);
  await expect(two).toHaveURL(/\/sign-in/);
  await context.close();
});

test("the external list is asked for without token or school, and its failure changes nothing", async ({ page }) => {
  const asked: Record<string, string>[] = [];
  await patchSchool(page, "abq", { connections_url: at("abq", "/connections.json") });
  await page.route("**/connections.json", async (route) => {
    asked.push(route.request().headers());
    await route.abort("failed");
  });
  await signIn(page, "abq");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(asked.length).toBeGreaterThan(0);
  for (const headers of asked) for (const name of ["authorization", "school-id", "client-id", "cookie"]) expect(headers[name], name).toBeUndefined();
});
