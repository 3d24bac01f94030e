import type { Locator, Page } from "@playwright/test";
import { sample } from "./support/cli.ts";
import { copyOfAbq, hireAs, setPlaces } from "./support/flags.ts";
import { api, enquiries, submit, token } from "./support/http.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { shot } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// Two children and one place: from what their families send to a place that is booked.

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "applications", key, values);
const ar = (key: string, values: Record<string, string | number> = {}) => word("ar", "application", `application.${key}`, values);

interface Sent {
  id: string;
  address: string;
  /** The child's birth date, `YYYY-MM-DD`. */
  born: string;
  registration: string;
  round: string;
  year: string;
  bucket: string;
}

/** Sends an application, and finds it as staff do. */
async function apply(school: string, child: string, civil_number: string): Promise<Sent> {
  const address = `${civil_number}@families.example`;
  const answers = sample(school, "abq", "ar");
  const reference = await submit(school, "abq", { ...answers, child_name_en: child, civil_number, guardian_email: address }, "ar");
  const id = (await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin"))[0]?.id ?? "";
  const answer = await api(school, "GET", `/enquiries/${id}/application`, { headers: { authorization: `Bearer ${await token(school, "admin")}` } });
  expect(answer.status, answer.text).toBe(200);
  const { registration_id, round, year, bucket } = answer.json as Record<string, string>;
  return { id, address, born: String(answers["dob"]), registration: registration_id ?? "", round: round ?? "", year: year ?? "", bucket: bucket ?? "" };
}

const actionsOf = (page: Page) => page.getByRole("region", { name: word("en", "staff", "actions.label") });

/** Opens a way from the menu of a record. */
async function way(page: Page, key: string): Promise<Locator> {
  await page.getByRole("button", { name: t("move.menu") }).click();
  await page.getByRole("menuitem", { name: t(key), exact: true }).click();
  // The child's name stands behind it.
  return page.getByRole("dialog", { name: t(key) });
}

const confirm = (dialog: Locator, key: string) => dialog.locator("form").getByRole("button", { name: t(key), exact: true }).click();

/** Shortlists one whose documents are still to come. */
async function shortlist(page: Page): Promise<void> {
  const dialog = await way(page, "move.S/to_schedule");
  await expect(dialog.getByRole("listitem").first(), "what is missing is listed").toBeVisible();
  await dialog.getByRole("button", { name: t("refused.waive") }).click();
  await dialog.getByRole("textbox", { name: t("reason.text") }).fill("They bring them on Sunday");
  await confirm(dialog, "move.S/to_schedule");
  await expect(dialog).toHaveCount(0);
  await expect(actionsOf(page).getByText(t("sub.S/to_schedule"), { exact: true })).toBeVisible();
}

test("two apply for one place: one is offered it, accepts and is booked, the other waits, and the places say so", async ({ page, browser }) => {
  test.slow();
  const school = await copyOfAbq("places", { admin: "أمينة الكندية" });
  hireAs(school, "admissions_officer", { officer: "سالم الحارثي" });
  const first = await apply(school, "Maryam Al Busaidi", "12345671");
  const second = await apply(school, "Omar Al Harthi", "12345672");
  expect([first.registration, second.registration]).toEqual([expect.stringMatching(/^ABQ\d\d-00001$/), expect.stringMatching(/^ABQ\d\d-00002$/)]);
  await setPlaces(school, { id: first.round, year: first.year }, first.bucket, 1, await token(school, "admin"));

  // The list: both wait, each under its number.
  await enter(page, school, `officer@${school}.example`, "/dashboard");
  const tiles = page.getByRole("region", { name: t("tiles") });
  await expect(tiles.getByRole("link", { name: new RegExp(`2\\s*${t("status.W")}`) })).toBeVisible();
  await tiles.getByRole("link", { name: new RegExp(t("status.W")) }).click();
  await expect(page).toHaveURL(/kind=applications&state=W/);
  const rows = page.locator("tr[data-row]");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: first.registration })).toContainText(t("sub.W/review"));
  await expectAccessible(page, "the applications");
  await shot(page, "applications/list-en-1440");

  // The first is offered the only place.
  await page.goto(at(school, `/pre_admission/${first.id}`));
  await expect(actionsOf(page).getByRole("link", { name: t("fact.places.of", { free: 1, places: 1 }) })).toBeVisible();
  await shortlist(page);
  const offer = await way(page, "move.F/unconditional");
  await expect(offer.getByRole("checkbox", { name: t("notify") })).toBeChecked();
  await expectAccessible(page, "the offer");
  await shot(page, "applications/offer-en-1440");
  await confirm(offer, "move.F/unconditional");
  await expect(offer).toHaveCount(0);
  await expect(actionsOf(page).getByRole("link", { name: t("fact.places.of", { free: 0, places: 1 }) })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: t("sub.F/unconditional") }).first()).toBeVisible();

  // For the second none is left: it waits.
  await page.goto(at(school, `/pre_admission/${second.id}`));
  await shortlist(page);
  const refused = await way(page, "move.F/unconditional");
  await confirm(refused, "move.F/unconditional");
  await expect(refused.getByRole("alert")).toContainText(word("en", "messages", "A014"));
  await refused.getByRole("button", { name: t("refused.waitlist") }).click();
  await confirm(page.getByRole("dialog", { name: t("move.W/waitlist") }), "move.W/waitlist");
  await expect(actionsOf(page).getByText(t("sub.W/waitlist"), { exact: true })).toBeVisible();

  // Its family reads it on a phone, by the link of its mail; by then its letter has gone out.
  await mailTo(first.address, /(\/offer-letter\/[\w-]+)/);
  const [, link = ""] = await mailTo(first.address, /(\/my-application#token=[\w-]+)/);
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar", timezoneId: "Asia/Muscat" })).newPage();
  await phone.goto(at(school, link));
  await phone.getByRole("textbox", { name: ar("prove.birth_date") }).fill(first.born.split("-").toReversed().join("/"));
  await phone.getByRole("button", { name: ar("prove.go") }).click();
  await expect(phone.getByRole("heading", { level: 1, name: "أُرسل العرض" })).toBeVisible();
  await expect(phone.getByText(first.registration).first()).toBeVisible();
  await expect(phone.getByText(ar("letter.waits").split("<bdi>")[0]?.trim() ?? "")).toBeVisible();
  await expectAccessible(phone, "an offer, as its family reads it");
  await expectNoOverflow(phone, "an offer, as its family reads it");
  await shot(phone, "applications/offer-ar-390", { fullPage: true });
  await phone.context().close();

  // Accepted by the officer; booked by whoever looks after fees.
  await page.goto(at(school, `/pre_admission/${first.id}`));
  const accepted = await way(page, "move.A/fee_due");
  await accepted.getByRole("combobox", { name: t("reason") }).selectOption("other");
  await confirm(accepted, "move.A/fee_due");
  await expect(actionsOf(page).getByText(t("sub.A/fee_due"), { exact: true })).toBeVisible();
  await enter(page, school, `admin@${school}.example`, `/pre_admission/${first.id}`);
  const booked = await way(page, "move.B/consents_due");
  await booked.getByRole("textbox", { name: t("reason.text") }).fill("The deposit is paid");
  await confirm(booked, "move.B/consents_due");
  await expect(actionsOf(page).getByText(t("sub.B/originals_due"), { exact: true })).toBeVisible();

  // The places, and who stands behind a number.
  await page.goto(at(school, "/seats"));
  const table = page.getByRole("table").first();
  const line = table.locator("tbody tr").first();
  await expect(line.locator(`td[data-label="${t("seats.booked")}"]`)).toHaveText("1");
  await expect(line.locator(`td[data-label="${t("seats.free")}"]`)).toHaveText("0");
  await expect(line.locator(`td[data-label="${t("seats.waitlist")}"]`)).toHaveText("1");
  await expectAccessible(page, "the places");
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, "the places on a phone");
  await shot(page, "applications/seats-en-390", { fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await line.locator(`td[data-label="${t("seats.booked")}"] a`).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText(first.registration);
});
