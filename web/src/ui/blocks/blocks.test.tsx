import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import letter from "@/test/letterTree.json";
import { Blocks, PairedBlocks } from "./Blocks";
import { BodyBlocks } from "./BodyBlocks";
import type { Filled, Pair } from "./tree";

const en = letter.en as Filled[];
const ar = letter.ar as Filled[];
const both = letter.both as Pair[];
const draw = (blocks: readonly Filled[], language: "en" | "ar" = "en", signatures?: () => string) => renderWith(<Blocks blocks={blocks} language={language} signatures={signatures} />, { language });
const texts = (cells: readonly HTMLElement[]) => cells.map((cell) => cell.textContent);

describe("a filled text", () => {
  it("is drawn block by block, in its own language and direction whatever the page's is", async () => {
    const { container } = await renderWith(<Blocks blocks={ar} language="ar" order={3} signatures={() => "وقّعوا هنا"} />, { language: "en" });
    const text = container.querySelector("[lang]");
    expect(text).toHaveAttribute("lang", "ar");
    expect(text).toHaveAttribute("dir", "rtl");
    expect(screen.getByRole("heading", { name: "شروط هذا العرض", level: 3 })).toBeInTheDocument();
    expect(container.querySelectorAll("ol > li")).toHaveLength(3);
    expect(container.querySelector("ul")).toBeNull();
    expect(container).toHaveTextContent("رسم التسجيل غير قابل للاسترداد بعد قبول المقعد.");
  });

  it("keeps apart what was filled in, bold or not, and never reads it as anything else", async () => {
    const hostile = "<img src=x onerror=alert(1)> **no** {{name}} \u202eabc";
    const { container } = await draw([{ k: "para", c: ["Dear ", { b: ["Ms ", { f: hostile }] }, ", until ", { f: "6\u00a0December", w: true }, { br: true }, "."] }]);
    const [name, date] = [...container.querySelectorAll("bdi")];
    expect(name?.textContent).toBe(hostile);
    expect(name?.closest("strong")).not.toBeNull();
    expect(container.querySelector("img")).toBeNull();
    expect(name).not.toHaveAttribute("class");
    expect(date?.className).toMatch(/whole/);
    expect(container.querySelectorAll("p br")).toHaveLength(1);
  });

  it("breaks a day in two calendars between them, and nothing else that is whole", async () => {
    const day = "6\u00a0ديسمبر\u00a02026\u00a0(25\u00a0جمادى\u00a0الآخرة\u00a01448\u00a0هـ)";
    const { container } = await draw([{ k: "para", c: [{ f: day, w: true }, "، ثم ", { f: "ABQ (1)", w: false }] }], "ar");
    const parts = [...container.querySelectorAll("bdi > span")];
    expect(parts.map((part) => part.textContent)).toEqual(["6\u00a0ديسمبر\u00a02026", "(25\u00a0جمادى\u00a0الآخرة\u00a01448\u00a0هـ)"]);
    expect(parts.every((part) => part.className.includes("whole"))).toBe(true);
  });

  it("leads to the school's own website in a tab of its own, and nowhere else", async () => {
    const own = { ...school, schoolNameLogo: { ...school.schoolNameLogo, lic_website_url: "https://www.school.example" } };
    const runs = [{ f: "https://www.school.example" }, " and ", { f: "https://elsewhere.example" }, " and https://www.school.example"];
    await renderWith(
      <SchoolContext value={own}>
        <Blocks blocks={[{ k: "para", c: runs }]} language="en" />
      </SchoolContext>,
    );
    const link = screen.getByRole("link");
    expect(link).toHaveTextContent("https://www.school.example");
    expect([link.getAttribute("href"), link.getAttribute("target"), link.getAttribute("rel")]).toEqual(["https://www.school.example", "_blank", "noopener noreferrer"]);
  });

  it("has tables whose rows and columns have names, and figures at the right", async () => {
    await draw(en);
    const table = screen.getByRole("table");
    expect(texts(within(table).getAllByRole("columnheader"))).toEqual(["Fee", "KWD"]);
    const [, second] = within(table).getAllByRole("row");
    expect(within(second!).getByRole("rowheader")).toHaveTextContent("Registration fee");
    const figure = within(second!).getByRole("cell");
    expect([figure.textContent, figure.dataset["align"]]).toEqual(["100.000", "number"]);
    const foot = table.querySelector("tfoot")!;
    expect(within(foot).getByRole("rowheader")).toHaveTextContent("Total, KWD");
    expect(within(foot).getByRole("cell")).toHaveTextContent("1,473.225");
  });

  it("names a row by its first words, wherever they stand, and a column without words by none", async () => {
    const cols = [
      { head: [], lang: "en", align: "number" },
      { head: ["Fee"], lang: "en", align: "start" },
    ] as const;
    const { container } = await draw([{ k: "table", cols, rows: [[["1"], ["Books"]]], total: [] }]);
    expect(texts(screen.getAllByRole("columnheader"))).toEqual(["Fee"]);
    expect(texts(screen.getAllByRole("rowheader"))).toEqual(["Books"]);
    expect(container.querySelector("tfoot")).toBeNull();
  });

  it("lets the keyboard move a table that is wider than its place, and passes by any other", async () => {
    await draw(en);
    expect(screen.queryByRole("region")).toBeNull();
    vi.spyOn(Element.prototype, "scrollWidth", "get").mockReturnValue(900);
    await draw(en);
    expect(screen.getByRole("region", { name: "Table, can be scrolled sideways" })).toHaveAttribute("tabindex", "0");
  });

  it("has its signatures where it says so, else once at its end, and none where nobody signs", async () => {
    const signatures = vi.fn<() => string>(() => "Signed");
    const first = await draw([{ k: "signatures" }, { k: "break" }, { k: "para", c: ["After"] }], "en", signatures);
    expect(first.container.textContent).toMatch(/Signed.*After/s);
    expect(first.container.querySelector("hr")).not.toBeNull();
    expect(signatures).toHaveBeenCalledTimes(1);
    first.unmount();
    const second = await draw([{ k: "para", c: ["Before"] }], "en", signatures);
    expect(second.container.textContent).toMatch(/Before.*Signed/s);
    second.unmount();
    const third = await draw(en);
    expect(third.container).not.toHaveTextContent("Signed");
  });

  it("passes over a kind of block that it does not know", async () => {
    const { container } = await draw([{ k: "film" } as never, { k: "para", c: ["Text"] }]);
    expect(container).toHaveTextContent("Text");
  });
});

describe("a text in both languages", () => {
  it.each(["en", "ar"] as const)("stands side by side, English left, on a page in %s", async (language) => {
    const { container } = await renderWith(<PairedBlocks rows={both} signatures={() => "Signed"} />, { language });
    const headings = screen.getAllByRole("heading");
    expect(texts(headings)).toEqual(["What this offer depends on", "شروط هذا العرض"]);
    const pair = headings[0]?.closest("[lang]")?.parentElement;
    expect(pair?.closest("[dir]")).toHaveAttribute("dir", "ltr");
    expect(container).toContainElement(pair?.closest<HTMLElement>("[dir]") ?? null);
    const [left, right] = [...(pair?.children ?? [])];
    expect([left?.getAttribute("lang"), left?.getAttribute("dir"), right?.getAttribute("lang"), right?.getAttribute("dir")]).toEqual(["en", "ltr", "ar", "rtl"]);
    expect(container.textContent?.match(/Signed/g)).toHaveLength(1);
  });

  it("has one table with the figures once, its rows named in both", async () => {
    await renderWith(<PairedBlocks rows={both} />);
    expect(texts(screen.getAllByRole("columnheader"))).toEqual(["Fee", "KWD · د.ك", "الرسم"]);
    const row = screen.getAllByRole("row")[2]!;
    const names = within(row).getAllByRole("rowheader");
    expect(names.map((name) => [name.textContent, name.lang, name.dir])).toEqual([
      ["Tuition, first part", "en", "ltr"],
      ["الرسوم الدراسية، الدفعة الأولى", "ar", "rtl"],
    ]);
    expect(texts(within(row).getAllByRole("cell"))).toEqual(["1,250.500"]);
  });

  it("leaves empty the side that says nothing", async () => {
    const { container } = await renderWith(<PairedBlocks rows={[{ en: { k: "para", c: ["Only English"] }, ar: null }]} signatures={() => "Signed"} />);
    expect(container.querySelector('[lang="ar"]')?.textContent).toBe("");
    expect(container.textContent).toMatch(/Only English.*Signed/s);
  });
});

describe("a letter's whole text", () => {
  it.each([
    ["in one language", ar, "ar", ["ar"]],
    ["in both, side by side", both, "en", ["en", "ar"]],
    ["in both, one after the other", { en, ar }, "ar", ["en", "ar"]],
    ["without a block", [], "ar", ["ar"]],
  ] as const)("is drawn %s, and signed once", async (_how, body, language, languages) => {
    const { container } = await renderWith(<BodyBlocks body={body} language={language} order={4} signatures={() => "Signed"} />);
    const drawn = [...container.querySelectorAll("div[lang]")].filter((text) => text.textContent !== "");
    expect([...new Set(drawn.map((text) => text.getAttribute("lang")))]).toEqual(languages);
    expect(screen.queryAllByRole("heading", { level: 4 })).toHaveLength(body === both || "en" in body ? 2 : body.length > 0 ? 1 : 0);
    expect(container.textContent?.match(/Signed/g)).toHaveLength(1);
  });
});
