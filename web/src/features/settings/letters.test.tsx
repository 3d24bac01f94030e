import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { asKind, isEmpty, newBlock, withColumns, withWords, type TableBlock } from "./legal/blocks";
import { codeOf, freeCode, isCode, isLetter, isUnfinished, newLetter, percentOf, type Letter } from "./letters/letters";
import { LettersRoom } from "./letters/LettersRoom";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const text = (en: string, ar: string) => ({ en, ar });
const offer: Letter = {
  kind: "offer", title: text("Offer of a place", "عرض مقعد"), subject: text("A place", "مقعد"), facts: ["grade"], languages: "both",
  body: { en: [{ kind: "paragraph", text: "Dear family" }], ar: [{ kind: "paragraph", text: "الأسرة الكريمة" }] },
  signers: [{ role: "guardian1", order: 1 }],
};
const acceptance: Letter = { ...offer, kind: "acceptance" };
const field = (name: string, en: string, ar: string, sample: string, more: object = {}) => ({ name, kind: "words", label: text(en, ar), sample: text(sample, sample), code: null, entries: [], ...more });
const fields = [
  field("child_name", "Child", "الطفل", "Fatima"), field("guardian_name", "Guardian", "ولي الأمر", "Khalid"), field("grade", "Grade", "الصف", "Grade 4", { code: "grade_4" }),
  field("school", "School", "المدرسة", "Abq"), field("mail", "E-mail", "البريد", "a@b"), field("website", "Website", "الموقع", "w"), field("reference", "Reference", "المرجع", "1"),
  field("fees", "Fees", "الرسوم", "", { kind: "list", entries: [field("fee", "Fee", "الرسم", "Tuition"), field("amount", "Amount", "المبلغ", "1,250.000")] }),
];
const page = { title: offer.title, subject: offer.subject, languages: "both", facts: [{ en: ["Grade", "Grade 4"], ar: ["الصف", "الصف الرابع"] }], body: [{ en: { k: "para", c: ["Dear family"] }, ar: { k: "para", c: ["الأسرة الكريمة"] } }], signers: [{ role: "guardian1", name: "Khalid" }] };
const kinds = ["offer", "conditional_offer", "acceptance", "financial_request", "consent", "plain"].map((kind) => ({ kind, fields }));

/** A school with one letter. */
const withOffer = (more: object = {}) =>
  desk({
    more: {
      "GET /settings/letters": () => ({ items: [], kinds }),
      "GET /settings/files": () => ({ items: [{ file: "letters/offer.json", in_base: true, changed: false, drafted: false }] }),
      "GET /settings/file": (_body: unknown, url: URL) => {
        const file = url.searchParams.get("file") ?? "";
        const value = file === "letters/offer.json" ? offer : null;
        return { file, base: value, published: value, draft: value };
      },
      "POST /settings/letters/offer/page": () => ({ page }),
      "POST /settings/letters/offer/show": () => ({ address: "/api/v1/oa/common/shown-letters/x" }),
      ...more,
    },
  });
const at = (path = "") => ({ route: "/settings/:section/*", path: `/settings/letters${path}` });

describe("a block of a letter", () => {
  it("keeps its condition as another kind, and its words where that has some", () => {
    const when = { field: "stream", is: "filled" as const };
    expect(asKind({ kind: "paragraph", text: "a\nb", when }, "list")).toEqual({ kind: "list", items: ["a", "b"], when });
    expect(asKind({ kind: "paragraph", text: "a", when }, "break")).toEqual({ kind: "break", when });
    expect(asKind({ kind: "signatures" }, "note")).toEqual({ kind: "note", text: "" });
    expect(withWords({ kind: "list", items: ["a"], ordered: true }, "b")).toEqual({ kind: "list", items: ["b"], ordered: true });
    expect([isEmpty({ kind: "break" }), isEmpty(newBlock("table")), isEmpty(newBlock("note"))]).toEqual([false, false, true]);
  });

  it("has a cell in every row for every column", () => {
    const table: TableBlock = { kind: "table", columns: [{ head: "a" }, { head: "b" }], rows: [["1", "2"]], total: ["3", "4"] };
    expect(withColumns(table, [...table.columns, { head: "" }], null)).toMatchObject({ rows: [["1", "2", ""]], total: ["3", "4", ""] });
    expect(withColumns(table, [{ head: "b" }], 0)).toEqual({ kind: "table", columns: [{ head: "b" }], rows: [["2"]], total: ["4"] });
  });
});

describe("a template", () => {
  it("is named by its file, begins with what its kind needs, and says what it lacks", () => {
    expect([codeOf("letters/offer.json"), codeOf("texts/terms.json"), isCode("offer_2"), isCode("2offer"), freeCode("offer", ["offer"])]).toEqual(["offer", null, true, false, "offer_2"]);
    const words = { greeting: "Dear {{guardian_name}},", fee: "Fee", condition: "Condition", due: "By", document: "Document" };
    const begun = newLetter("conditional_offer", { en: words, ar: words });
    expect(begun.body.en.map(({ kind }) => kind)).toEqual(["paragraph", "table", "table", "signatures"]);
    expect([begun.conditions?.length, isUnfinished(begun), isUnfinished(offer), isLetter(begun), isLetter({ kind: "poem" })]).toEqual([1, true, false, true, false]);
    expect(newLetter("plain", { en: words, ar: words }).signers).toEqual([]);
    expect(percentOf({ code: "x", title: text("", ""), instalments: [{ percent: 60, due: "on_acceptance" }, { amount: "5", due: { months: 1 } }, { percent: 40, due: "2027-09-01" }] })).toBe(100);
  });
});

describe("the letters of a school", () => {
  it("are listed with what they are, and a new one begins from its kind", async () => {
    const { edits } = withOffer();
    const { user, router } = await open(<LettersRoom />, at());
    const list = await screen.findByRole("list", { name: "Letters of the school" });
    expect(await within(list).findByRole("link", { name: "Offer of a place" })).toHaveAttribute("href", "/settings/letters/offer");
    expect(within(list).getByText("1 signature")).toBeVisible();
    await user.click(screen.getByRole("button", { name: "New letter" }));
    const dialog = await screen.findByRole("dialog", { name: "A new letter" });
    expect(within(dialog).getByRole("textbox", { name: /^Name in lists/ })).toHaveValue("offer_2");
    await user.selectOptions(within(dialog).getByRole("combobox", { name: /^What it is for/ }), "consent");
    await user.click(within(dialog).getByRole("button", { name: "Begin the letter" }));
    await waitFor(() => expect(router.state.location.pathname).toBe("/settings/letters/consent"));
    await waitFor(() => expect(edits()).toMatchObject([{ file: "letters/consent.json", value: { kind: "consent", signers: [{ role: "guardian1", order: 1 }] } }]));
  });

  it("say whether the mail has their words, and from which age a student signs", async () => {
    const plain: Letter = { ...offer, kind: "plain", signers: [{ role: "school", order: 1 }] };
    withOffer({ "GET /settings/file": () => ({ file: "letters/offer.json", base: plain, published: plain, draft: plain }) });
    const { user, desk: held } = await open(<LettersRoom />, at("/offer"));
    const now = () => held.read("letters/offer.json") as Letter;
    const mail = await screen.findByRole("combobox", { name: /^Its e-mail/ });
    expect(mail).toHaveValue("link");
    await user.selectOptions(mail, "text");
    expect(now().mail).toBe("text");
    await user.click(screen.getByRole("switch", { name: "Student, where of age" }));
    const age = screen.getByRole("combobox", { name: "The student signs from the age of" });
    expect(age).toHaveValue("18");
    await user.selectOptions(age, "21");
    expect(now().signers).toContainEqual({ role: "student", order: 2, age: 21 });
  });

  it("are written with tables, conditions and fields picked by name", async () => {
    withOffer();
    const { user, desk: held } = await open(<LettersRoom />, at("/offer"));
    const now = () => held.read("letters/offer.json") as Letter;
    await screen.findByRole("heading", { level: 1, name: "Offer of a place" });
    const adds = await screen.findByRole("group", { name: "Add at the end" });
    await user.click(within(adds).getByRole("button", { name: "Table" }));
    const table = screen.getByRole("listitem", { name: "Block 2" });
    await user.selectOptions(within(table).getByRole("combobox", { name: "Rows" }), "fees");
    await user.click(within(table).getByRole("textbox", { name: "Row 1, column 1" }));
    await user.selectOptions(within(table).getByRole("combobox", { name: "Block 2: insert" }), "{{fee}}");
    await user.click(within(table).getByRole("switch", { name: "Last row that stands out" }));
    await user.selectOptions(within(table).getByRole("combobox", { name: "It stands" }), "grade");
    await user.selectOptions(within(table).getByRole("combobox", { name: "only if it" }), "codes");
    expect(now().body.en[1]).toEqual({ kind: "table", columns: [{ head: "" }, { head: "", number: true }], each: "fees", rows: [["{{fee}}", ""]], total: ["", ""], when: { field: "grade", is: ["grade_4"] } });
    await user.click(screen.getByRole("switch", { name: "Second guardian" }));
    expect(now().signers).toEqual([{ role: "guardian1", order: 1 }, { role: "guardian2", order: 2 }]);
    await user.click(screen.getByRole("checkbox", { name: "Reference" }));
    expect(now().facts).toEqual(["grade", "reference"]);
    fireEvent.change(screen.getByLabelText("Title (Arabic)"), { target: { value: "" } });
    expect(screen.getByLabelText("Title (Arabic)")).toBeInvalid();
  });

  it.each([
    ["en", "Page and paper", "The page that families open", "The paper that they keep"],
    ["ar", "الصفحة والورقة", "الصفحة التي تفتحها الأسر", "الورقة التي تحتفظ بها"],
  ] as const)("are seen as page and as paper (%s)", async (language, see, shown, paper) => {
    withOffer();
    const { user } = await open(<LettersRoom />, { ...at("/offer"), language });
    await user.click(await screen.findByRole("radio", { name: see }));
    const seen = await screen.findByRole("region", { name: shown });
    expect(await within(seen).findByText("الأسرة الكريمة")).toBeVisible();
    expect(within(seen).getByText("Khalid")).toBeVisible();
    expect(await screen.findByTitle(paper)).toHaveAttribute("src", "/api/v1/oa/common/shown-letters/x");
  });

  it.each([
    ["en", "The letter asks for a deposit", "How much", "Percentage of the fees", "Amount in OMR", "Days to pay and to sign"],
    ["ar", "يطلب الخطاب عربونًا", "المقدار", "نسبة من الرسوم", "مبلغ بعملة OMR", "أيام السداد والتوقيع"],
  ] as const)("ask for a deposit where they are acceptances (%s)", async (language, asked, by, percent, amount, days) => {
    withOffer({ "GET /settings/file": (_body: unknown, url: URL) => ({ file: url.searchParams.get("file"), base: acceptance, published: acceptance, draft: acceptance }) });
    const { user, desk: held } = await open(<LettersRoom />, { ...at("/offer"), language });
    const now = () => held.read("letters/offer.json") as Letter;
    await user.click(await screen.findByRole("switch", { name: asked }));
    expect(now().deposit).toEqual({ percent: 10, days: 14 });
    fireEvent.change(screen.getByRole("textbox", { name: percent }), { target: { value: "25" } });
    fireEvent.change(screen.getByRole("textbox", { name: days }), { target: { value: "7" } });
    expect(now().deposit).toEqual({ percent: 25, days: 7 });
    await user.selectOptions(screen.getByRole("combobox", { name: by }), "amount");
    fireEvent.change(screen.getByRole("textbox", { name: amount }), { target: { value: "200.000" } });
    expect(now().deposit).toEqual({ amount: "200.000", days: 7 });
    await user.click(screen.getByRole("switch", { name: asked }));
    expect(JSON.parse(JSON.stringify(now()))).not.toHaveProperty("deposit");
  });

  it.each([
    ["en", "Parts of the letter", ["What it is", "What it says", "Payment plans", "Deposit", "Signatures"]],
    ["ar", "أجزاء الخطاب", ["بيانات الخطاب", "نص الخطاب", "خطط السداد", "العربون", "التوقيعات"]],
  ] as const)("have their parts in a list that leads there, the keyboard too (%s)", async (language, name, titles) => {
    withOffer({ "GET /settings/file": (_body: unknown, url: URL) => ({ file: url.searchParams.get("file"), base: acceptance, published: acceptance, draft: acceptance }) });
    const { user } = await open(<LettersRoom />, { ...at("/offer"), language });
    const parts = within(await screen.findByRole("navigation", { name }));
    // Beside the letter, and folded above it: one of the two shows.
    expect(parts.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([...titles, ...titles]);
    const [, , plans] = parts.getAllByRole("link");
    plans?.focus();
    await user.keyboard("{Enter}");
    expect(within(document.activeElement as HTMLElement).getByRole("heading", { name: titles[2], level: 2 })).toBeVisible();
    expect(location.hash).toBe("");
  });

  it.each(["en", "ar"] as const)("have their headings in that list, and blocks that fold (%s)", async (language) => {
    const paragraph = (words: string) => ({ kind: "paragraph" as const, text: words });
    const written = (heading: string) => [...Array.from({ length: 6 }, (_, n) => paragraph(`${heading} ${n}`)), { kind: "heading" as const, text: heading }, { kind: "heading" as const, text: " " }];
    const long = { ...acceptance, body: { en: written("Fees"), ar: written("الرسوم") } };
    withOffer({ "GET /settings/file": (_body: unknown, url: URL) => ({ file: url.searchParams.get("file"), base: long, published: long, draft: long }) });
    const { user } = await open(<LettersRoom />, { ...at("/offer"), language });
    const [heading, fold, unfold] = language === "en" ? ["Fees", "Fold the blocks", "Unfold the blocks"] : ["الرسوم", "طيّ الفقرات", "بسط الفقرات"];
    const [link] = await screen.findAllByRole("link", { name: heading });
    await user.click(link!);
    expect(within(document.activeElement as HTMLElement).getByRole("textbox")).toHaveValue(heading);
    await user.click(screen.getByRole("button", { name: fold }));
    expect(screen.queryByDisplayValue(`${heading} 2`)).toBeNull();
    await user.click(screen.getByRole("button", { name: `${heading} 2` }));
    expect(screen.getByDisplayValue(`${heading} 2`)).toBeVisible();
    expect(screen.getByRole("button", { name: `${heading} 3` })).toBeVisible();
    await user.click(screen.getByRole("button", { name: unfold }));
    expect(screen.getByDisplayValue(`${heading} 3`)).toBeVisible();
  });

  it("say what keeps them from being seen", async () => {
    const refused = (code: string, params: object) => () => ({ status: 422, body: { success: false, messageId: code === "uncovered" ? "L020" : "S001", errors: [{ path: "/body", code, params, severity: "error" }] } });
    withOffer({ "POST /settings/letters/offer/show": refused("uncovered", { characters: "🎓" }) });
    const { user } = await open(<LettersRoom />, at("/offer"));
    await user.click(await screen.findByRole("radio", { name: "Page and paper" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("🎓");
  });

  it("are read by whoever may not change them, and a page of none leads back", async () => {
    desk({ settings: { locked: ["letters/"] }, more: { "GET /settings/letters": () => ({ items: [], kinds }) } });
    await open(<LettersRoom />, { ...at("/nothing"), language: "ar" });
    expect(await screen.findByRole("heading", { level: 1, name: "هذا الخطاب غير موجود" })).toBeVisible();
    expect(screen.getByRole("link", { name: "كل الخطابات" })).toHaveAttribute("href", "/settings/letters");
  });
});
