import { readFileSync } from "node:fs";
import { expect, type Browser, type BrowserContextOptions, type Page } from "@playwright/test";
import { api, enquiries, submit, token } from "./http.ts";
import { expectAccessible, expectNoOverflow } from "./look.ts";
import { mailTo } from "./mail.ts";
import { readSealed } from "./sealed.ts";
import { at } from "./state.ts";
import { watch } from "./test.ts";
import { word, type Language } from "./words.ts";

// What journeys of letters have in common: an application that stands where it shall, and somebody who opens the link of a mail.

export const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ar", timezoneId: "Asia/Muscat" };
const DESK: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: "en-GB", timezoneId: "Asia/Muscat" };

export async function looked(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoOverflow(page, what);
}

/** Sends the application form; the application's id. */
export async function apply(school: string, answers: Record<string, unknown>, locale: Language = "ar"): Promise<string> {
  const reference = await submit(school, "abq", answers, locale);
  return (await enquiries(school, `q=${encodeURIComponent(reference)}`, "admin"))[0]?.id ?? "";
}

/** A call of somebody of the school that has to go well. */
export async function asStaff(school: string, name: string, method: string, call: string, body?: unknown): Promise<Record<string, unknown>> {
  const { status, text, json } = await api(school, method, call, { headers: { authorization: `Bearer ${await token(school, name)}` }, ...(body !== undefined && { body }) });
  if (status >= 300) throw new Error(`${method} ${call} of ${name} was refused: ${status} ${text}`);
  return json;
}

/** Offers a place at once, and tells the family. */
export async function offer(school: string, id: string): Promise<void> {
  const [later, told] = [{ reason_code: "documents_later", reason_text: "They bring them on Sunday" }, { notify: true }];
  for (const transition of [{ to: "S/to_schedule", ...later }, { to: "F/unconditional", ...told }]) {
    const { version } = await asStaff(school, "officer", "GET", `/enquiries/${id}/application`);
    await asStaff(school, "officer", "PATCH", `/student/student_update?student_id=${id}`, { version, transition });
  }
}

export interface Reader {
  page: Page;
  /** What the console of their browser says. */
  problems: string[];
}

interface Link {
  school: string;
  address: string;
  /** What the path of its page begins with. */
  path: string;
  born: string;
  language?: Language;
}

/** Opens the newest link of a mail, on a phone in Arabic or at a desk in English, in a browser that knows nothing, and says what the family knows. */
export async function openLink(browser: Browser, { school, address, path: begins, born, language = "ar" }: Link): Promise<Reader> {
  const [, link = ""] = await mailTo(address, new RegExp(`(/${begins}/[\\w-]+)`));
  const page = await (await browser.newContext(language === "ar" ? PHONE : DESK)).newPage();
  const problems = watch(page);
  await page.goto(at(school, link));
  await prove(page, born, language);
  return { page, problems };
}

/** Says the child's birth date. */
export async function prove(page: Page, born: string, language: Language = "ar"): Promise<void> {
  await page.getByRole("textbox", { name: word(language, "application", "application.prove.birth_date") }).fill(born.split("-").toReversed().join("/"));
  await page.getByRole("button", { name: word(language, "letters", "offer.prove.go") }).click();
}

/** Types a name, agrees, and accepts. */
export async function signByName(page: Page, name: string, language: Language = "ar"): Promise<void> {
  await page.getByRole("textbox", { name: word(language, "letters", "sign.name") }).fill(name);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: word(language, "letters", "offer.accept"), exact: true }).click();
}

/** What a button saves. */
export async function saved(page: Page, name: string): Promise<Buffer> {
  const saving = page.waitForEvent("download");
  // Of a letter that is signed it stands above it and where it ends.
  await page.getByRole("button", { name }).last().click();
  return readFileSync(await (await saving).path());
}

/** A tool that is not ours calls the paper signed as a whole. */
export function expectSealed(pdf: Buffer): void {
  const { pdfsig } = readSealed(pdf);
  if (pdfsig === null) return;
  expect(pdfsig).toContain("Signature is Valid");
  expect(pdfsig).toContain("Total document signed");
}
