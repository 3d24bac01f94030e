import { readFileSync } from "node:fs";
import { api, enquiries, submit, token } from "./support/http.ts";
import { sample } from "./support/cli.ts";
import { copyOfAbq } from "./support/flags.ts";
import { expectAccessible } from "./support/look.ts";
import { enter, signIn } from "./support/staff.ts";
import { at } from "./support/state.ts";
import { expect, test } from "./support/test.ts";
import { word } from "./support/words.ts";

const t = (key: string, values: Record<string, string | number> = {}) => word("en", "staff", key, values);
/** A person whose name would be a formula in a spreadsheet. */
const person = `=HYPERLINK("x") ${crypto.randomUUID().slice(0, 8)}`;
/** A field that takes files, or a list of them. */
interface Field {
  type: string;
  "x-upload"?: { kinds: string[] };
  items?: Field;
}
let reference = "";
let id = "";

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  reference = await submit("abq", "new", { ...sample("abq", "new"), child_name: person });
  const row = (await enquiries("abq", `q=${encodeURIComponent(reference)}`))[0];
  id = row?.id ?? "";
  // General enquiries get an owner in turn; this one is to be taken by hand.
  const freed = await api("abq", "PATCH", `/enquiries/${id}`, { headers: { authorization: `Bearer ${await token("abq")}` }, body: { version: row?.version, owner: null } });
  if (freed.status !== 200) throw new Error(`the owner could not be taken off: ${freed.status} ${freed.text}`);
});

test("staff find a submission, work with it and take the list away @smoke", async ({ page }) => {
  await signIn(page, "abq", "officer", "en", "/pre_admission");
  await page.getByRole("searchbox", { name: t("search.label") }).fill(reference);
  await expect(page).toHaveURL(/q=/);
  const row = page.getByRole("row").filter({ hasText: reference });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(person);

  // A filter narrows, its chip takes it away again.
  await page.getByRole("button", { name: word("en", "list", "filter"), exact: true }).click();
  await page.getByRole("menu").getByText(t("owner.none"), { exact: true }).click();
  await expect(page).toHaveURL(/owner=none/);
  await expect(row).toHaveCount(1);
  await page.getByRole("button", { name: new RegExp(`^${word("en", "list", "filter.remove", { filter: "" }).trim()}`) }).click();
  await expect(page).not.toHaveURL(/owner=none/);

  await row.getByRole("link").click();
  const panel = page.getByRole("complementary", { name: t("panel.label") });
  await expect(panel.getByText(reference)).toBeVisible();
  // Who closes it is back at its row.
  await panel.getByRole("button", { name: word("en", "common", "action.close"), exact: true }).first().click();
  await expect(row.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await panel.getByRole("link", { name: t("panel.full") }).click();
  await expect(page).toHaveURL(at("abq", `/pre_admission/${id}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person);

  const actions = page.getByRole("region", { name: t("actions.label") });
  await actions.getByRole("button", { name: t("move.contacted"), exact: true }).click();
  await expect(actions.getByRole("button", { name: t("move.toured"), exact: true })).toBeVisible();
  await actions.getByRole("button", { name: t("actions.take"), exact: true }).click();
  await expect(actions.getByRole("button", { name: t("actions.take"), exact: true })).toHaveCount(0);
  await actions.getByLabel(t("actions.comment")).fill("Called the father; visits on Sunday. شكرا");
  await actions.getByRole("button", { name: t("actions.comment.send"), exact: true }).click();
  await expect(page.getByText("Called the father; visits on Sunday. شكرا")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: t("timeline.submitted") })).toBeVisible();

  // The list as a file: what a spreadsheet would run is text.
  await page.goto(at("abq", `/pre_admission?q=${encodeURIComponent(reference)}`));
  await page.getByRole("button", { name: t("export.label"), exact: true }).click();
  const dialog = page.getByRole("dialog", { name: t("export.title") });
  await dialog.getByRole("radio", { name: t("export.csv") }).check();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: t("export.label"), exact: true }).click();
  const csv = readFileSync(await (await downloading).path(), "utf8");
  expect(csv).toContain(reference);
  expect(csv).toContain("'=HYPERLINK");
  expect(csv).not.toMatch(/(^|[,;\n"])=HYPERLINK/);
});

test("a file that a family sent is saved under its name", async ({ page }) => {
  const draft = await api("abq", "POST", "/public/forms/abq/drafts", { body: { values: {}, locale: "en" } });
  expect(draft.status).toBe(201);
  const form = (await api("abq", "GET", "/public/forms/abq?lng=en")).json.form as { schema: { properties: Record<string, Field> } };
  const field = Object.entries(form.schema.properties).find(([, node]) => (node["x-upload"] ?? node.items?.["x-upload"])?.kinds.includes("pdf"));
  expect(field, "the form has a field for papers").toBeDefined();
  const [name, node] = field!;
  await page.goto(at("abq", "/enquiry/thanks"));
  const uploaded = await page.evaluate(
    async ([draftToken, fieldName]) => {
      const body = new FormData();
      body.append("form", "abq");
      body.append("field", fieldName!);
      body.append("draft", draftToken!);
      body.append("file", new Blob(["%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n"], { type: "application/pdf" }), "report card.pdf");
      const answer = await fetch("/api/v1/oa/public/uploads", { method: "POST", body, headers: { "school-id": "abq" } });
      return { status: answer.status, body: (await answer.json()) as { upload?: { upload_id: string } } };
    },
    [draft.json.token as string, name],
  );
  expect(uploaded.status, JSON.stringify(uploaded.body)).toBe(201);
  const uploadId = uploaded.body.upload?.upload_id ?? "";
  const values = { ...sample("abq", "abq"), [name]: node.type === "array" ? [uploadId] : uploadId };
  const answer = await api("abq", "POST", "/public/forms/abq/submissions", {
    headers: { "idempotency-key": crypto.randomUUID() },
    body: { values, locale: "en", draft: draft.json.token },
  });
  expect(answer.status, answer.text).toBe(201);
  const [row] = await enquiries("abq", `q=${encodeURIComponent(answer.json.reference as string)}`);

  await signIn(page, "abq", "officer", "en", `/pre_admission/${row?.id}?tab=papers`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: t("files.save", { name: "report card.pdf" }) }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("report card.pdf");
  expect(readFileSync(await download.path(), "utf8")).toContain("%PDF-1.4");
});

test("another school's staff see nothing of it", async ({ page }) => {
  await signIn(page, "vmsiihe", "officer", "en", `/pre_admission/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("enquiry.gone.title"));
  await expect(page.getByText(person)).toHaveCount(0);
  const bearer = { authorization: `Bearer ${await token("vmsiihe")}` };
  const foreign = await api("vmsiihe", "GET", `/enquiries/${id}`, { headers: bearer });
  const random = await api("vmsiihe", "GET", "/enquiries/0190a000-0000-7000-8000-000000000000", { headers: bearer });
  expect([foreign.status, foreign.text]).toEqual([404, random.text]);
});

test("signing out ends it, and the way back shows nothing", async ({ page }) => {
  await signIn(page, "abq", "officer", "en", `/pre_admission/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(person);
  const before = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: /account and sign-out/ }).click();
  const left = page.waitForRequest((request) => request.isNavigationRequest());
  await page.getByRole("menuitem", { name: word("en", "common", "user.signOut") }).click();
  expect((await left).url(), "signing out leads to the root").toBe(at("abq", "/"));
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goBack();
  await expect(page).toHaveURL(/\/sign-in/);
  await expect(page.getByText(person)).toHaveCount(0);
  await expect(page.getByRole("button", { name: /account and sign-out/ })).toHaveCount(0);
  const answer = await api("abq", "GET", `/enquiries/${id}`, { headers: { authorization: `Bearer ${before}` } });
  expect(answer.status).toBe(401);
});

test("several are chosen by keyboard and mouse, moved on together, and put back", async ({ page }) => {
  const school = await copyOfAbq("many", { officer: "سالم الحارثي" });
  for (let n = 0; n < 3; n += 1) await submit(school, "new", sample(school, "new"));
  await enter(page, school, `officer@${school}.example`, "/pre_admission");
  const rows = page.locator("tr[data-row]");
  await expect(rows).toHaveCount(3);
  const chosen = page.getByRole("checkbox", { checked: true });
  const bar = page.getByRole("region", { name: word("en", "list", "bulk.label") });

  // The keyboard: Space, and Shift with an arrow; Escape chooses none.
  await rows.first().getByRole("link").focus();
  await page.keyboard.press(" ");
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press("Shift+ArrowDown");
  await expect(chosen).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(bar).toHaveCount(0);
  // The mouse: the first, and with Shift all up to the last. No row opens by it.
  await rows.first().getByRole("checkbox").click();
  await rows.last().getByRole("checkbox").click({ modifiers: ["Shift"] });
  await expect(rows.getByRole("checkbox", { checked: true })).toHaveCount(3);
  await expect(page.getByRole("complementary", { name: t("panel.label") })).toHaveCount(0);
  await expectAccessible(page, "a bar of what is chosen");

  await bar.getByRole("button", { name: t("bulk.state") }).click();
  await page.getByRole("menuitem", { name: word("en", "common", "state.toured") }).click();
  await expect(bar).toContainText(word("en", "list", "bulk.done_other", { shown: 3 }));
  await expect(rows.filter({ hasText: word("en", "common", "state.toured") })).toHaveCount(3);
  await expectAccessible(page, "what became of each");
  await bar.getByRole("button", { name: word("en", "list", "bulk.undo") }).click();
  await expect(bar).toContainText(word("en", "list", "bulk.undone_other", { shown: 3 }));
  await expect(rows.filter({ hasText: word("en", "common", "state.new") })).toHaveCount(3);
  await bar.getByRole("button", { name: word("en", "list", "bulk.close"), exact: true }).click();
  await expect(bar).toHaveCount(0);
});
