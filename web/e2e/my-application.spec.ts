import { fillForm, readForm, send } from "./support/form.ts";
import { sample } from "./support/cli.ts";
import { enquiries } from "./support/http.ts";
import { expectAccessible, expectNoOverflow } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { shot } from "./support/shots.ts";
import { at, formPath } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word, wordOf } from "./support/words.ts";

// A family on a telephone, in Arabic, that sends what it has and comes back with the rest.
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "ar" });

const PDF = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n");
// The college's `form` is an enquiry, and its page speaks of one.
const say = (key: string) => wordOf("enquiry", "ar", "application", `application.${key}`);

test("a family opens what it sent by the link of its mail, adds a document, asks, corrects its number, withdraws and comes back", async ({ page, browser }) => {
  const document = await readForm("vmsiihe", "form", "ar");
  const address = "my.application@example.com";
  const values: Record<string, unknown> = { ...sample("vmsiihe", "form", "ar"), applicant_dob: "2008-03-05", guardian_email: address };
  await page.goto(at("vmsiihe", formPath("form")));
  await fillForm(page, document, values, "ar");
  const reference = await send(page, "ar");
  await expect(page.getByRole("link", { name: word("ar", "forms", "thanks.addNow") })).toHaveAttribute("href", /^\/my-application#token=/);
  await shot(page, "thanks-ar-390", { fullPage: true });

  // Another browser, days later: the link alone shows nothing of anybody.
  const [, link] = await mailTo(address, /(\/my-application#token=[\w-]+)/);
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar" });
  const phone = await other.newPage();
  await phone.goto(at("vmsiihe", link ?? ""));
  await expect(phone.getByRole("heading", { level: 1, name: say("prove.title") })).toBeVisible();
  await expect(phone.getByText(reference)).toHaveCount(0);
  expect(phone.url()).not.toContain("token");
  await expectAccessible(phone, "the proof");
  await expectNoOverflow(phone, "the proof");
  await shot(phone, "prove-ar-390", { fullPage: true });
  const birthday = phone.getByRole("textbox", { name: say("prove.birth_date") });
  await birthday.fill("06/03/2008");
  await phone.getByRole("button", { name: say("prove.go") }).click();
  await expect(phone.getByText(/بقيت 4 محاولات/)).toBeVisible();
  await birthday.fill("05/03/2008");
  await phone.getByRole("button", { name: say("prove.go") }).click();

  await expect(phone.getByRole("heading", { level: 1, name: say("state.new") })).toBeVisible();
  await expect(phone.getByText(reference).first()).toBeVisible();
  await expectAccessible(phone, "the application");
  await expectNoOverflow(phone, "the application");
  await shot(phone, "application-ar-390", { fullPage: true });

  // What was missing.
  const papers = phone.getByRole("region", { name: say("missing_one") });
  const chosen = phone.waitForEvent("filechooser");
  await papers.getByRole("button").first().click();
  await (await chosen).setFiles({ name: "كشف الدرجات.pdf", mimeType: "application/pdf", buffer: PDF });
  await expect(phone.getByText(say("missing.none"))).toBeVisible();
  await expect(phone.getByText("كشف الدرجات.pdf").first()).toBeVisible();

  await phone.getByRole("textbox", { name: say("ask") }).fill("متى موعد الزيارة؟");
  await phone.getByRole("button", { name: say("ask.send") }).click();
  await expect(phone.getByRole("region", { name: say("messages") }).getByRole("listitem").filter({ hasText: "متى موعد الزيارة؟" })).toBeVisible();

  await phone.getByRole("button", { name: say("contact.change") }).click();
  const contact = phone.getByRole("region", { name: say("contact") });
  await contact.getByRole("textbox").last().fill("+96892345679");
  await phone.getByRole("button", { name: say("contact.save") }).click();
  await expect(contact.getByText("+968 92345679")).toBeVisible();

  // Asked once; and back while nobody has acted on it.
  await phone.getByRole("button", { name: say("withdraw") }).click();
  await phone.getByRole("dialog").getByRole("button", { name: say("withdraw.go"), exact: true }).click();
  await expect(phone.getByRole("heading", { level: 1, name: say("state.withdrawn") })).toBeVisible();
  const [row] = await enquiries("vmsiihe", `q=${encodeURIComponent(reference)}`);
  expect(row?.state).toBe("lost");
  await shot(phone, "withdrawn-ar-390", { fullPage: true });
  await phone.getByRole("button", { name: say("return.go") }).click();
  await expect(phone.getByRole("heading", { level: 1, name: say("state.new") })).toBeVisible();

  await phone.setViewportSize({ width: 1440, height: 900 });
  await phone.getByRole("button", { name: say("copy.show") }).click();
  await expectAccessible(phone, "the application at a desk");
  await expectNoOverflow(phone, "the application at a desk");
  await shot(phone, "application-ar-1440", { fullPage: true });

  // On paper stands what was sent, shown or not, and nothing to press.
  await phone.getByRole("button", { name: say("copy.hide") }).click();
  await phone.emulateMedia({ media: "print" });
  await expect(phone.getByText(String(values.applicant_name)).filter({ visible: true }).first()).toBeVisible();
  await expect(phone.getByText(reference).filter({ visible: true })).toHaveCount(1);
  await expect(phone.getByRole("button").filter({ visible: true })).toHaveCount(0);
  await expect(phone.getByRole("textbox").filter({ visible: true })).toHaveCount(0);
  await shot(phone, "application-ar-print", { fullPage: true });
  await other.close();
});
