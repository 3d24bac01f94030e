import type { Browser, Page } from "@playwright/test";
import { actionsOf, confirm, expectStanding, offer, shortlist, way } from "./support/applications.ts";
import { sample } from "./support/cli.ts";
import { copyOfAbq, hireAs, setPlaces } from "./support/flags.ts";
import { fillForm, fillStep, next, openStep, readForm, send, typedDate, type Document } from "./support/form.ts";
import { api, enquiries, submit, token } from "./support/http.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { png } from "./support/pictures.ts";
import { shot } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// One family with two children on its telephone in Arabic, and the school at a desk in English: from the front door to an enrolled child.

type Values = Record<string, unknown>;

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "applications", key, values);
const decided = (key: string) => word("en", "decisions", key);
const staff = (key: string, values: Record<string, string> = {}) => word("en", "staff", key, values);
const ar = (key: string, values: Record<string, string | number> = {}) => word("ar", "application", `application.${key}`, values);

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ar", timezoneId: "Asia/Muscat" };
/** What the school calls an offer that is out, in its own words. */
const OFFERED = "أُرسل العرض";

/** A child's application: what its family opens it with, and what the school knows of it. */
interface Sent {
  /** Path of the family's own page. */
  link: string;
  id: string;
  /** The child's birth date, `YYYY-MM-DD`. */
  born: string;
  registration: string;
  round: string;
  year: string;
  bucket: string;
}

async function standing(school: string, id: string, name = "admin"): Promise<Record<string, unknown>> {
  const answer = await api(school, "GET", `/enquiries/${id}/application`, { headers: { authorization: `Bearer ${await token(school, name)}` } });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** An application by its reference, as the school finds it. */
async function found(school: string, reference: string, link: string, values: Values): Promise<Sent> {
  const id = (await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin"))[0]?.id ?? "";
  const { registration_id, round, year, bucket } = (await standing(school, id)) as Record<string, string>;
  return { link, id, born: String(values["dob"]), registration: registration_id ?? "", round: round ?? "", year: year ?? "", bucket: bucket ?? "" };
}

/** Path of the family's own page, as the page after sending has it. */
async function ownLink(page: Page): Promise<string> {
  const link = page.locator('a[href^="/my-application#token="]').first();
  await expect(link).toBeVisible();
  return (await link.getAttribute("href")) ?? "";
}

/** The family opens what it sent, in a browser that knows nothing of it. */
async function openOwn(browser: Browser, school: string, child: Sent): Promise<Page> {
  const phone = await (await browser.newContext(PHONE)).newPage();
  await phone.goto(at(school, child.link));
  await prove(phone, child.born);
  await expect(phone.getByText(child.registration).first()).toBeVisible();
  return phone;
}

async function prove(phone: Page, born: string): Promise<void> {
  await phone.getByRole("textbox", { name: ar("prove.birth_date") }).fill(born.split("-").toReversed().join("/"));
  await phone.getByRole("button", { name: ar("prove.go") }).click();
}

/** What a family reads of where its child stands. */
async function titleOf(browser: Browser, school: string, child: Sent): Promise<string> {
  const phone = await openOwn(browser, school, child);
  const title = await phone.getByRole("heading", { level: 1 }).innerText();
  await phone.context().close();
  return title;
}

/** A photograph of a paper, given to the first that the school asks for. */
async function give(phone: Page, name: string): Promise<void> {
  const beginning = ar("add.of", { paper: "" }).trim();
  const chosen = phone.waitForEvent("filechooser");
  await phone.getByRole("button", { name: beginning }).first().click();
  await (await chosen).setFiles({ name, mimeType: "image/png", buffer: png() });
  await expect(phone.getByText(name).filter({ visible: true }).first()).toBeVisible({ timeout: 20_000 });
}

/** The record, as it stands now. */
const record = async (page: Page, school: string, child: Sent) => await page.goto(at(school, `/pre_admission/${child.id}`));

/** Fills what is left of a form that begins with what is the family's, and looks at what came with it. */
async function fillPrefilled(page: Page, document: Document, values: Values): Promise<void> {
  for (;;) {
    const step = await openStep(page, document, "ar");
    if (!step) return;
    if (step.fields.includes("guardian_name")) await expect(page.locator('[id="f.guardian_name"]')).toHaveValue(String(values["guardian_name"]));
    if (step.fields.includes("child_name_en")) await expect(page.locator('[id="f.child_name_en"]')).toHaveValue("");
    await fillStep(page, document, step, values, "ar");
    await next(page, "ar");
  }
}

test("two children of one family: a document renewed, an offer decided before it is told, a place booked, a child enrolled; a third waits for the seat that the second gives back", async ({ page, browser }) => {
  test.setTimeout(420_000);
  const school = await copyOfAbq("enrol", { admin: "أمينة الكندية" });
  hireAs(school, "admissions_officer", { officer: "سالم الحارثي" });
  const desk = page;

  // The family, on its telephone: from the school's own page to the form.
  const document = await readForm(school, "abq", "ar");
  const first: Values = { ...sample(school, "abq", "ar"), child_name_en: "Maryam Al Busaidi", child_name_ar: "مريم البوسعيدية" };
  const second: Values = { ...first, child_name_en: "Omar Al Busaidi", child_name_ar: "عمر البوسعيدي", gender: "boy" };
  const family = await (await browser.newContext(PHONE)).newPage();
  await family.goto(at(school, "/admission?lng=ar"));
  await family.getByRole("link", { name: word("ar", "common", "door.apply"), exact: true }).click();
  await expect(family).toHaveURL(/\/enquiryform\/abq$/);
  await fillForm(family, document, first, "ar");
  const firstReference = await send(family, "ar");
  const maryam = await found(school, firstReference, await ownLink(family), first);
  expect(maryam.registration).toMatch(/^ABQ\d\d-00001$/);

  // From what it sent for one child it begins for another: with what is the family's, and nothing of the child.
  await family.locator('a[href^="/my-application#token="]').first().click();
  await prove(family, maryam.born);
  await expect(family.getByText(maryam.registration).first()).toBeVisible();
  await expectAccessible(family, "what a family sent");
  await expectNoOverflow(family, "what a family sent");
  await shot(family, "journey/own-ar-390", { fullPage: true });
  await family.getByRole("button", { name: word("ar", "origins", "another.action"), exact: true }).click();
  await expect(family.getByText(word("ar", "forms", "notice.filled", { name: "\u0000" }).split("\u0000")[0]?.trim() ?? "")).toBeVisible();
  await expectAccessible(family, "a form that begins with what is the family's");
  await expectNoOverflow(family, "a form that begins with what is the family's");
  await shot(family, "journey/another-ar-390");
  await fillPrefilled(family, document, second);
  const secondReference = await send(family, "ar");
  const omar = await found(school, secondReference, await ownLink(family), second);
  await family.context().close();
  expect([omar.registration, omar.bucket, omar.round]).toEqual([expect.stringMatching(/^ABQ\d\d-00002$/), maryam.bucket, maryam.round]);

  // Another family, and as many places as the first has children.
  const others: Values = { ...first, child_name_en: "Layan Al Harthi", child_name_ar: "ليان الحارثية", guardian_name: "Hamed Al Harthi", signed_name: "Hamed Al Harthi", guardian_email: "harthi@families.example" };
  const layan = await found(school, await submit(school, "abq", others, "ar"), "", others);
  await setPlaces(school, { id: maryam.round, year: maryam.year }, maryam.bucket, 2, await token(school, "admin"));

  // A document comes, is refused with a reason that the family reads, and comes again.
  let phone = await openOwn(browser, school, maryam);
  await give(phone, "first.png");
  await phone.context().close();
  await enter(desk, school, `officer@${school}.example`, `/pre_admission/${maryam.id}?tab=papers`);
  await desk.getByRole("button", { name: staff("papers.refuse.label", { name: "first.png" }), exact: true }).click();
  const refusal = desk.getByRole("dialog").filter({ has: desk.getByText(staff("papers.why")) });
  await refusal.getByRole("radio", { name: staff("papers.reason.unreadable") }).check();
  await refusal.locator("form").getByRole("button", { name: staff("papers.refuse"), exact: true }).click();
  await expect(refusal).toHaveCount(0);
  await expectAccessible(desk, "documents, one of them refused");
  phone = await openOwn(browser, school, maryam);
  await expect(phone.getByText(ar("refused.unreadable"))).toBeVisible();
  await expectAccessible(phone, "a document that was refused");
  await expectNoOverflow(phone, "a document that was refused");
  await shot(phone, "journey/refused-ar-390", { fullPage: true });
  await give(phone, "second.png");
  await phone.context().close();
  await desk.reload();
  await desk.getByRole("button", { name: staff("papers.accept.label", { name: "second.png" }), exact: true }).click();
  await expect(desk.getByText(staff("papers.state.accepted"), { exact: true }).first()).toBeVisible();

  // Shortlisted; then an offer is decided that nobody outside may know of yet.
  await record(desk, school, maryam);
  await shortlist(desk);
  const shortlisted = await titleOf(browser, school, maryam);
  const later = await way(desk, "move.F/unconditional");
  await later.getByRole("radio", { name: decided("when.later") }).check();
  const tomorrow = new Date(Date.now() + 28 * 3_600_000).toISOString().slice(0, 10);
  await later.getByRole("textbox", { name: decided("when.day"), exact: true }).fill(typedDate(tomorrow));
  await expectAccessible(desk, "an offer that is told on a day and hour");
  await shot(desk, "journey/later-en-1440");
  await confirm(later, "move.F/unconditional");
  await expect(later).toHaveCount(0);
  const pending = desk.getByRole("region", { name: decided("title.F") });
  await expect(pending).toBeVisible();
  await expectStanding(desk, "sub.S/to_schedule");
  await expect(actionsOf(desk).getByRole("link", { name: t("fact.places.of", { free: 1, places: 2 }) })).toBeVisible();
  await expectAccessible(desk, "an offer that is decided and not told");
  await shot(desk, "journey/decided-en-1440");
  expect(await titleOf(browser, school, maryam), "the family reads what it read before").toBe(shortlisted);

  // It is withdrawn, and decided again for the next minute. The place is kept meanwhile.
  await pending.getByRole("button", { name: decided("withdraw"), exact: true }).click();
  await desk.getByRole("dialog", { name: decided("withdraw") }).locator("form").getByRole("button", { name: decided("withdraw"), exact: true }).click();
  await expect(pending).toHaveCount(0);
  await expect(actionsOf(desk).getByRole("link", { name: t("fact.places.of", { free: 2, places: 2 }) })).toBeVisible();
  const { version } = await standing(school, maryam.id, "officer");
  const transition = { to: "F/unconditional", notify: true, publish_at: new Date(Date.now() + 63_000).toISOString() };
  const again = await api(school, "PATCH", `/student/student_update?student_id=${maryam.id}`, {
    headers: { authorization: `Bearer ${await token(school, "officer")}` },
    body: { version, transition },
  });
  expect(again.status, again.text).toBe(200);
  expect(await titleOf(browser, school, maryam), "nor does the family read of it now").toBe(shortlisted);

  // The other place goes to the brother. For the third child none is left: also what is not told yet keeps its place.
  await record(desk, school, omar);
  await shortlist(desk);
  await offer(desk);
  await record(desk, school, layan);
  await shortlist(desk);
  const full = await way(desk, "move.F/unconditional");
  await confirm(full, "move.F/unconditional");
  await expect(full.getByRole("alert")).toContainText(word("en", "messages", "A014"));
  await expectAccessible(desk, "no place is left");
  await full.getByRole("button", { name: t("refused.waitlist") }).click();
  await confirm(desk.getByRole("dialog", { name: t("move.W/waitlist") }), "move.W/waitlist");
  await expectStanding(desk, "sub.W/waitlist");

  // At its minute the family has it, whoever looks.
  await expect.poll(async () => (await standing(school, maryam.id, "officer"))["status"], { message: "the decision is released", timeout: 90_000, intervals: [1_000] }).toBe("F");
  phone = await openOwn(browser, school, maryam);
  await expect(phone.getByRole("heading", { level: 1, name: OFFERED })).toBeVisible();
  await expectAccessible(phone, "an offer, as its family reads it");
  await expectNoOverflow(phone, "an offer, as its family reads it");
  await shot(phone, "journey/offer-ar-390", { fullPage: true });
  await phone.context().close();

  // Accepted by the office, booked, and enrolled.
  await record(desk, school, maryam);
  const accepted = await way(desk, "move.A/fee_due");
  await accepted.getByRole("combobox", { name: t("reason") }).selectOption("other");
  await confirm(accepted, "move.A/fee_due");
  await expectStanding(desk, "sub.A/fee_due");
  await enter(desk, school, `admin@${school}.example`, `/pre_admission/${maryam.id}`);
  const booked = await way(desk, "move.B/consents_due");
  await booked.getByRole("textbox", { name: t("reason.text") }).fill("The deposit is paid");
  await confirm(booked, "move.B/consents_due");
  // No consent is needed: it goes on by itself.
  await expectStanding(desk, "sub.B/originals_due");
  const enrolled = await way(desk, "move.C");
  await expect(enrolled).toContainText(t("effect.enrol"));
  // Documents are missing still: whoever enrols all the same says why.
  await confirm(enrolled, "move.C");
  await enrolled.getByRole("button", { name: t("refused.waive") }).click();
  await enrolled.getByRole("textbox", { name: t("reason.text") }).fill("The originals were seen at the desk");
  await confirm(enrolled, "move.C");
  await expect(enrolled).toHaveCount(0);
  await expectStanding(desk, "status.C");
  await desk.goto(at(school, `/student/${maryam.id}`));
  await expect(desk.getByRole("heading", { level: 1, name: /Maryam Al Busaidi/ })).toBeVisible();
  await expect(desk.getByText(/^ABQ-\d{4}-0001$/)).toBeVisible();
  await expect(desk.getByText(maryam.registration)).toBeVisible();
  await expectAccessible(desk, "the file of a child that is enrolled");
  await shot(desk, "journey/student-en-1440");
  await desk.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(desk, "the file of a child that is enrolled, on a phone");
  await desk.setViewportSize({ width: 1440, height: 900 });

  // The brother's place is declined on the telephone, and goes to the child that waits for one.
  phone = await openOwn(browser, school, omar);
  await phone.getByRole("button", { name: ar("decline"), exact: true }).click();
  await phone.getByRole("dialog").getByRole("combobox").selectOption("another_school");
  await phone.getByRole("dialog").locator("form").getByRole("button", { name: ar("decline.go"), exact: true }).click();
  await expect(phone.getByRole("heading", { level: 1, name: OFFERED })).toHaveCount(0);
  await expectAccessible(phone, "an offer that was declined");
  await phone.context().close();
  await enter(desk, school, `officer@${school}.example`, `/pre_admission/${layan.id}`);
  await expect(actionsOf(desk).getByRole("link", { name: t("fact.places.of", { free: 1, places: 2 }) })).toBeVisible();
  await shortlist(desk);
  await offer(desk);
  await expect(actionsOf(desk).getByRole("link", { name: t("fact.places.of", { free: 0, places: 2 }) })).toBeVisible();

  // Every place, and who has it.
  await desk.goto(at(school, "/seats"));
  const line = desk.getByRole("table").first().locator("tbody tr").first();
  for (const [column, n] of [["onRoll", 1], ["offered", 1], ["free", 0], ["waitlist", 0]] as const) {
    await expect(line.locator(`td[data-label="${t(`seats.${column}`)}"]`), column).toHaveText(String(n));
  }
  await expectAccessible(desk, "the places at the end");
});
