import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { boldParts } from "@/ui/legal/LegalBlocks";
import { LegalDialog } from "@/ui/legal/LegalDialog";
import { inserted, wrapped } from "./desk/insert";
import type { MessageEntry } from "./desk/wordsApi";
import { asKind, lacking, standardBlocks, withWords } from "./legal/blocks";
import { LegalRoom } from "./legal/LegalRoom";
import { undressed } from "@/ui/MailFrame";
import { MessagesRoom } from "./messages/MessagesRoom";
import { insertion, joined, linesBefore, missing, partsOf, unknown } from "./messages/parts";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

describe("typing beside a field", () => {
  it("puts a name where the caret is, and stars around what is selected or away from it", () => {
    expect(inserted("Dear , welcome", { from: 5, to: 5 }, "{{name}}")).toEqual({ value: "Dear {{name}}, welcome", from: 13, to: 13 });
    expect(inserted("a", null, "b").value).toBe("ab");
    const bold = wrapped("the school decides", { from: 4, to: 10 }, "**");
    expect(bold).toEqual({ value: "the **school** decides", from: 6, to: 12 });
    expect(wrapped(bold.value, bold, "**").value).toBe("the school decides");
    expect(wrapped("**x**", { from: 0, to: 5 }, "**").value).toBe("x");
  });
});

describe("legal blocks", () => {
  it("begin as our own text, keep their words in another kind, and tell what a language lacks", () => {
    const blocks = standardBlocks({ "terms.1.heading": "One", "terms.1.text": "<b>All</b> of it", "terms.2.text": "Two", "privacy.1.text": "No" }, "terms");
    expect(blocks).toEqual([{ kind: "heading", text: "One" }, { kind: "paragraph", text: "**All** of it" }, { kind: "paragraph", text: "Two" }]);
    expect(asKind({ kind: "paragraph", text: "a\n\nb" }, "list")).toEqual({ kind: "list", items: ["a", "b"] });
    expect(asKind({ kind: "list", items: ["a", "b"] }, "note")).toEqual({ kind: "note", text: "a\nb" });
    expect(asKind({ kind: "note", text: "" }, "list")).toEqual({ kind: "list", items: [""] });
    expect(withWords({ kind: "list", items: [] }, "a\nb")).toEqual({ kind: "list", items: ["a", "b"] });
    expect(lacking({ en: blocks, ar: [] })).toEqual({ language: "ar", fewer: 3, none: true });
    expect(lacking({ en: blocks, ar: blocks })).toBeNull();
  });

  it("are begun from the standard, written, made bold, ordered, removed, and given back", async () => {
    const { edits } = desk();
    const { user, desk: held } = await open(<LegalRoom />);
    const now = () => held.read("texts/terms.json") as { en: { kind: string; text: string }[]; ar: unknown[] } | undefined;
    await user.click(await screen.findByRole("button", { name: "Start from the standard text" }));
    expect(await screen.findByDisplayValue("What this service is")).toBeVisible();
    expect(now()?.ar).toHaveLength(10);
    const field = screen.getByRole("textbox", { name: "Block 1: text" });
    await user.click(field);
    await user.keyboard("{Control>}a{/Control}{Control>}b{/Control}");
    expect(now()?.en[0]?.text).toBe("**What this service is**");
    await user.click(screen.getByRole("button", { name: "Block 2: up" }));
    expect(now()?.en.slice(0, 2).map(({ kind }) => kind)).toEqual(["paragraph", "heading"]);
    expect(screen.getByRole("button", { name: "Block 1: down" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "Block 1: remove" }));
    expect(screen.getByText("English has 1 block fewer. Does it say the same?")).toBeVisible();
    await user.click(within(screen.getByRole("group", { name: "Add at the end" })).getByRole("button", { name: "Note" }));
    await waitFor(() => expect(screen.getByRole("textbox", { name: "Block 10: text" })).toHaveFocus());
    expect(screen.getByText("Write something, or remove this block.")).toBeVisible();
    await user.keyboard("Ask us at ");
    await user.click(within(screen.getByRole("group", { name: "Block 10: insert" })).getByRole("button", { name: "E-mail address" }));
    expect(now()?.en.at(-1)).toEqual({ kind: "note", text: "Ask us at {{mail}}" });
    await waitFor(() => expect(edits()).toMatchObject([{ file: "texts/terms.json", pointer: "" }]));
    await user.click(screen.getByRole("button", { name: "Back to our standard text" }));
    expect(now()).toBeUndefined();
    await waitFor(() => expect(edits()).toEqual([]));
  });
});

describe("the legal dialog", () => {
  const answer = (terms: unknown) => stubServer({ "GET /common/legal": () => ({ terms, privacy: null }) });
  it("shows the school's own blocks as plain words, and ours where it has none", async () => {
    answer([{ kind: "heading", text: "House rules" }, { kind: "paragraph", text: "Be **kind** <i>always</i>" }, { kind: "list", items: ["one", "two"] }, { kind: "note", text: "Ask" }]);
    const { unmount } = await renderWith(<LegalDialog which="terms" open onClose={() => {}} />);
    expect(await screen.findByRole("heading", { name: "House rules" })).toBeVisible();
    expect(screen.getByText("kind").tagName).toBe("STRONG");
    expect(screen.getByText(/<i>always<\/i>/)).toBeVisible();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    unmount();
    answer(null);
    await renderWith(<LegalDialog which="terms" open onClose={() => {}} />);
    expect(await screen.findByRole("heading", { name: "What this service is" })).toBeVisible();
  });

  it.each(["college", "company"] as const)("speaks of no child at a %s", async (kind_of_institution) => {
    answer(null);
    await renderWith(<SchoolContext value={{ ...school, kind_of_institution }}><LegalDialog which="privacy" open onClose={() => {}} /></SchoolContext>);
    expect(await screen.findByText(/correct or delete what (it keeps|is kept) about you\.$/)).toBeVisible();
    expect(screen.queryByText(/your child/)).toBeNull();
  });

  it("takes stars in pairs", () => {
    expect(boldParts("a **b** c **d")).toEqual([{ text: "a ", bold: false }, { text: "b", bold: true }, { text: " c **d", bold: false }]);
  });
});

const standard = "Subject: Your code · {{ school }}\n\n{{ greeting }}\n\n{{ code }}\n";
const code: MessageEntry = {
  name: "code",
  channels: ["mail", "sms"],
  fields: [{ name: "code", needed: true }, { name: "name", needed: false }],
  texts: (["mail", "sms"] as const).flatMap((channel) =>
    (["en", "ar"] as const).map((locale) => ({ channel, locale, file: `${channel}/code.${locale}.txt`, standard: channel === "mail" ? standard : "{{ school }}: {{ code }}", own: null })),
  ),
};

describe("messages", () => {
  it("are taken apart and put together, and know what they cannot be without", () => {
    expect(partsOf(standard, "mail")).toEqual({ subject: "Your code · {{ school }}", body: "{{ greeting }}\n\n{{ code }}\n" });
    expect(joined(partsOf(standard, "mail"))).toBe(standard);
    expect(partsOf("{% if a %}Subject: x{% endif %}", "mail").subject).toBeNull();
    expect(partsOf("Subject: no", "sms")).toEqual({ subject: null, body: "Subject: no" });
    expect(missing("{{ tracking_code }}", code.fields)).toEqual(["code"]);
    expect(missing('{% if x == "code" %}', code.fields)).toEqual(["code"]);
    expect(missing("{{code}}", code.fields)).toEqual([]);
    expect(missing("{% if code == 1 %}", code.fields)).toEqual([]);
    expect(unknown("{{ code }} {{nothing}} {{ school }}", code.fields)).toEqual(["nothing"]);
    expect(code.fields.map(insertion)).toEqual(["{{ code }}", "{% if name %}{{ name }}{% endif %}"]);
    expect(insertion({ name: "school", needed: false })).toBe("{{ school }}");
    expect(linesBefore(standard, partsOf(standard, "mail").body)).toBe(2);
  });

  it("are shown without scripts and without styles that the page's policy refuses", () => {
    const html = undressed('<style>p{color:red}</style><script>alert(1)</script><p style="margin:0" dir="ltr">a style= b</p><img src="https://x/y.png">');
    expect(html).toBe('<template data-sheet>p{color:red}</template><p data-worn="margin:0" dir="ltr">a style= b</p><img data-src="https://x/y.png">');
  });

  it("stand by whom they are for, families first, with the confirmation and where each form's texts are edited", async () => {
    const named = (name: string) => ({ ...code, name });
    const file = { name: { en: "Abq", ar: "عبق" }, forms: { form: { plugin: "abq" }, visit: {}, gone: null } };
    desk({
      more: {
        "GET /settings/messages": () => ({ items: ["code", "tasks_due", "from_school"].map(named) }),
        "GET /settings/file": () => ({ file: "school.yaml", base: file, published: file, draft: file }),
      },
    });
    await open(<MessagesRoom />);
    await screen.findByRole("heading", { level: 2, name: "To families" });
    expect(screen.getAllByRole("heading", { level: 2 }).map((head) => head.textContent)).toEqual(["To families", "To colleagues", "Accounts and security"]);
    const families = within(screen.getByRole("list", { name: "To families" }));
    expect(families.getByRole("heading", { name: "Confirmation of what a family sent" })).toBeVisible();
    expect(families.getByRole("button", { name: /Message from the school/ })).toBeVisible();
    expect(families.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/settings/forms/form?view=words", "/settings/forms/visit"]);
    expect(within(screen.getByRole("list", { name: "To colleagues" })).getByRole("button", { name: /Tasks of the day/ })).toBeVisible();
    expect(within(screen.getByRole("list", { name: "Accounts and security" })).getByRole("button", { name: /Code for signing in/ })).toBeVisible();
  });

  it("tell at once what is needed, show how they read, and go back to ours", async () => {
    const asked: { text: string; channel: string }[] = [];
    const { sent } = desk({
      more: {
        "GET /settings/messages": () => ({ items: [code] }),
        "POST /settings/messages/preview": (body) => {
          asked.push(body as (typeof asked)[number]);
          const { text } = body as { text: string };
          return text.includes("{% if") ? { status: 422, body: { messageId: "S001", errors: [{ path: "/text", code: "badTemplate", params: { line: 3, message: "unexpected end" }, severity: "error" }] } } : { message: { subject: "Your code", text: "t", html: "<p>Dear Noor</p>" } };
        },
      },
    });
    const { user } = await open(<MessagesRoom />);
    await user.click(await screen.findByRole("button", { name: /Code for signing in/ }));
    const body = await screen.findByRole("textbox", { name: "Text" });
    const frame = await screen.findByTitle<HTMLIFrameElement>("The e-mail as it arrives");
    expect(frame.getAttribute("sandbox")).toBe("allow-same-origin");
    fireEvent.change(body, { target: { value: "Hello" } });
    expect(await screen.findByText(/The message needs Code/)).toBeVisible();
    const fields = screen.getByRole("group", { name: "Insert" });
    expect(within(fields).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["CodeThe code to type in. required", "Person's nameThe name of whoever gets the message, where it is known. "]);
    await user.click(within(fields).getByRole("button", { name: "Code" }));
    expect(screen.queryByText(/The message needs/)).toBeNull();
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "mail/code.en.txt", pointer: "" }] }));
    expect(screen.getByText("1 text of the school's own")).toBeVisible();
    fireEvent.change(screen.getByRole("textbox", { name: "Text" }), { target: { value: "{{ code }} {% if" } });
    expect(await screen.findByText("Line 1:")).toBeVisible();
    // Beside what is written, in plain words first: what the server says is for whoever it helps.
    const reason = screen.getByRole("alert");
    expect(screen.getByRole("region", { name: "As it arrives" })).not.toContainElement(reason);
    expect(reason).toHaveTextContent(/This text cannot be filled in\. ?A text can contain words/);
    expect(within(reason).getByText("unexpected end")).toHaveAttribute("dir", "ltr");
    await user.click(screen.getByRole("button", { name: "Back to the standard text" }));
    expect(screen.getByRole("textbox", { name: "Subject" })).toHaveValue("Your code · {{ school }}");
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ edits: [{ file: "mail/code.en.txt", pointer: "", reset: true }] }));
    await user.click(screen.getByText("SMS", { selector: "span, label" }));
    await waitFor(() => expect(asked.at(-1)?.channel).toBe("sms"));
    expect(screen.queryByRole("textbox", { name: "Subject" })).toBeNull();
  });
});
