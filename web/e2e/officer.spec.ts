import { sample } from "./support/cli.ts";
import { enquiries, submit } from "./support/http.ts";
import { expectAccessible } from "./support/look.ts";
import { mailTo } from "./support/mail.ts";
import { shot } from "./support/shots.ts";
import { signIn } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

// An officer and a family, each at their own end of the same application, until nothing is open between them.

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "staff", key, values);
const ar = (key: string) => word("ar", "application", `application.${key}`);
const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF\n") });

test("an officer refuses a document, asks for another, writes, reads the answer, gives a task, closes and opens again", async ({ page, browser }) => {
  test.slow();
  const address = "officer.and.family@example.com";
  const reference = await submit("vmsiihe", "form", { ...sample("vmsiihe", "form", "ar"), applicant_dob: "2008-03-05", guardian_phone: "+96892345678", guardian_email: address }, "ar");
  const [row] = await enquiries("vmsiihe", `q=${encodeURIComponent(reference)}`);
  const record = `/pre_admission/${row?.id ?? ""}`;
  const [, link = ""] = await mailTo(address, /(\/my-application#token=[\w-]+)/);

  // The family sends the wrong document first.
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 }, locale: "ar", timezoneId: "Asia/Muscat" })).newPage();
  const prove = async () => {
    await phone.goto("about:blank");
    await phone.goto(at("vmsiihe", link));
    await phone.getByRole("textbox", { name: ar("prove.birth_date") }).fill("05/03/2008");
    await phone.getByRole("button", { name: ar("prove.go") }).click();
    await expect(phone.getByText(reference).first()).toBeVisible();
  };
  const add = async (name: string) => {
    const chosen = phone.waitForEvent("filechooser");
    await phone.getByRole("region", { name: ar("missing_one") }).getByRole("button").first().click();
    await (await chosen).setFiles(pdf(name));
    await expect(phone.getByText(name).first()).toBeVisible();
  };
  await prove();
  await add("hostel.pdf");

  await signIn(page, "vmsiihe", "officer", "en", record);
  const contact = page.getByRole("list", { name: t("contacts.title") });
  await expect(contact.getByRole("link", { name: t("contacts.call", { phone: "+968 92345678" }) })).toHaveAttribute("href", "tel:+96892345678");
  await expect(contact.getByRole("link", { name: t("contacts.whatsapp") })).toHaveAttribute("href", "https://wa.me/96892345678");
  await expect(contact.getByRole("link", { name: t("contacts.mail", { email: address }) })).toHaveAttribute("href", `mailto:${address}`);
  await expect(contact).toContainText(t("contacts.language.ar"));

  const tab = (key: string) => page.getByRole("tab", { name: new RegExp(`^${t(key)}`) }).click();
  await tab("tab.papers");
  // It is looked at inside the page, under an address of its own.
  const shown = page.waitForResponse((response) => response.url().includes("/common/shown-files/"));
  await page.getByRole("button", { name: t("view.open", { name: "hostel.pdf" }) }).click();
  const viewer = page.getByRole("dialog");
  await expect(viewer.locator("iframe")).toHaveAttribute("title", "hostel.pdf");
  expect((await shown).headers()["content-disposition"]).toContain("inline");
  await page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("view.open", { name: "hostel.pdf" }) })).toBeFocused();
  await page.getByRole("button", { name: t("papers.refuse.label", { name: "hostel.pdf" }) }).click();
  const refusing = page.getByRole("dialog");
  await expect(refusing).toContainText(t("papers.refuse.told"));
  await refusing.getByRole("radio", { name: t("papers.reason.wrong_paper") }).check();
  await refusing.getByRole("textbox").fill("كشف الدرجات من فضلكم");
  await refusing.getByRole("button", { name: t("papers.refuse"), exact: true }).click();
  await expect(page.getByText(t("papers.state.refused"), { exact: true })).toBeVisible();
  const papers = page.getByRole("tabpanel");
  await papers.getByRole("button", { name: t("papers.ask_one") }).click();
  // The letter is shown first, and goes out by a press of its own.
  const asking = page.getByRole("dialog");
  await expect(asking.getByRole("textbox", { name: t("messages.write") })).toHaveValue(/[\u0600-\u06FF]/);
  await asking.getByRole("button", { name: t("messages.send"), exact: true }).click();
  await expect(papers.getByText(/^Asked on /)).toBeVisible();
  await expectAccessible(page, "the documents");
  await shot(page, "officer/documents-en-1440", { fullPage: true });

  // A text of the school's, in the family's language, is a beginning.
  await tab("tab.messages");
  await page.getByRole("button", { name: t("messages.reply.ask_call") }).click();
  const letter = page.getByRole("textbox", { name: t("messages.write") });
  await expect(letter).toHaveValue(/[\u0600-\u06FF]/);
  await letter.fill(`${await letter.inputValue()}\nيوم الأحد صباحًا.`);
  await page.getByRole("button", { name: t("messages.send"), exact: true }).click();
  await expect(letter).toHaveValue("");
  await expect(page.getByRole("listitem").filter({ hasText: "يوم الأحد صباحًا." })).toBeVisible();
  await expectAccessible(page, "the messages");
  await shot(page, "officer/messages-en-1440", { fullPage: true });

  // The family reads both, sends the right one and answers.
  await prove();
  await expect(phone.getByText(ar("refused.wrong_paper"))).toBeVisible();
  await expect(phone.getByText("كشف الدرجات من فضلكم").first()).toBeVisible();
  await expect(phone.getByText("يوم الأحد صباحًا.").first()).toBeVisible();
  await add("grades.pdf");
  await phone.getByRole("textbox", { name: ar("ask") }).fill("نعم، يوم الأحد مناسب.");
  await phone.getByRole("button", { name: ar("ask.send") }).click();
  await expect(phone.getByRole("region", { name: ar("messages") }).getByRole("listitem").filter({ hasText: "نعم، يوم الأحد مناسب." })).toBeVisible();
  await phone.context().close();

  await page.goto(at("vmsiihe", `/pre_admission?q=${encodeURIComponent(reference)}`));
  const listed = page.getByRole("row").filter({ hasText: reference });
  await expect(listed.getByText(t("flag.unread"))).toBeVisible();
  await page.goto(at("vmsiihe", record));
  await page.getByRole("link", { name: t("flag.unread.long_one") }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "نعم، يوم الأحد مناسب." })).toBeVisible();
  // Reading answers nothing.
  await expect(page.getByRole("link", { name: t("flag.unread.long_one") })).toBeVisible();
  await page.getByRole("button", { name: t("messages.settle"), exact: true }).click();
  await expect(page.getByRole("link", { name: t("flag.unread.long_one") })).toHaveCount(0);
  await expect(page.getByRole("button", { name: t("messages.settle.undo"), exact: true })).toBeFocused();

  // A colleague is to do something about it, and it is done.
  const tasks = page.locator("section").filter({ has: page.getByRole("heading", { name: t("tasks.title"), exact: true }) });
  await tasks.getByRole("button", { name: t("tasks.add") }).click();
  await tasks.getByRole("textbox", { name: t("tasks.text") }).fill("Call on Sunday");
  await tasks.getByRole("combobox", { name: t("actions.owner") }).or(tasks.getByRole("textbox", { name: t("actions.owner") })).click();
  await page.getByRole("option", { name: "أمينة الكندية" }).click();
  await tasks.getByRole("button", { name: t("tasks.save") }).click();
  const task = tasks.getByRole("listitem").filter({ hasText: "Call on Sunday" });
  await expect(task).toContainText("أمينة الكندية");
  await task.getByRole("checkbox").click();
  await expect(task).toContainText("سالم الحارثي");

  const actions = page.getByRole("region", { name: t("actions.label") });
  await actions.getByRole("button", { name: t("close.title"), exact: true }).click();
  const closing = page.getByRole("dialog", { name: t("close.title") });
  await closing.getByRole("radio", { name: t("close.reason.another_school") }).check();
  await closing.locator("form").getByRole("button", { name: t("move.lost"), exact: true }).click();
  await expect(actions.getByText(t("close.done"))).toBeVisible();
  await expect.poll(async () => (await enquiries("vmsiihe", `q=${encodeURIComponent(reference)}`))[0]?.state).toBe("lost");
  await actions.getByRole("button", { name: t("close.undo"), exact: true }).click();
  await expect(actions.getByText(t("close.done"))).toHaveCount(0);
  await expect.poll(async () => (await enquiries("vmsiihe", `q=${encodeURIComponent(reference)}`))[0]?.state).toBe("new");
});
