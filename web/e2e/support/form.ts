import { expect, type Locator, type Page } from "@playwright/test";
import { api } from "./http.ts";
import { word, type Language } from "./words.ts";

/** A field's schema, as far as filling it needs it. */
interface Node {
  type?: string;
  title?: string;
  format?: string;
  const?: unknown;
  oneOf?: { const: unknown; title: string }[];
  items?: Node;
  properties?: Record<string, Node>;
  allOf?: { then?: Node; else?: Node }[];
  "x-money"?: string;
}

type Ui = Record<string, unknown>;

/** A form's document in one language. */
export interface Document {
  title: string;
  version: string;
  steps: { id: string; title: string; fields: string[] }[];
  schema: Node;
  ui: Ui;
  messages: Record<string, string>;
}

/** The form as the page gets it. */
export async function readForm(school: string, form: string, language: Language): Promise<Document> {
  const answer = await api(school, "GET", `/public/forms/${form}?lng=${language}`);
  expect(answer.status, `${school}/${form}: ${answer.text.slice(0, 200)}`).toBe(200);
  return answer.json.form as Document;
}

/** A field's schema, also where only a condition shows it. */
export function fieldNode(document: Document, name: string): Node {
  const branches = (document.schema.allOf ?? []).flatMap((clause) => [clause.then, clause.else]);
  const node = [document.schema, ...branches].map((each) => each?.properties?.[name]).find((each) => each !== undefined);
  if (!node) throw new Error(`no field ${name}`);
  return node;
}

const input = (page: Page, id: string): Locator => page.locator(`[id="f.${id}"]`);

/** A file as a telephone hands it over. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Fills one field by the widget that it is drawn with; a file is the value of a field that takes one. */
async function fill(page: Page, id: string, node: Node, ui: Ui, value: unknown, language: Language): Promise<void> {
  const place = input(page, id);
  const widget = widgetOf(node, ui);
  switch (widget) {
    case "note":
      return;
    case "upload":
      return await choose(page, place, value as ChosenFile);
    case "group":
      return await fillGroup(page, id, node, ui, value as Record<string, unknown>[], language);
    case "object":
      return await fillObject(page, id, node, ui, value as Record<string, unknown>, language);
    case "checkbox":
      return await place.setChecked(value === true);
    case "radio":
    case "checkboxes": {
      const wanted = Array.isArray(value) ? (value as unknown[]) : [value];
      for (const one of wanted) await place.locator("input").nth(choiceOf(node, one)).check();
      return;
    }
    case "select":
      await place.selectOption(String(choiceOf(node, value)));
      return;
    case "country":
      // A country is searched; its code is the shortest word for it.
      await place.fill(String(value));
      return await place.press("Enter");
    case "date":
      await place.fill(typedDate(String(value)));
      return await place.blur();
    case "money":
      await place.fill(typedMoney(Number(value), node["x-money"] ?? "OMR"));
      return await place.blur();
    default:
      await place.fill(String(value));
      await place.blur();
  }
}

/** By the button, as a person does; sent before the next question. */
async function choose(page: Page, place: Locator, file: ChosenFile): Promise<void> {
  const asked = page.waitForEvent("filechooser");
  await place.getByRole("button").first().click();
  await (await asked).setFiles(file);
  await expect(place.getByText(file.name)).toBeVisible({ timeout: 20_000 });
  await expect(place.getByRole("progressbar")).toHaveCount(0);
}

async function fillGroup(page: Page, id: string, node: Node, ui: Ui, items: Record<string, unknown>[], language: Language): Promise<void> {
  const group = input(page, id);
  const own = (ui.items ?? {}) as Ui;
  for (const [index, item] of items.entries()) {
    const names = Object.keys(node.items?.properties ?? {});
    const drawn = page.locator(names.map((name) => `[id="f.${id}.${index}.${name}"]`).join(", ")).first();
    if (!(await drawn.isVisible())) {
      const add = typeof ui["x-add"] === "string" ? ui["x-add"] : word(language, "forms", "group.add");
      await group.getByRole("button", { name: add, exact: true }).click();
      await drawn.waitFor();
    }
    await fillObject(page, `${id}.${index}`, node.items ?? {}, own, item, language);
  }
}

async function fillObject(page: Page, id: string, node: Node, ui: Ui, values: Record<string, unknown>, language: Language): Promise<void> {
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    if (values[name] !== undefined) await fill(page, `${id}.${name}`, child, (ui[name] ?? {}) as Ui, values[name], language);
  }
}

/** Fills the step that is open, in the order in which its fields stand; what a condition shows is there by then. */
export async function fillStep(page: Page, document: Document, step: Document["steps"][number], values: Record<string, unknown>, language: Language): Promise<void> {
  for (const name of step.fields) {
    const value = values[name];
    if (value === undefined) continue;
    await input(page, name).waitFor({ state: "attached" });
    await fill(page, name, fieldNode(document, name), (document.ui[name] ?? {}) as Ui, value, language);
  }
}

/** The step that is open, or null on the page that reads everything over. */
export async function openStep(page: Page, document: Document, language: Language): Promise<Document["steps"][number] | null> {
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(new RegExp(`^(${[...document.steps.map((step) => step.title), word(language, "forms", "review.title")].map(escape).join("|")})$`));
  const title = await heading.innerText();
  return document.steps.find((step) => step.title === title) ?? null;
}

/** Presses the button that leads on, and waits for the next page. */
export async function next(page: Page, language: Language): Promise<void> {
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.innerText();
  const names = ["nav.next", "nav.toReview"].map((key) => escape(word(language, "forms", key))).join("|");
  await page.getByRole("button", { name: new RegExp(`^(${names})$`) }).click();
  await expect(heading).not.toHaveText(before);
}

/** Fills all steps from the one that is open up to the review, or up to this step. */
export async function fillForm(page: Page, document: Document, values: Record<string, unknown>, language: Language, upTo?: string): Promise<void> {
  for (let round = 0; round <= document.steps.length; round += 1) {
    const step = await openStep(page, document, language);
    if (!step || step.id === upTo) return;
    await fillStep(page, document, step, values, language);
    await next(page, language);
  }
  throw new Error("the review was not reached");
}

/** Sends the form from its review; the reference on the thanks page. */
export async function send(page: Page, language: Language): Promise<string> {
  await page.getByRole("button", { name: word(language, "forms", "review.send"), exact: true }).click();
  return await thanked(page, language);
}

/** The reference on the thanks page. */
export async function thanked(page: Page, language: Language): Promise<string> {
  // In the words of what the form is for.
  const titles = ["", "_enquiry", "_job", "_form"].map((kind) => escape(word(language, "forms", `thanks.title${kind}`)));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^(${titles.join("|")})$`), { timeout: 20_000 });
  const shown = page.getByRole("region", { name: word(language, "forms", "thanks.reference") }).locator("bdi[dir=ltr]");
  await expect(shown).not.toBeEmpty();
  return (await shown.innerText()).trim();
}

function widgetOf(node: Node, ui: Ui): string {
  if (node.type === "null") return "note";
  if (node.type === "array" && node.items?.type === "object") return "group";
  if (node.type === "object") return "object";
  if (typeof ui["ui:widget"] === "string") return ui["ui:widget"];
  if (node.type === "array") return node.items?.format === "upload" ? "upload" : "checkboxes";
  if (node["x-money"]) return "money";
  if (node.type === "boolean") return "const" in node ? "checkbox" : "radio";
  if (node.oneOf) return "select";
  return node.format === "date" || node.format === "country" || node.format === "upload" ? node.format : "text";
}

/** The place of a value among a field's choices: yes and no where it has none of its own. */
function choiceOf(node: Node, value: unknown): number {
  const options = (node.oneOf ?? node.items?.oneOf)?.map((each) => each.const) ?? [true, false];
  const index = options.indexOf(value);
  if (index < 0) throw new Error(`${String(value)} is none of the choices`);
  return index;
}

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A stored date as a person types it. */
export function typedDate(iso: string): string {
  const [year, month, day] = iso.split("-");
  return `${day}-${MONTHS[Number(month) - 1]}-${year}`;
}

function typedMoney(minor: number, currency: string): string {
  const places = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
  return (minor / 10 ** places).toFixed(places);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
