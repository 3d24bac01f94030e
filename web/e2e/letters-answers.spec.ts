import type { Locator, Page } from "@playwright/test";
import { expectStanding } from "./support/applications.ts";
import { sample } from "./support/cli.ts";
import { addConsent, copyOfAbq, hireAs } from "./support/flags.ts";
import { api, enquiries, token } from "./support/http.ts";
import { apply, asStaff, expectSealed, looked, offer, openLink, prove, saved, signByName } from "./support/letters.ts";
import { expectNoLatin, expectWholeTables } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { png } from "./support/pictures.ts";
import { shot } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// What a family answers after the offer: the acceptance of its place, consents, and financial documents. On a phone in Arabic, and once wide in English.

const say = (language: "en" | "ar", namespace: string) => (key: string, values: Record<string, string | number> = {}) => word(language, namespace, key, values);
const [ar, en] = [say("ar", "letters"), say("en", "letters")];
const [arConsents, enConsents] = [say("ar", "letterConsents"), say("en", "letterConsents")];
const [arMoney, enMoney] = [say("ar", "letterFinancial"), say("en", "letterFinancial")];

const full = { fullPage: true };

async function school(name: string): Promise<{ name: string; answers: Record<string, unknown>; born: string }> {
  const made = await copyOfAbq(name, { admin: "أمينة الكندية" });
  hireAs(made, "admissions_officer", { officer: "سالم الحارثي" });
  const answers = sample(made, "abq", "ar");
  return { name: made, answers, born: String(answers["dob"]) };
}

test("a place is accepted with a plan and two signatures on two phones, and given up at a desk", async ({ page: desk, browser }) => {
  test.setTimeout(180_000);
  const { name, answers, born } = await school("accepted");
  const [first, second] = [`first@${name}.families.example`, `second@${name}.families.example`];
  const two = { second_parent: true, second_name: "Aisha Salim Al Harthi", second_phone: "+96891234567", second_email: second };
  const id = await apply(name, { ...answers, guardian_email: first, ...two });
  await offer(name, id);

  // Both sign the offer; the acceptance comes to the first of them.
  for (const [address, who] of [[first, "أحمد سعيد البلوشي"], [second, "Aisha Salim Al Harthi"]] as const) {
    const { page, problems } = await openLink(browser, { school: name, address, path: "offer-letter", born });
    await signByName(page, who);
    await expect(page.getByText(ar(address === first ? "offer.done.others.title" : "offer.done.accepted.title"))).toBeVisible();
    expect(problems).toEqual([]);
    await page.context().close();
  }
  const one = await openLink(browser, { school: name, address: first, path: "acceptance", born });
  const ways = one.page.getByRole("region", { name: ar("accept.choose") });
  await expect(ways.getByRole("radio")).toHaveCount(3);
  await expect(ways.getByRole("table", { name: ar("accept.schedule", { plan: "عربون وثلاث دفعات" }) }).getByRole("row")).toHaveCount(6);
  await looked(one.page, "the plans of an acceptance");
  await shot(one.page, "letters/plans-ar-390", full);
  await ways.getByRole("radio", { name: "عربون وثلاث دفعات" }).check();
  await ways.getByRole("button", { name: ar("accept.choose.go") }).click();
  // Drawn with what was chosen, and signed.
  const paid = one.page.getByRole("region", { name: ar("accept.pay"), exact: true });
  await expect(paid).toContainText("عربون وثلاث دفعات");
  await expect(paid.getByText(ar("accept.total"))).toBeHidden();
  await expect(one.page.getByRole("textbox", { name: ar("sign.name") })).toBeVisible({ timeout: 30_000 });
  await looked(one.page, "an acceptance that waits for a signature");
  await expectNoLatin(one.page, "an acceptance that waits for a signature");
  await shot(one.page, "letters/acceptance-ar-390", full);
  await signByName(one.page, "أحمد سعيد البلوشي");
  await expect(one.page.getByText(ar("accept.done.others.title"))).toBeVisible();
  // The second sees what the first has chosen, and can choose no more.
  const other = await openLink(browser, { school: name, address: second, path: "acceptance", born });
  await expect(other.page.getByRole("region", { name: ar("accept.pay"), exact: true })).toContainText("عربون وثلاث دفعات");
  await expect(other.page.getByRole("button", { name: ar("accept.change") })).toHaveCount(0);
  await signByName(other.page, "Aisha Salim Al Harthi");
  await expect(other.page.getByText(ar("accept.done.accepted.title"))).toBeVisible();
  await expect(other.page.getByRole("button", { name: ar("offer.pdf.signed") }).last()).toBeInViewport();
  await looked(other.page, "an acceptance that all have signed");
  await shot(other.page, "letters/acceptance-signed-ar-390", full);
  expectSealed(await saved(other.page, ar("offer.pdf.signed")));
  expect([one.problems, other.problems], "what the consoles of the phones say").toEqual([[], []]);
  for (const { page } of [one, other]) await page.context().close();

  // Another family, at a desk: one press leads from the signed offer to the acceptance, which asks for no proof again and is given up.
  const third = `third@${name}.families.example`;
  const given = await apply(name, { ...answers, child_name_en: "Maryam Ahmed Al Balushi", child_name_ar: "مريم أحمد البلوشية", guardian_email: third, second_parent: false });
  await offer(name, given);
  const wide = await openLink(browser, { school: name, address: third, path: "offer-letter", born, language: "en" });
  await signByName(wide.page, "Huda Al Said", "en");
  await wide.page.getByRole("link", { name: en("accept.next") }).click();
  await expect(wide.page.getByRole("region", { name: en("accept.choose") })).toBeVisible();
  await looked(wide.page, "the plans of an acceptance, wide");
  await shot(wide.page, "letters/plans-en-1440", full);
  await wide.page.getByRole("radio", { name: "Deposit and one payment" }).check();
  await wide.page.getByRole("button", { name: en("accept.choose.go") }).click();
  await wide.page.getByRole("button", { name: en("accept.decline"), exact: true }).click({ timeout: 30_000 });
  const dialog = wide.page.getByRole("dialog", { name: en("accept.decline.title") });
  await dialog.getByRole("combobox", { name: en("offer.why") }).selectOption("fees");
  await looked(wide.page, "giving a place up");
  await dialog.getByRole("button", { name: en("accept.decline") }).click();
  await expect(wide.page.getByText(en("accept.done.declined.title"))).toBeVisible();
  await expect(wide.page.getByRole("button", { name: en("offer.accept"), exact: true })).toHaveCount(0);
  expect(wide.problems).toEqual([]);
  await wide.page.context().close();
  // The school sees both.
  await enter(desk, name, `officer@${name}.example`, `/pre_admission/${id}`);
  await expectStanding(desk, "sub.A/fee_due");
  await desk.goto(at(name, `/pre_admission/${given}`));
  await expect(desk.getByText(word("en", "applications", "sub.R/withdrawn"), { exact: true }).first()).toBeVisible();
});

/** A person of the school's families with an account, who has applied with it; the application's id. */
async function familyApplies(name: string, answers: Record<string, unknown>): Promise<string> {
  hireAs(name, "guardian", { family: "أحمد سعيد البلوشي" });
  const headers = { authorization: `Bearer ${await token(name, "family")}`, "idempotency-key": `e2e-${crypto.randomUUID()}` };
  const { status, text, json } = await api(name, "POST", "/public/forms/abq/submissions", { headers, body: { values: answers, locale: "ar" } });
  expect(status, text).toBe(201);
  return (await enquiries(name, `q=${encodeURIComponent(String(json["reference"]))}`, "admin"))[0]?.id ?? "";
}

const PHOTO = "الموافقة على الصور والأفلام";
const TRIP = { en: "Consent to trips", ar: "الموافقة على الرحلات" };

test("consents are accepted and refused one by one, signed once, seen by the school, and withdrawn in the account", async ({ page: desk, browser }) => {
  test.setTimeout(180_000);
  const { name, answers, born } = await school("consents");
  await addConsent(name, "trip_consent", { title: TRIP, required: true });
  const address = `family@${name}.example`;
  const id = await familyApplies(name, { ...answers, guardian_email: address });
  await asStaff(name, "officer", "POST", `/enquiries/${id}/consents`, { codes: ["photo_consent", "trip_consent"] });

  const { page, problems } = await openLink(browser, { school: name, address, path: "consent", born });
  const card = (title: string): Locator => page.getByRole("region", { name: title, exact: true });
  const send = page.getByRole("button", { name: arConsents("sign.go") });
  await expect(card(TRIP.ar)).toContainText(arConsents("refusing.required"));
  await expect(card(PHOTO)).toContainText(arConsents("refusing.free"));
  await looked(page, "consents that are asked for");
  await expectNoLatin(page, "consents that are asked for");
  await shot(page, "letters/consent-ar-390", full);
  await card(TRIP.ar).getByRole("radio", { name: arConsents("choice.accepted") }).check();
  await page.getByRole("textbox", { name: ar("sign.name") }).fill("أحمد سعيد البلوشي");
  await page.getByRole("checkbox").check();
  await expect(send).toBeEnabled();
  await send.click();
  await expect(card(PHOTO)).toContainText(arConsents("choice.missing"));
  await card(PHOTO).getByRole("radio", { name: arConsents("choice.refused") }).check();
  await expect(page.getByText(arConsents("kept"), { exact: true })).toBeVisible();
  await send.click();
  await expect(page.getByText(arConsents("done.title"))).toBeInViewport();
  await expect(page.getByRole("button", { name: ar("offer.pdf.signed") })).toBeInViewport();
  await expect(card(PHOTO)).toContainText(arConsents("said.refused"));
  await expect(card(TRIP.ar)).toContainText(arConsents("said.accepted"));
  await looked(page, "consents that are signed");
  await shot(page, "letters/consent-signed-ar-390", full);
  expectSealed(await saved(page, ar("offer.pdf.signed")));

  // The school reads it in its matrix, wide in English.
  await enter(desk, name, `officer@${name}.example`, "/consents");
  const row = desk.getByRole("row").filter({ hasText: "Fatima Ahmed Al Balushi" });
  await expect(row.getByRole("cell", { name: enConsents("state.refused") })).toBeVisible();
  await expect(row.getByRole("cell", { name: enConsents("state.accepted") })).toBeVisible();
  await looked(desk, "the matrix of consents");
  expect(await expectWholeTables(desk, "the matrix of consents")).toBe(1);
  await shot(desk, "letters/consents-en-1440", full);

  // What was accepted is withdrawn in the account.
  await enter(page, name, address, "/profile/consents", "ar");
  const own = page.getByRole("listitem").filter({ hasText: TRIP.ar });
  await expect(own).toContainText(arConsents("required"));
  await looked(page, "the consents of an account");
  await expectNoLatin(page, "the consents of an account");
  await shot(page, "letters/own-consents-ar-390", full);
  await own.getByRole("button", { name: new RegExp(`^${arConsents("own.withdraw")}`) }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(arConsents("own.withdraw.required"));
  await dialog.getByRole("textbox", { name: arConsents("own.withdraw.reason") }).fill("غيّرنا رأينا");
  await looked(page, "a consent that is about to be withdrawn");
  await dialog.getByRole("button", { name: arConsents("own.withdraw"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(own).toContainText(arConsents("own.withdrawn", { day: "" }).trim());
  await expect(own.getByRole("button", { name: new RegExp(`^${arConsents("own.withdraw")}`) })).toHaveCount(0);
  expect(problems).toEqual([]);
  await page.context().close();

  await desk.reload();
  await expect(row.getByRole("cell", { name: enConsents("state.withdrawn") })).toBeVisible();
  await expect(row.getByRole("cell", { name: enConsents("state.accepted") })).toHaveCount(0);
  await desk.setViewportSize({ width: 390, height: 844 });
  await enter(desk, name, `officer@${name}.example`, "/consents", "ar");
  await expect(desk.getByText(arConsents("state.withdrawn")).last()).toBeVisible();
  await looked(desk, "the matrix of consents on a phone");
  await shot(desk, "letters/consents-ar-390", full);
});

const [SALARY, SPONSOR, CHEQUES] = ["شهادة راتب لا يتجاوز تاريخها ثلاثة أشهر", "خطاب جهة العمل أو الكفيل إذا كانت هي من يسدد الرسوم", "جدول الشيكات المؤجلة"];
const CHEQUES_EN = "Schedule of post-dated cheques";
const SALARY_EN = "Salary certificate, not older than three months";

const document = (page: Page, label: string): Locator => page.getByRole("region", { name: label, exact: true });

/** Adds a file to a document that is asked for. */
async function add(page: Page, label: string, name: string): Promise<void> {
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: arMoney("file.of", { label }) }).click();
  await (await choosing).setFiles({ name, mimeType: "image/png", buffer: png() });
  await expect(document(page, label).getByRole("list", { name: arMoney("files", { label }) })).toContainText(name);
}

test("financial documents are kept, sent, returned with a reason and verified", async ({ page: desk, browser }) => {
  test.setTimeout(180_000);
  const { name, answers, born } = await school("money");
  hireAs(name, "finance", { finance: "خالد العبري" });
  const address = `family@${name}.families.example`;
  const id = await apply(name, { ...answers, guardian_email: address });
  await asStaff(name, "officer", "POST", `/enquiries/${id}/letters`, { code: "financial_documents", amount: "1200" });

  const open = { school: name, address, path: "financial_document", born };
  const begun = await openLink(browser, open);
  const { page } = begun;
  const amount = (label: string) => document(page, label).getByRole("textbox", { name: arMoney(label === SALARY ? "amount.salary" : "amount.cheques", { currency: "OMR" }) });
  const iban = page.getByRole("textbox", { name: arMoney("iban") });
  const kept = page.getByText(arMoney("kept"), { exact: true });
  await expect(document(page, SPONSOR)).toContainText(arMoney("state.requested"));
  await add(page, SALARY, "شهادة الراتب.PNG");
  await add(page, SALARY, "صورة أخرى.PNG");
  await document(page, SALARY).getByRole("button", { name: arMoney("file.remove", { name: "\u2068صورة أخرى.PNG\u2069" }) }).click();
  await expect(document(page, SALARY)).not.toContainText("صورة أخرى.PNG");
  await amount(SALARY).fill("350");
  await iban.fill("OM810180000001299123457");
  await iban.blur();
  await expect(iban).toHaveAccessibleDescription(new RegExp(arMoney("fault.ibanChecksum")));
  await looked(page, "financial documents with a wrong account");
  await expectNoLatin(page, "financial documents with a wrong account");
  await shot(page, "letters/financial-ar-390", full);
  await iban.fill("OM810180000001299123456");
  await iban.blur();
  await expect(kept).toBeVisible();
  // Another day: the link of the mail once more, and everything is there.
  await page.goto(at(name, (await mailTo(address, /(\/financial_document\/[\w-]+)/))[1] ?? ""));
  await prove(page, born);
  await expect(iban).toHaveValue("OM81 0180 0000 0129 9123 456");
  await expect(amount(SALARY)).toHaveValue("350");
  await expect(document(page, SALARY)).toContainText("شهادة الراتب.PNG");
  await add(page, CHEQUES, "الشيكات.PNG");
  await amount(CHEQUES).fill("900");
  await page.getByRole("button", { name: arMoney("cheque.add") }).click();
  const cheque = page.getByRole("group", { name: arMoney("cheque", { nth: 1 }) });
  await cheque.getByRole("textbox", { name: arMoney("cheque.date") }).fill("01/09/2027");
  await cheque.getByRole("textbox", { name: arMoney("amount.cheque", { currency: "OMR" }) }).fill("900");
  await cheque.getByRole("textbox", { name: arMoney("cheque.bank") }).fill("بنك مسقط");
  await looked(page, "financial documents that are about to be sent");
  await page.getByRole("button", { name: arMoney("send"), exact: true }).click();
  for (const label of [SALARY, CHEQUES]) await expect(document(page, label)).toContainText(arMoney("state.submitted"));
  await expect(document(page, SPONSOR)).toContainText(arMoney("state.requested"));
  expect(begun.problems).toEqual([]);
  await page.context().close();

  // Who looks after fees returns one and verifies the other.
  await enter(desk, name, `finance@${name}.example`, `/pre_admission/${id}`);
  const request = desk.getByRole("region", { name: enMoney("staff.title") });
  const one = (label: string) => request.getByRole("listitem").filter({ hasText: label });
  await expect(one(CHEQUES_EN)).toContainText("3456");
  await looked(desk, "financial documents on a record");
  await shot(desk, "letters/financial-en-1440", full);
  await one(SALARY_EN).getByRole("button", { name: enMoney("staff.return") }).click();
  const dialog = desk.getByRole("dialog", { name: enMoney("staff.return.title") });
  await dialog.getByRole("textbox", { name: enMoney("staff.reason") }).fill("الشهادة قديمة");
  await dialog.getByRole("button", { name: enMoney("staff.return") }).click();
  await expect(dialog).toHaveCount(0);
  await one(CHEQUES_EN).getByRole("button", { name: enMoney("staff.verify") }).click();
  await expect(one(CHEQUES_EN)).toContainText(enMoney("staff.state.verified"));

  // The family sees both by the link that it got, on its phone and wide in English.
  for (const language of ["ar", "en"] as const) {
    const back = await openLink(browser, { ...open, language });
    const [salary, cheques] = language === "ar" ? [SALARY, CHEQUES] : [SALARY_EN, CHEQUES_EN];
    const t = say(language, "letterFinancial");
    await expect(document(back.page, salary)).toContainText("الشهادة قديمة");
    await expect(document(back.page, salary)).toContainText(t("state.returned"));
    await expect(document(back.page, cheques)).toContainText(t("state.verified"));
    await looked(back.page, `a document that was returned, ${language}`);
    await shot(back.page, `letters/financial-returned-${language}`, full);
    expect(back.problems).toEqual([]);
    await back.page.context().close();
  }
});
