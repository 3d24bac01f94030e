import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { newSchool } from "./support/flags.ts";
import { fillForm, readForm, send } from "./support/form.ts";
import { api, call } from "./support/http.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { shot } from "./support/shots.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, wordOf, type Language } from "./support/words.ts";

const said = (language: Language) => (key: string, values: Record<string, string | number> = {}) => word(language, "family", key, values);

/** Fills the six answers as a mother would on her phone, and sends them. */
async function begin(page: Page, language: Language, child: string): Promise<string> {
  const t = said(language);
  await page.getByRole("link", { name: word(language, "common", "door.apply") }).click();
  await page.getByLabel(t("admission.child"), { exact: true }).fill(child);
  await page.getByLabel(t("admission.dob"), { exact: true }).fill("٥/٣/٢٠٢٢");
  const grade = page.getByLabel(t("admission.grade"), { exact: true });
  await expect(grade).toBeVisible();
  if ((await grade.evaluate((field) => field.tagName)) === "SELECT") await grade.selectOption({ index: 1 });
  else await grade.fill("KG 1");
  await page.getByLabel(t("admission.guardian"), { exact: true }).fill("مريم البلوشية");
  await page.getByLabel(t("admission.email"), { exact: true }).fill(`m-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel(t("admission.phone"), { exact: true }).fill("٩٢٣٤٥٦٧٨");
  await page.getByRole("button", { name: t("admission.begin"), exact: true }).click();
  const code = page.getByRole("status", { name: t("admission.keep.code") });
  await expect(code).toBeVisible({ timeout: 60_000 });
  return (await code.textContent()) ?? "";
}

test("without an account: begun on a phone in Arabic, gone on with, and found again by its code elsewhere", async ({ page, browser }) => {
  test.slow();
  const t = said("ar");
  const school = await newSchool("begin", { without_auth: "Y" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at(school, "/?lng=ar"));
  await expect(page).toHaveURL(/\/admission/);
  const code = await begin(page, "ar", "ليان");
  await expectAccessible(page, "the tracking code");
  await expectNoOverflow(page, "the tracking code");
  await shot(page, "admission/code-390-ar");
  // The layout changes around the code when the session opens, two seconds later; the code stays.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("token")), { timeout: 10_000 }).not.toBeNull();
  await expect(page.getByRole("button", { name: word("ar", "common", "user.menu", { name: "" }).trim() })).toBeVisible();
  await expect(page.getByRole("status", { name: t("admission.keep.code") })).toHaveText(code);
  await page.getByRole("button", { name: t("admission.keep.go") }).click();
  await expect(page).toHaveURL(/\/enquiry\/form$/);
  await expect(page.locator("input").filter({ visible: true }).first()).toHaveValue("ليان");

  const elsewhere = await browser.newContext({ locale: "en" });
  const other = await elsewhere.newPage();
  await other.goto(at(school, "/admission?lng=en"));
  const field = other.getByLabel(said("en")("admission.track.code"), { exact: true });
  await field.fill("NOPE-NOPE-NOPE");
  await other.getByRole("button", { name: said("en")("admission.track.go") }).click();
  await expect(other.getByText(said("en")("admission.track.unknown"))).toBeVisible({ timeout: 60_000 });
  await field.fill(code.toLowerCase());
  await other.getByRole("button", { name: said("en")("admission.track.go") }).click();
  await expect(other).toHaveURL(at(school, "/dashboard"), { timeout: 60_000 });
  await expect(other.getByText("ليان")).toBeVisible();
  await expectAccessible(other, "the family's home");

  // Sent from the phone, it stands there with where it is.
  const document = await readForm(school, "form", "ar");
  await fillForm(page, document, { ...sample(school, "form", "ar"), child_name: "ليان" }, "ar");
  const reference = await send(page, "ar");
  await other.reload();
  await other.getByRole("link", { name: said("en")("family.open.of", { form: (await readForm(school, "form", "en")).title }) }).click();
  await expect(other.getByRole("heading", { level: 1, name: "We are reviewing the application" })).toBeVisible();
  await expect(other.getByText(reference).first()).toBeVisible();
  await elsewhere.close();
});

test("the dates are on the page and in a calendar file", async ({ page }) => {
  const details = (await api("abq", "GET", "/common/school-details")).json as { schoolDates: { year: string }[] };
  await page.goto(at("abq", "/admission-dates?lng=en"));
  for (const { year } of details.schoolDates) await expect(page.getByRole("heading", { name: new RegExp(year) })).toBeVisible();
  const calendar = page.getByRole("link", { name: said("en")("admission.dates.calendar") });
  const file = await call(state(), "abq.localhost", "GET", (await calendar.getAttribute("href")) ?? "");
  expect(file.headers["content-type"]).toContain("text/calendar");
  expect(file.text).toContain("BEGIN:VEVENT");
});

/** What each school that ships is, by whose words its front door speaks. */
const KINDS = { abq: "school", vmsiihe: "college", rushmore: "college", mogra: "company" } as const;

interface Told {
  schoolNameLogo: { lic_school_name: Record<Language, string> };
  contact: { phone: string; hours: Record<Language, string> };
  application: { papers: { name: Record<Language, string> }[] };
  authPage: { conditionalScreens: { signUp: string } };
  schoolDates: { year: string; sims_admission_start_from: string; sims_admission_end: string }[];
  today: string;
}

test("the front door leads to the school's own application, whichever page a family lands on", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [school, landing, form] of [
    ["abq", "/", "/enquiryform/abq"],
    ["abq", "/sign-up", "/enquiryform/abq"],
    ["vmsiihe", "/", "/enquiry/vmsiihe"],
    ["vmsiihe", "/admission", "/enquiry/vmsiihe"],
    // Nobody needs an account there: it begins at the few answers that give a tracking code.
    ["rushmore", "/sign-in", "/admission#start"],
    ["mogra", "/", "/hr/form"],
    ["mogra", "/admission", "/hr/form"],
  ] as const) {
    await page.goto(at(school, `${landing}?lng=ar`));
    await page.getByRole("link", { name: wordOf(KINDS[school], "ar", "common", "door.apply"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${form}$`));
    await expect(page.locator("input").filter({ visible: true }).first()).toBeVisible();
  }
});

/** Every page that a family may land on. */
const LANDINGS = ["/sign-in", "/sign-up", "/otp-authentication", "/admission"];

for (const [school, kind] of Object.entries(KINDS)) {
  test(`within one screen of a telephone stand how to apply, to go on, to call and to sign in (${school})`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 390, height: 844 });
    const told = (await api(school, "GET", "/common/school-details")).json as unknown as Told;
    const round = told.schoolDates.find((one) => one.sims_admission_start_from <= told.today && told.today <= one.sims_admission_end);
    for (const language of ["en", "ar"] as const) {
      const c = (key: string) => wordOf(kind, language, "common", key);
      for (const landing of LANDINGS) {
        const where = `${school}${landing} ${language}`;
        await page.goto(at(school, `${landing}?lng=${language}`));
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        const door = page.getByRole("region", { name: c("door.label"), exact: true });
        const form = page.getByRole("main").locator("form");
        const parts = {
          "the school": page.getByRole("banner").getByText(told.schoolNameLogo.lic_school_name[language]).first(),
          "that it takes applications": door.getByRole("heading", { name: c("door.open") }),
          "the open round": door.getByText(round?.year ?? "no round is open").first(),
          "how to apply": door.getByRole("link", { name: c("door.apply"), exact: true }),
          "the documents": told.application.papers.length > 0 ? door.locator("summary").first() : door.getByText(c("door.noPapers")),
          "how to go on": door.getByText(c("door.continue"), { exact: true }),
          "whom to call": door.locator(`a[href="tel:${told.contact.phone}"]`),
          "when": door.getByText(told.contact.hours[language], { exact: true }),
          // At the page for it the whole form, elsewhere the way there.
          ...(landing === "/sign-in"
            ? {
                "what one signs in with": form.locator('[name="email"]'),
                "the password": form.locator('[name="password"]'),
                "the button": form.getByRole("button", { name: word(language, "auth", "signIn.send"), exact: true }),
              }
            : { "how to sign in": door.getByRole("link", { name: c("door.signIn"), exact: true }) }),
          ...(landing === "/admission" && told.authPage.conditionalScreens.signUp === "Y" ? { "how to sign up": door.getByRole("link", { name: c("title.signUp"), exact: true }) } : {}),
        };
        for (const [what, part] of Object.entries(parts)) {
          const box = await part.boundingBox();
          expect.soft(box && box.y >= 0 && box.y + box.height <= 844, `${what} at ${where}: ${JSON.stringify(box)}`).toBe(true);
        }
        for (const paper of told.application.papers) await expect(door.getByText(paper.name[language], { exact: true }), where).toHaveCount(1);
        await expectNoOverflow(page, where);
        await shot(page, `admission/screen-${school}${landing.replaceAll("/", "-")}-${language}`);
      }
    }
  });
}

test("the way to sign in from the front door leads to the form, and back to what was wanted", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(at("abq", "/sign-up?redirectUrl=/profile&lng=ar"));
  await page.getByRole("link", { name: word("ar", "common", "door.signIn"), exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in\?redirectUrl=\/profile/);
  await expect(page.locator('[name="password"]')).toBeInViewport();
});

test("a mistyped address says so, with the way to the forms", async ({ page }) => {
  await page.goto(at("abq", "/enquiryfrom/abq?lng=en"));
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByRole("alert")).toContainText("/enquiryfrom/abq");
  await page.getByRole("link", { name: word("en", "common", "lost.forms") }).click();
  await expect(page.getByRole("heading", { name: word("en", "common", "door.forms") })).toBeInViewport();
  await expectAccessible(page, "a mistyped address");
});

// What differs from school to school: their names, colours, slides and dates. The screens themselves are looked at in `screens.spec.ts`.
test("each school's landing and dates hold on a telephone in Arabic", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  for (const school of ["abq", "vmsiihe", "rushmore", "mogra"]) {
    for (const place of ["admission", "admission-dates"]) {
      const what = `${place} ${school}`;
      await page.goto(at(school, `/${place}?lng=ar`));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await shot(page, `admission/${school}-${place}`, { fullPage: true });
      await expectNoOverflow(page, what);
      await expectAccessible(page, what);
      await expectNoLatin(page, what);
    }
  }
});
