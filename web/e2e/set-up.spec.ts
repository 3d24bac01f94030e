import type { Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { savesOf } from "./support/desk.ts";
import { newDesk } from "./support/flags.ts";
import { fillForm, readForm, send } from "./support/form.ts";
import { api } from "./support/http.ts";
import { keyboardOf } from "./support/keyboard.ts";
import { expectAccessible, expectNoLatin, expectNoOverflow } from "./support/look.ts";
import { png } from "./support/pictures.ts";
import { at, state } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const d = (key: string, values: Record<string, string | number> = {}) => word("ar", "settingsDesk", key, values);
const r = (key: string, values: Record<string, string | number> = {}) => word("ar", "settingsRooms", key, values);
const b = (key: string, values: Record<string, string | number> = {}) => word("ar", "builder", key, values);

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** A whole set-up without a pointer: from the sign-in to the first family's answers, in Arabic. */
test("a whole school is set up in Arabic by keyboard alone", async ({ page, browser }) => {
  test.setTimeout(240_000);
  const school = await newDesk("setup", { salma: "سلمى" });
  const keys = keyboardOf(page);
  // A click would be a way around: none may reach the page.
  await page.addInitScript(() => {
    for (const kind of ["pointerdown", "mousedown"]) addEventListener(kind, () => document.documentElement.setAttribute("data-pointer", ""), true);
  });

  await page.goto(at(school, "/sign-in?lng=ar"));
  await keys.write(page.getByRole("textbox", { name: word("ar", "auth", "signIn.email"), exact: true }), `salma@${school}.example`);
  await keys.write(page.getByLabel(word("ar", "auth", "signIn.password"), { exact: true }), state().password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(at(school, "/dashboard"));
  await keys.press(page.getByRole("link", { name: word("ar", "common", "nav.desk"), exact: true }));
  await expect(page.getByRole("heading", { name: d("overview.title"), level: 1 })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: d("nav.label") });
  const room = async (id: string, title: string, doors = tabs) => {
    await keys.press(doors.locator(`a[href="/settings/${id}"]`));
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  };
  const saved = savesOf(page, "ar");
  const whole = async (what: string) => {
    await saved();
    await expectAccessible(page, what);
    await expectNoOverflow(page, what);
    await expectNoLatin(page, what);
  };

  // The way in: families sign up by a code as well.
  await room("entry", r("entry.title"), page.getByRole("main"));
  const code = page.getByRole("switch", { name: r("entry.flag.otp") });
  const before = await code.isChecked();
  await keys.press(code, "Space");
  await expect(code).toBeChecked({ checked: !before });
  await whole("the way in");

  // The school's face: a picture, a colour that is too light and the shade that is offered, a slide, a website.
  await room("branding", r("branding.title"));
  const chooser = page.waitForEvent("filechooser");
  await keys.press(page.getByRole("region", { name: r("logo.title") }).getByRole("button", { name: r("logo.upload"), exact: true }));
  await (await chooser).setFiles({ name: "شعار.png", mimeType: "image/png", buffer: png(240, 60, [180, 40, 90]) });
  await expect(page.getByRole("img", { name: r("logo.now") })).toBeVisible();
  await keys.write(page.getByRole("textbox", { name: r("colours.primary"), exact: true }), "#f2b8c6");
  await keys.press(page.getByRole("button", { name: r("colours.take") }));
  await expect(page.getByRole("button", { name: r("colours.take") })).toHaveCount(0);
  await expect(page.getByLabel(r("logo.width"), { exact: true }).last()).toHaveValue("192 px");
  await keys.press(page.getByRole("button", { name: new RegExp(`^(${r("slides.first")}|${r("slides.add")})$`) }));
  const slide = page.getByRole("listitem", { name: /^الشريحة/ }).last();
  await keys.write(slide.getByLabel(d("in.en", { what: r("slides.heading") })), "A school by the sea");
  await keys.write(slide.getByLabel(d("in.en", { what: r("slides.text") })), "Small classes, and a garden.");
  await keys.write(slide.getByLabel(d("in.ar", { what: r("slides.heading") })), "مدرسة على البحر");
  await keys.write(slide.getByLabel(d("in.ar", { what: r("slides.text") })), "صفوف صغيرة وحديقة.");
  await keys.write(page.getByLabel(r("links.website")), "https://example.om");
  await whole("the branding");

  // When families may apply.
  await room("dates", r("dates.title"));
  await keys.press(page.getByRole("button", { name: new RegExp(`^(${r("dates.first")}|${r("dates.add")})$`) }));
  const row = page.getByRole("listitem", { name: /^الفترة \d/ }).last();
  await keys.write(row.getByLabel(r("dates.year")), "2027-2028");
  await keys.write(row.getByLabel(r("dates.from"), { exact: true }), "01-11-2026");
  await keys.write(row.getByLabel(r("dates.to"), { exact: true }), "30-06-2027");
  await page.keyboard.press("Tab");
  await whole("the dates");

  // A word of our own, by its words.
  await room("texts", r("texts.title"));
  await keys.write(page.getByRole("searchbox", { name: r("texts.search") }), word("ar", "auth", "entry.forgot.link"));
  // The words are looked for a moment after they were typed: until then another text stands first.
  const found = page.getByRole("list", { name: r("texts.list") }).getByRole("listitem").filter({ hasText: r("texts.part.auth") }).filter({ hasText: word("ar", "auth", "entry.forgot.link") }).first();
  await keys.press(found.getByRole("button").first());
  await keys.write(found.getByRole("textbox", { name: d("language.ar") }).first(), "نسيتم الكلمة؟");
  await saved();

  // A form from a template, with one question more.
  await room("forms", b("list.title"));
  await keys.press(page.getByRole("button", { name: b("list.new") }));
  const dialog = page.getByRole("dialog", { name: b("new.title") });
  await keys.to(dialog.getByRole("radio", { name: b("new.from.enquiry") }));
  for (let turn = 0; turn < 8 && !(await dialog.getByRole("radio", { name: b("new.from.visit") }).isChecked()); turn += 1) await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: b("new.from.visit") })).toBeChecked();
  await keys.press(dialog.getByRole("button", { name: b("new.begin") }));
  await expect(page).toHaveURL(at(school, "/settings/forms/ask-for-a-visit"));
  const outline = page.getByRole("region", { name: b("outline.title") });
  await keys.to(outline.locator('button[aria-current="true"]'));
  await page.keyboard.press("End");
  await page.keyboard.press("a");
  await expect(page.getByRole("searchbox", { name: b("palette.search") })).toBeFocused();
  await page.keyboard.type(b("kind.text"));
  await page.keyboard.press("Enter");
  const label = page.getByRole("textbox", { name: b("in.ar", { what: b("field.label") }) });
  await expect(label).toBeFocused();
  await page.keyboard.type("كيف عرفتم بنا؟");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("How did you hear of us?");
  await saved();

  // Taken back and done again, then published with a reason.
  await page.keyboard.press("ControlOrMeta+Z");
  await page.keyboard.press("ControlOrMeta+Shift+Z");
  await saved();
  await keys.press(page.getByRole("button", { name: d("bar.publish"), exact: true }), "Enter", { back: true });
  const publish = page.getByRole("dialog", { name: d("publish.title") });
  await expect(publish.getByText(d("publish.checked"))).toBeVisible();
  await keys.write(publish.getByLabel(d("publish.note"), { exact: true }), "أول إعداد للمدرسة");
  await expectAccessible(page, "the publishing");
  await keys.press(publish.getByRole("button", { name: d("publish.now") }));
  await expect(page.getByText(d("publish.done"))).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-pointer");

  // What families are given.
  await expect.poll(async () => (await api(school, "GET", "/public/forms/ask-for-a-visit?lng=ar")).text).toContain("كيف عرفتم بنا؟");
  const details = (await api(school, "GET", "/common/school-details")).json as {
    authPage: { conditionalScreens: Record<string, string> };
    branding: { colours: { primary: string } };
    schoolNameLogo: { lic_school_logo: string | null; lic_website_url: string | null };
    swiperText: { title: { ar: string } }[];
    schoolDates: { year: string }[];
  };
  expect(details.authPage.conditionalScreens.otp).toBe(before ? "N" : "Y");
  expect(details.branding.colours.primary).not.toBe("#f2b8c6");
  expect(details.swiperText.at(-1)?.title.ar).toBe("مدرسة على البحر");
  expect(details.schoolNameLogo).toMatchObject({ lic_school_logo: expect.stringMatching(/./), lic_website_url: "https://example.om" });
  expect(details.schoolDates.map(({ year }) => year)).toContain("2027-2028");
  await asks(await (await browser.newContext()).newPage(), school);
});

/** The first family meets what was set up, and sends its answers. */
async function asks(family: Page, school: string): Promise<void> {
  await family.goto(at(school, "/sign-in?lng=ar"));
  await expect(family.getByRole("link", { name: "نسيتم الكلمة؟" })).toBeVisible();
  const form = "ask-for-a-visit";
  await family.goto(at(school, `/enquiry/${form}?lng=ar`));
  await fillForm(family, await readForm(school, form, "ar"), sample(school, form, "ar"), "ar");
  expect(await send(family, "ar")).not.toBe("");
}
