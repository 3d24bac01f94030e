import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "@playwright/test";
import { confirm, expectStanding, shortlist, way } from "./support/applications.ts";
import { sample } from "./support/cli.ts";
import { copyOfAbq, hireAs } from "./support/flags.ts";
import { api, enquiries, submit, token } from "./support/http.ts";
import { looked, PHONE } from "./support/letters.ts";
import { expectAccessible, expectNoLatin } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { png } from "./support/pictures.ts";
import { readSealed } from "./support/sealed.ts";
import { shot } from "./support/shots.ts";
import { enter } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test, watch } from "./support/test.ts";
import { word } from "./support/words.ts";

// An offer with conditions, from the desk to a paper that two guardians have signed on a phone of their own each.

const ar = (key: string, values: Record<string, string | number> = {}) => word("ar", "letters", key, values);
const en = (key: string, values: Record<string, string | number> = {}) => word("en", "letters", key, values);
/** As the school's template has it. */
const REPORTS = { en: "The last school report, stamped by the school that issued it", ar: "آخر شهادة مدرسية مختومة من المدرسة التي أصدرتها" };
const TRANSFER = "The transfer certificate of the present school";
const VACCINATED = "A vaccination record that is up to date";

const sha256 = (of: Buffer | string) => createHash("sha256").update(of).digest("hex");

interface Phone {
  page: Page;
  problems: string[];
}

/** A guardian opens the link of their mail, in a browser that knows nothing of the school, and says what the family knows. */
async function openLetter(browser: Browser, address: string, school: string, born: string, what: string): Promise<Phone> {
  const [, link = ""] = await mailTo(address, /(\/conditional-offer-letter\/[\w-]+)/);
  const page = await (await browser.newContext(PHONE)).newPage();
  const problems = watch(page);
  await page.goto(at(school, link));
  await expect(page.getByRole("heading", { name: ar("offer.prove.title") })).toBeVisible();
  expect(new URL(page.url()).pathname, "the address no longer has the token").not.toContain(link.split("/").at(-1) ?? "");
  await looked(page, `the letter before the proof, ${what}`);
  await expectNoLatin(page, `the letter before the proof, ${what}`);
  await page.getByRole("textbox", { name: word("ar", "application", "application.prove.birth_date") }).fill(born.split("-").toReversed().join("/"));
  await page.getByRole("button", { name: ar("offer.prove.go") }).click();
  await expect(page.getByRole("region", { name: ar("cond.title") })).toContainText(REPORTS.ar);
  return { page, problems };
}

/** Types a name, draws below it, agrees, and signs. */
async function sign(page: Page, name: string, shots: string): Promise<void> {
  await page.getByRole("textbox", { name: ar("sign.name") }).fill(name);
  const paper = page.getByRole("img", { name: new RegExp(`^${ar("sign.box.empty", { label: "" })}`) });
  await paper.scrollIntoViewIfNeeded();
  const box = await paper.boundingBox();
  expect(box).not.toBeNull();
  const { x, y, width, height } = box as NonNullable<typeof box>;
  const drawn: [number, number][][] = [[[0.2, 0.7], [0.3, 0.25], [0.4, 0.7], [0.5, 0.3]], [[0.55, 0.6], [0.8, 0.55]]];
  for (const [[left, top] = [0, 0], ...rest] of drawn) {
    await page.mouse.move(x + width * left, y + height * top);
    await page.mouse.down();
    for (const [further, below] of rest) await page.mouse.move(x + width * further, y + height * below, { steps: 6 });
    await page.mouse.up();
  }
  await expect(page.getByRole("img", { name: new RegExp(`^${ar("sign.box.drawn_two", { label: "" }).split(".")[0]}`) })).toBeVisible();
  await page.getByRole("checkbox", { name: new RegExp(ar("offer.agree", { reference: "\u0000" }).split("\u0000")[1]?.trim() ?? "") }).check();
  await looked(page, "a letter that is about to be signed");
  await shot(page, shots, { fullPage: true });
  await page.getByRole("button", { name: ar("offer.accept"), exact: true }).click();
}

/** Says on the record that a condition is met. */
async function meet(desk: Page, condition: string): Promise<void> {
  await desk.getByRole("button", { name: `${en("cond.say.met")}: ${condition}` }).click();
  const dialog = desk.getByRole("dialog", { name: condition });
  await expect(dialog.getByText(en("cond.say.met.text"))).toBeVisible();
  await expectAccessible(desk, "what is said of a condition");
  await dialog.getByRole("button", { name: en("cond.say.met"), exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

interface Offered {
  school: string;
  id: string;
  born: string;
  first: string;
  second: string;
}

const NAMES = { first: "أحمد سعيد البلوشي", second: "Aisha Salim Al Harthi" };

/** A school of its own offers a child of two guardians a place with conditions; its officer is on the record. */
async function offered(desk: Page, name: string): Promise<Offered> {
  const school = await copyOfAbq(name, { admin: "أمينة الكندية" });
  hireAs(school, "admissions_officer", { officer: "سالم الحارثي" });
  const [first, second] = [`first@${school}.families.example`, `second@${school}.families.example`];
  const answers: Record<string, unknown> = {
    ...sample(school, "abq", "ar"),
    guardian_email: first,
    second_parent: true,
    second_name: NAMES.second,
    second_phone: "+96891234567",
    second_email: second,
  };
  const reference = await submit(school, "abq", answers, "ar");
  const id = (await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin"))[0]?.id ?? "";
  await enter(desk, school, `officer@${school}.example`, `/pre_admission/${id}`);
  await shortlist(desk);
  const offer = await way(desk, "move.F/conditional");
  await confirm(offer, "move.F/conditional");
  await expect(offer).toHaveCount(0);
  await expectStanding(desk, "sub.F/conditional");
  return { school, id, born: String(answers["dob"]), first, second };
}

test("an offer with conditions is answered with a document and two signatures on two phones, and the signed paper is what others' tools say it is", async ({ page: desk, browser }) => {
  test.setTimeout(300_000);
  const { school, id, born, first, second } = await offered(desk, "signed");

  // The first guardian reads it, sends a document, and signs.
  const one = await openLetter(browser, first, school, born, "the first guardian");
  await shot(one.page, "letters/conditional-ar-390", { fullPage: true });
  const chosen = one.page.waitForEvent("filechooser");
  await one.page.getByRole("button", { name: ar("cond.send.of", { condition: REPORTS.ar }) }).click();
  await (await chosen).setFiles({ name: "report.png", mimeType: "image/png", buffer: png() });
  const given = one.page.getByRole("listitem").filter({ hasText: REPORTS.ar }).first();
  await expect(given).toContainText("report.png");
  await expect(given).toContainText(ar("cond.state.submitted"));
  await sign(one.page, NAMES.first, "letters/signing-ar-390");
  await expect(one.page.getByText(ar("offer.done.others.title"))).toBeVisible();
  await looked(one.page, "a letter that waits for the second guardian");

  // The second has a link of their own, on another phone, and sees who has signed.
  const two = await openLetter(browser, second, school, born, "the second guardian");
  const signers = two.page.getByRole("region", { name: ar("offer.signers") });
  await expect(signers.getByRole("listitem").first()).toContainText(ar("offer.signer.signed.on", { day: "" }).trim());
  await sign(two.page, NAMES.second, "letters/second-ar-390");
  await expect(two.page.getByText(ar("offer.done.accepted.title"))).toBeVisible();
  const paper = two.page.getByRole("button", { name: ar("offer.pdf.signed") }).last();
  await expect(paper).toBeInViewport();
  await looked(two.page, "a letter that all have signed");
  await shot(two.page, "letters/accepted-ar-390", { fullPage: true });

  // The paper that all have signed.
  const saving = two.page.waitForEvent("download");
  await paper.click();
  const pdf = readFileSync(await (await saving).path());
  expect([one.problems, two.problems], "what the consoles of the phones say").toEqual([[], []]);
  await one.page.context().close();

  // What the school keeps of it, each entry by a digest that is made here.
  const headers = { authorization: `Bearer ${await token(school, "officer")}` };
  const sent = (await api(school, "GET", `/enquiries/${id}/letters`, { headers })).json.items as { id: string; kind: string; reference: string }[];
  const letter = sent.find((each) => each.kind === "conditional_offer");
  const kept = (await api(school, "GET", `/enquiries/${id}/letters/${letter?.id}/evidence`, { headers })).json as { entries: string[]; head: string };
  expect(sha256(kept.entries.at(-1) ?? ""), "the head is the digest of the last entry").toBe(kept.head);
  const entries = kept.entries.map((text) => ({ hash: sha256(text), ...(JSON.parse(text) as Record<string, unknown>) }));
  const signed = entries.filter((entry) => (entry as Record<string, unknown>)["kind"] === "signed") as unknown as Record<string, string>[];
  expect(signed.map((entry) => [entry["name"], entry["mark"]])).toEqual([
    [NAMES.first, "drawn"],
    [NAMES.second, "drawn"],
  ]);

  // The certificate page is read back from the paper, and the seal by tools that are not ours.
  const { seals } = (await api(school, "GET", "/public/seals")).json as { seals: { pem: string }[] };
  const { text, pdfsig, pyhanko } = readSealed(pdf, Buffer.from((seals[0]?.pem ?? "").replaceAll(/-----[^-]+-----|\s/g, ""), "base64"));
  if (text !== null) {
    // The last page; long numbers stand on it in groups.
    const page = text.replace(/\f$/, "").split("\f").at(-1) ?? "";
    const flat = page.normalize("NFKC").replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "").replaceAll(/\s+/g, " ");
    expect(flat).toContain(NAMES.second);
    expect(flat).toContain(NAMES.first);
    // To each an address of their own, shortened; a long one is broken before its @.
    for (const initial of ["f", "s"]) expect(flat).toMatch(new RegExp(`A link sent to the e-mail address ${initial}\\.\\.\\. ?@\\S+, and the date of birth`));
    const close = flat.replaceAll(" ", "");
    for (const entry of signed) expect(close, `the entry of ${entry["name"]}`).toContain(entry["hash"]);
    expect(close, "the paper that was shown").toContain(signed[0]?.["document_sha256"]);
    expect(close, "the text that was agreed to").toContain(signed[0]?.["text_sha256"]);
  }
  if (pdfsig !== null) {
    expect(pdfsig).toContain("Signature is Valid");
    expect(pdfsig).toContain("Total document signed");
  }
  if (pyhanko !== null) expect(pyhanko).toBe("bottom_line=True trusted=True coverage=ENTIRE_FILE modification=NONE docmdp=True\n");

  // Anybody who has the file hears that it is the school's; one byte changed is not.
  const check = two.page;
  for (const [name, bytes, answer] of [
    ["letter.pdf", pdf, "answer.same.title"],
    ["changed.pdf", Buffer.concat([pdf.subarray(0, -100), Buffer.from([(pdf.at(-100) ?? 0) ^ 1]), pdf.subarray(-99)]), "answer.unknown.title"],
  ] as const) {
    await check.goto(at(school, "/v"));
    const file = check.waitForEvent("filechooser");
    await check.getByRole("button", { name: ar("check.file.choose") }).click();
    await (await file).setFiles({ name, mimeType: "application/pdf", buffer: bytes });
    await expect(check.getByRole("heading", { name: ar(answer) })).toBeVisible();
    await looked(check, `the check of ${name}`);
  }
  await check.context().close();

  // The school sees the document and says that each condition is met: what follows is the fee.
  await desk.reload();
  await expectStanding(desk, "sub.A/conditions_open");
  const conditions = desk.getByRole("region", { name: en("cond.title") });
  await expect(conditions).toContainText("report.png");
  await expectAccessible(desk, "the record of an offer with conditions");
  await meet(desk, REPORTS.en);
  await expect(conditions).toContainText(en("cond.staff.count", { done: 1, of: 3 }));
  await shot(desk, "letters/record-en-1440", { fullPage: true });
  await meet(desk, TRANSFER);
  // What the health team alone reads is for others to forgive, not to judge.
  await enter(desk, school, `admin@${school}.example`, `/pre_admission/${id}`);
  await desk.getByRole("button", { name: `${en("cond.say.waived")}: ${VACCINATED}` }).click();
  const waived = desk.getByRole("dialog", { name: VACCINATED });
  await waived.getByRole("textbox", { name: en("cond.reason") }).fill("The nurse has seen it");
  await waived.getByRole("button", { name: en("cond.say.waived"), exact: true }).click();
  await expect(waived).toHaveCount(0);
  await expectStanding(desk, "sub.A/fee_due");
});

test("the letters of a record, its conditions and what is asked before each press are whole in both languages, at a desk and on a phone", async ({ page }) => {
  test.setTimeout(300_000);
  const { school, id, first } = await offered(page, "dialogs");
  await mailTo(first, /(\/conditional-offer-letter\/[\w-]+)/);
  const headers = { authorization: `Bearer ${await token(school, "officer")}` };
  const sent = await api(school, "POST", `/enquiries/${id}/letters`, { headers, body: { code: "confirmation", language: "both" } });
  expect(sent.status, sent.text).toBe(201);
  const list = (await api(school, "GET", `/enquiries/${id}/letters`, { headers })).json.items as { kind: string; reference: string }[];
  const [plain = "", offer = ""] = ["plain", "conditional_offer"].map((kind) => list.find((each) => each.kind === kind)?.reference);
  await mailTo(first, /(\/offer-letter\/[\w-]+)/);

  for (const language of ["en", "ar"] as const) {
    const t = (key: string, values: Record<string, string> = {}) => word(language, "letters", key, values);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await enter(page, school, `officer@${school}.example`, `/pre_admission/${id}`, language);
      const letters = page.getByRole("region", { name: t("staff.title"), exact: true });
      await expect(letters).toContainText(plain);
      await expect(page.getByRole("region", { name: t("cond.title") })).toContainText(REPORTS[language]);
      const what = `${language} at ${width}`;
      await looked(page, `a record with letters, ${what}`);
      await shot(page, `letters/staff-${language}-${width}`, { fullPage: true });

      const seen = async (name: string, title: string) => {
        const dialog = page.getByRole("dialog", { name: title });
        await expect(dialog).toBeVisible();
        await looked(page, `the dialog ${name}, ${what}`);
        await shot(page, `letters/${name}-${language}-${width}`);
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      };
      const more = async (reference: string, item: string) => {
        await letters.getByRole("button", { name: t("hand.more.of", { reference }) }).click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      await letters.getByRole("button", { name: t("hand.send") }).click();
      await seen("send", t("hand.send"));
      await more(offer, t("hand.again", { name: "" }).trim());
      await seen("again", t("hand.again.title"));
      await more(plain, t("hand.post"));
      await seen("posted", t("hand.post.title"));
      await more(plain, t("hand.withdraw"));
      await seen("withdraw", t("hand.withdraw.title"));
      for (const say of ["met", "longer"]) {
        await page.getByRole("button", { name: `${t(`cond.say.${say}`)}: ${REPORTS[language]}` }).click();
        await seen(say, REPORTS[language]);
      }
    }
  }
});
