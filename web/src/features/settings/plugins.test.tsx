import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import type { ComparedSample, PluginEntry } from "./desk/wordsApi";
import { everyDay, measure, total } from "./plugins/days";
import { compared, type Words } from "./plugins/outcome";
import { PluginsRoom } from "./plugins/PluginsRoom";
import { sendComponent } from "./plugins/upload";
import { componentWishes } from "./plugins/wishes";
import { blank, columnsOf, copied, hasCell, holds, parseCell, problemsOf, sorted, typedText, valueAt, withCell, type TableRow } from "./tables/model";
import { columnsFit, newTable, tablesOf } from "./tables/tables";
import { TablePage } from "./tables/TablePage";

vi.mock("./plugins/upload", () => ({ LARGEST: 2 << 20, sendComponent: vi.fn<typeof sendComponent>() }));

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const rows: TableRow[] = [
  { key: "kg1", from: "2026-09-01", value: { tuition: 120, open: true } },
  { key: "kg1", from: "2025-09-01", to: "2026-08-31", value: { tuition: 100 } },
  { key: "kg1", from: "2027-09-01", value: { tuition: 130 } },
  { key: "limit", from: "2025-01-01", value: [1, 2] },
];
const at = (name: string, of = rows) => columnsOf(of).find((column) => (column.id === "value" ? (column.part ?? "value") === name : column.id === name))!;

describe("a table", () => {
  it("has a column for each part of its values, of the kind that they are", () => {
    expect(columnsOf(rows).map((column) => [column.id === "value" ? column.part : column.id, column.kind])).toEqual([
      ["key", "text"], ["from", "date"], ["to", "date"], [null, "list"], ["tuition", "number"], ["open", "flag"],
    ]);
    expect(columnsOf([]).at(-1)).toEqual({ id: "value", part: null, kind: "text" });
    expect(columnsOf([{ key: "a", from: "2026-01-01", value: { day: "2026-01-02", deep: [{ x: 1 }] } }]).map(({ kind }) => kind).slice(3)).toEqual(["date", "json"]);
    expect([hasCell(rows[3]!, at("tuition")), hasCell(rows[3]!, at("value")), hasCell(rows[0]!, at("value"))]).toEqual([false, true, false]);
  });

  it("reads what is typed, in either script, and says why it cannot", () => {
    expect(parseCell("١٬٢٠٠", "number", 1)).toEqual({ value: 1200 });
    expect(parseCell("1,5,2", "list", [1])).toEqual({ value: [1, 5, 2] });
    expect(parseCell("a، b", "list", ["x"])).toEqual({ value: ["a", "b"] });
    expect(parseCell("01-Sep-2027", "date", null)).toEqual({ value: "2027-09-01" });
    expect(parseCell("2027-09-01", "date", null)).toEqual({ value: "2027-09-01" });
    expect([parseCell("x", "number", 1), parseCell("31-31", "date", ""), parseCell("{", "json", null)].map((each) => ("problem" in each ? each.problem : ""))).toEqual(["number", "date", "json"]);
    expect(parseCell(" ", "number", 1)).toEqual({ value: undefined });
    expect(typedText("2027-09-01", "date", "en")).toBe("01-Sep-2027");
    expect(withCell(rows[1]!, at("to"), undefined)).toEqual({ key: "kg1", from: "2025-09-01", value: { tuition: 100 } });
    expect(valueAt(withCell(rows[0]!, at("tuition"), 7), at("tuition"))).toBe(7);
  });

  it("marks what holds today, orders by key and day, and finds what is wrong", () => {
    expect(holds(rows, "2026-11-21")).toEqual(["now", "over", "later", "now"]);
    expect(holds([...rows, { key: "kg1", from: "2026-10-01", value: {} }], "2026-11-21")).toEqual(["over", "over", "later", "now", "now"]);
    expect(sorted(rows)).toEqual([1, 0, 2, 3]);
    expect(problemsOf([{ key: "", from: "2026-13-01", value: 1 }, { key: "a", from: "2026-02-01", to: "2026-01-01", value: 1 }, { key: "a", from: "2026-02-01", value: 1 }])).toEqual([{ key: "required", from: "date" }, { from: "twice", to: "backwards" }, { from: "twice" }]);
    expect(copied({ key: "a", from: "2024-02-29", to: "2025-02-28", value: 1 })).toEqual({ key: "a", from: "2025-02-28", value: 1 });
    expect(blank(rows, "2026-11-21")).toEqual({ key: "", from: "2026-11-21", value: {} });
  });
});

const messages: Words = { message: (code) => code, computed: ({ value }) => String(value), date: (iso) => iso, score: (points, outOf) => `${points}/${outOf}` };
const computed = (key: string, value: unknown) => ({ key, label_code: `label.${key}`, kind: "number" as const, value, reason_code: null, params: {} });
const outcome = (value: number, tags: string[] = []) => ({ errors: [], computed: [computed("fee", value)], verdict: { tags, route: null, checklist: [], explain: [], computed: [], errors: [], score: null }, failure: null });
const sample: ComparedSample = { name: "simple", live: outcome(100, ["a"]), draft: outcome(120, ["a", "b"]), differs: true };

it("an outcome is compared line by line", () => {
  expect(compared(sample, messages)).toEqual([
    { line: "tag", label: "", live: "a", draft: "a", differs: false },
    { line: "tag", label: "", live: null, draft: "b", differs: true },
    { line: "computed", label: "label.fee", live: "100", draft: "120", differs: true },
  ]);
  expect(compared({ ...sample, live: null, draft: { ...outcome(1), failure: "timeout" } }, messages).map(({ line, live }) => [line, live])).toEqual([["failure", null], ["computed", null]]);
});

it("days without calls are there too, and time is of one call", () => {
  const days = [{ day: "2026-11-20", calls: 4, failures: 1, fuel: 800, millis: 20 }];
  const all = everyDay(days, "2026-11-21");
  expect([all.length, all.at(-1)?.day, all.at(-2)?.calls, all[0]?.day]).toEqual([28, "2026-11-21", 4, "2026-10-25"]);
  expect([measure(days[0]!, "millis"), measure(all[0]!, "fuel"), total(all, "failures"), total(days, "fuel")]).toEqual([5, 0, 1, 200]);
});

const digest = (letter: string) => letter.repeat(64);
const entry: PluginEntry = {
  name: "abq", file: "plugins/abq.wasm", plugin: { id: "abq", version: "2.0.0", digest: digest("b") }, published: { id: "abq", version: "1.0.0", digest: digest("a") }, forms: ["abq"],
  asks: { tables: ["fees"], known: ["national_id", "earlier"], effects: ["task", "notify"] }, grants: { tables: ["fees"], known: [], effects: ["task"] },
  earlier: [{ digest: digest("a"), version: "1.0.0", seq: 3 }], days: [{ day: "2026-11-20", calls: 4, failures: 1, fuel: 800, millis: 20 }],
};
const table = (_body: unknown, url: URL) => {
  const file = url.searchParams.get("file") ?? "";
  const value = file === "tables/fees.yaml" ? { rows } : file === "school.yaml" ? { plugins: { abq: { digest: digest("b") } } } : null;
  return { file, base: value, published: value, draft: value };
};
const more = {
  "GET /settings/plugins": () => ({ items: [entry] }),
  "GET /settings/files": () => ({ items: [{ file: "tables/fees.yaml", in_base: true, changed: false, drafted: false }, { file: "school.yaml", in_base: true, changed: false, drafted: false }] }),
  "GET /settings/file": table,
  "POST /settings/forms/abq/compare": () => ({ samples: [sample, { ...sample, name: "other", draft: sample.live, differs: false }] }),
  "GET /public/forms/abq": () => ({ form: { id: "abq", version: "1", digest: "", title: "ABQ", steps: [], schema: {}, ui: {}, messages: { "label.fee": "Fee of the year" }, plugin: null } }),
};

describe("components", () => {
  it("say what they may, how they worked, and what a new version judges otherwise", async () => {
    desk({ more });
    await open(<PluginsRoom />);
    const card = await screen.findByRole("region", { name: /Component/ });
    expect(within(card).getByText(/Ask whether the school knows an identity number/).textContent).toContain("Asked for, not granted");
    expect(within(card).getByText(/Read answers of earlier submissions/).textContent).toContain("Asked for, not granted");
    expect(within(card).getByText("Create tasks for staff")).toBeVisible();
    expect(within(card).getByRole("row", { name: /20-Nov-2026 4 1 5/ })).toBeInTheDocument();
    expect(await screen.findByText("1 of 2 samples is assessed differently")).toBeVisible();
    expect(await screen.findByRole("row", { name: /Fee of the yearchanged 100 120/ })).toBeVisible();
    expect(screen.getByRole("link", { name: /Fees ?fees ?read by abq/ })).toHaveAttribute("href", "/settings/plugins/tables/fees");
  });

  it("go back to an earlier version by one undoable step", async () => {
    const { sent } = desk({ more });
    const { user } = await open(<PluginsRoom />);
    await user.click(await screen.findByRole("button", { name: "Go back to version 1.0.0" }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: componentWishes(entry, digest("a"), "x") }));
    expect(componentWishes(entry, digest("a"), undefined)).toHaveLength(1);
  });

  it("take a new version with progress, and say why one is refused", async () => {
    const { sent } = desk({ more });
    const { user } = await open(<PluginsRoom />);
    const field = await screen.findByLabelText("A new version of abq");
    const give = () => fireEvent.change(field, { target: { files: [new File(["x"], "abq.wasm")] } });
    let refuse = () => {};
    const tried = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    vi.mocked(sendComponent).mockImplementationOnce(async (_file, onProgress) => {
      onProgress(1);
      await tried;
      return { failure: { messageId: "S001", problems: [{ path: "/file", code: "badPlugin", params: { message: "asks for the network" }, severity: "error" }] } };
    });
    give();
    expect(await screen.findByText("The server is trying it…")).toBeVisible();
    refuse();
    expect(await screen.findByText("asks for the network")).toBeVisible();
    const blob = { sha256: digest("c"), bytes: 1, media_type: "application/wasm" };
    vi.mocked(sendComponent).mockResolvedValueOnce({ component: { blob, plugin: { id: "hr", version: "1", digest: digest("c") } } });
    give();
    expect(await screen.findByText(/This is “.*hr.*”, and not “.*abq.*”/)).toBeVisible();
    vi.mocked(sendComponent).mockResolvedValueOnce({ component: { blob, plugin: { id: "abq", version: "3.0.0", digest: digest("c") } } });
    give();
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "plugins/abq.wasm", value: { $blob: digest("c") } }, { pointer: "/plugins/abq/digest", value: digest("c") }] }));
    await user.keyboard("{Control>}z{/Control}");
    await waitFor(() => expect(sent.length).toBeGreaterThan(1));
  });

  it("say what to do next where there is nothing", async () => {
    desk({ more: { ...more, "GET /settings/plugins": () => ({ items: [] }), "GET /settings/files": () => ({ items: [] }) } });
    await open(<PluginsRoom />, { language: "ar" });
    expect(await screen.findByText("لا توجد مكوّنات مثبّتة")).toBeVisible();
    expect(await screen.findByText("لا توجد جداول")).toBeVisible();
  });
});

describe("the sheet", () => {
  const active = () => document.activeElement?.textContent;
  it("is worked in by keys alone: type, go on, give up, duplicate, remove, undo", async () => {
    const { edits } = desk({ more });
    const { user, desk: held } = await open(<TablePage name="fees" />);
    const now = () => held.read("tables/fees.yaml", "/rows") as TableRow[];
    const first = await screen.findByRole("cell", { name: "120" });
    await user.click(first);
    expect(first).toHaveFocus();
    await user.keyboard("125{Enter}");
    expect(now()[0]?.value).toEqual({ tuition: 125, open: true });
    expect(active()).toBe("130");
    await user.keyboard("{ArrowUp}{ArrowRight}");
    expect(document.activeElement).toHaveAttribute("data-kind", "flag");
    await user.keyboard(" ");
    expect(now()[0]?.value).toEqual({ tuition: 125, open: false });
    await user.keyboard("{ArrowLeft}{F2}");
    await user.keyboard("x{Tab}");
    expect(screen.getByText("Write a number.")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(now()[0]?.value).toEqual({ tuition: 125, open: false });
    await user.keyboard("7{Tab}");
    expect(now()[0]?.value).toEqual({ tuition: 7, open: false });
    expect(document.activeElement).toHaveAttribute("data-kind", "flag");
    await user.click(screen.getByRole("button", { name: "Duplicate kg1 2027-09-01 a year later" }));
    expect(now().at(-1)).toEqual({ key: "kg1", from: "2028-09-01", value: { tuition: 130 } });
    await user.click(screen.getByRole("button", { name: "Remove kg1 2028-09-01" }));
    expect(now()).toHaveLength(4);
    expect(screen.getByText(/The rule “.*kg1.*” was removed/)).toBeVisible();
    await waitFor(() => expect(edits()).toMatchObject([{ file: "tables/fees.yaml", pointer: "/rows" }]));
  });

  it("hides what is over, marks what is in force, and turns the arrows around in Arabic", async () => {
    desk({ more });
    const { user } = await open(<TablePage name="fees" />, { language: "ar" });
    expect(await screen.findAllByText("سارية")).toHaveLength(2);
    expect(screen.queryByText("منتهية")).toBeNull();
    await user.click(screen.getByRole("switch", { name: "مع قاعدة منتهية" }));
    expect(screen.getByText("منتهية")).toBeVisible();
    expect(await screen.findByRole("region", { name: "أثر التغيير" })).toBeVisible();
  });
});

describe("tables", () => {
  const file = (name: string, change = {}) => ({ file: `tables/${name}.yaml`, in_base: true, changed: false, drafted: false, ...change });
  it("are those of the files and the draft, without what is gone", () => {
    const edits = [
      { file: "tables/old.yaml", pointer: "", value: { $gone: true } },
      { file: "tables/fresh.yaml", pointer: "", value: { rows: [] } },
      { file: "tables/fees.yaml", pointer: "/rows", value: [] },
      { file: "tables/undone.yaml", pointer: "", reset: true as const },
    ];
    const files = [file("old"), file("fees", { drafted: true }), file("undone", { in_base: false, drafted: true }), { file: "school.yaml", in_base: true, changed: false, drafted: false }];
    expect(tablesOf(files, edits).map(({ name, drafted }) => [name, drafted])).toEqual([["fees", true], ["fresh", true]]);
  });

  it("begin with cells that say what they hold", () => {
    const asked = { purpose: " Fees of the club ", key: " kg1 ", today: "2026-11-21" };
    const plain = newTable({ ...asked, purpose: "", columns: [{ name: "", kind: "flag" }] });
    expect(plain).toEqual({ rows: [{ key: "kg1", from: "2026-11-21", value: false }] });
    const whole = newTable({ ...asked, columns: [{ name: "fee", kind: "number" }, { name: "until", kind: "date" }, { name: "word ", kind: "text" }] });
    expect(whole).toEqual({ description: "Fees of the club", rows: [{ key: "kg1", from: "2026-11-21", value: { fee: 0, until: "2026-11-21", word: "" } }] });
    expect(columnsOf(whole.rows).slice(3).map(({ kind }) => kind)).toEqual(["number", "date", "text"]);
    expect([[""], ["a", ""], ["a", "a "], ["a", "b"]].map((names) => columnsFit(names.map((name) => ({ name, kind: "text" as const }))))).toEqual([true, false, false, true]);
    // A table without any row still has a cell to begin with.
    const [row] = [blank([], "2026-11-21")];
    expect(hasCell(row, columnsOf([row]).at(-1)!)).toBe(true);
  });

  it("are made with a name of their own", async () => {
    desk({ more });
    const { user, desk: held, router } = await open(<PluginsRoom />, { route: "/settings/:section/*", path: "/settings/plugins" });
    await user.click(await screen.findByRole("button", { name: "New table" }));
    const dialog = await screen.findByRole("dialog", { name: "A new table" });
    await user.click(within(dialog).getByRole("button", { name: "Create" }));
    expect(within(dialog).getByText(/^Small letters, digits and _, beginning/)).toBeVisible();
    await user.type(within(dialog).getByLabelText("Name"), "fees");
    expect(within(dialog).getByText("There is a table of this name.")).toBeVisible();
    await user.type(within(dialog).getByLabelText("Name"), "_club");
    await user.type(within(dialog).getByLabelText(/^Key of the first rule/), "kg1");
    await user.type(within(dialog).getByLabelText("Column 1: name"), "fee");
    await user.click(within(dialog).getByRole("button", { name: "Create" }));
    expect(held.read("tables/fees_club.yaml")).toMatchObject({ rows: [{ key: "kg1", value: { fee: 0 } }] });
    expect(router.state.location.pathname).toBe("/settings/plugins/tables/fees_club");
  });

  it("are deleted after a word about who reads them, and come back", async () => {
    const { edits } = desk({ more });
    const { user, desk: held, router } = await open(<PluginsRoom />, { route: "/settings/:section/*", path: "/settings/plugins/tables/fees" });
    await user.click(await screen.findByRole("button", { name: "Delete this table" }));
    const dialog = await screen.findByRole("dialog", { name: /Delete the table “.*Fees.*”\?/ });
    expect(dialog).toHaveTextContent(/It is read by .*abq/);
    await user.click(within(dialog).getByRole("button", { name: "Delete this table" }));
    expect(held.read("tables/fees.yaml")).toBeUndefined();
    expect(router.state.location.pathname).toBe("/settings/plugins");
    await waitFor(() => expect(edits()).toMatchObject([{ file: "tables/fees.yaml", pointer: "", value: { $gone: true } }]));
    expect(await screen.findByText("There are no tables")).toBeVisible();
    await user.click(within(screen.getByText(/^The table .* was deleted$/).parentElement!).getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: /^Fees ?fees/ })).toBeVisible();
  });
});
