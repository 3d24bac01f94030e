import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { renderWith } from "@/test/render";
import { resolveSchema } from "./conditions";
import type { UploadPort } from "./context";
import type { FormDocument, FormSettings, Issue, SchemaNode, UiNode, Values } from "./model";
import { SchemaForm } from "./SchemaForm";

// Typing letter by letter takes its time on a machine that does other work.
configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

const settings: FormSettings = { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" };

interface Setup {
  properties: Record<string, SchemaNode>;
  required?: string[];
  ui?: Record<string, UiNode>;
  allOf?: SchemaNode[];
  values?: Values;
  issues?: Issue[];
  uploads?: UploadPort;
  settings?: FormSettings;
}

/** Draws a form of one step; `latest` gives the answers as they are now. */
async function draw({ properties, required = [], ui = {}, allOf = [], values = {}, issues = [], uploads, settings: own = settings }: Setup) {
  const fields = [...Object.keys(properties), ...allOf.flatMap((clause) => Object.keys(clause.then?.properties ?? {}))];
  const document: FormDocument = {
    title: "Form",
    steps: [{ id: "one", title: "One", fields }],
    schema: { type: "object", properties, required, allOf },
    ui,
    messages: {},
  };
  const changes = vi.fn<(values: Values) => void>();
  function Page() {
    const [answers, setAnswers] = useState(values);
    return (
      <SchemaForm
        document={document}
        resolved={resolveSchema(document.schema, answers)}
        step={document.steps[0]!}
        values={answers}
        onChange={(next) => {
          changes(next);
          setAnswers(next);
        }}
        onLeave={() => {}}
        issues={issues}
        settings={own}
        uploads={uploads ?? null}
      />
    );
  }
  await renderWith(<Page />, { language: own.language });
  return { latest: () => JSON.parse(JSON.stringify(changes.mock.lastCall?.[0] ?? values)) as Values, changes, user: userEvent.setup() };
}

describe("a step of a form", () => {
  it("answers nothing in the family's name", async () => {
    const { changes } = await draw({
      properties: {
        boy: { title: "Boy or girl", oneOf: [{ const: "b", title: "Boy" }, { const: "g", title: "Girl" }] },
        abroad: { type: "boolean", title: "Abroad?" },
        agree: { type: "boolean", title: "I agree", const: true },
      },
      required: ["boy", "abroad", "agree"],
      ui: { boy: { "ui:widget": "radio" } },
    });
    expect(changes).not.toHaveBeenCalled();
    for (const radio of screen.getAllByRole("radio")) expect(radio).not.toBeChecked();
    expect(screen.getByRole("checkbox", { name: "I agree" })).not.toBeChecked();
  });

  it("ties label, help and error to the input, and marks what is optional", async () => {
    await draw({
      properties: { name: { type: "string", title: "Name" }, nick: { type: "string", title: "Nickname" } },
      required: ["name"],
      ui: { name: { "ui:help": "As in the passport." } },
      issues: [
        { path: "/name", code: "required", params: {}, severity: "error" },
        { path: "/nick", code: "maxLength", params: { limit: 3 }, severity: "warning" },
      ],
    });
    const name = screen.getByRole("textbox", { name: "Name" });
    expect(name).toBeInvalid();
    expect(name).toHaveAccessibleDescription("As in the passport. Error: Write the name.");
    const nick = screen.getByRole("textbox", { name: "Nickname (optional)" });
    expect(nick).not.toBeInvalid();
    expect(nick).toHaveAccessibleDescription("Please note: Please shorten this to 3 characters.");
  });

  it("shows a conditional field where its step lists it", async () => {
    const { user, latest } = await draw({
      properties: { abroad: { type: "boolean", title: "Abroad?" } },
      allOf: [{ if: { properties: { abroad: { const: true } }, required: ["abroad"] }, then: { properties: { where: { type: "string", title: "Where?" } } } }],
    });
    expect(screen.queryByLabelText(/Where/)).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    await user.type(screen.getByLabelText(/Where/), "Doha");
    expect(latest()).toEqual({ abroad: true, where: "Doha" });
  });

  it("stores Western digits, whatever was typed", async () => {
    const { user, latest } = await draw({
      properties: {
        dob: { type: "string", title: "Born", format: "date" },
        fee: { type: "integer", title: "Fee", "x-money": "OMR" },
        size: { type: "integer", title: "Size" },
        id: { type: "string", title: "Card", format: "emirates-id" },
        iban: { type: "string", title: "IBAN", format: "iban" },
        tel: { type: "string", title: "Phone", format: "phone" },
      },
      required: ["dob", "fee", "size", "id", "iban", "tel"],
    });
    await user.type(screen.getByRole("textbox", { name: "Born" }), "٥ مارس ٢٠١٨");
    await user.type(screen.getByRole("textbox", { name: "Fee" }), "١٤٨٧٫١٢٥");
    await user.type(screen.getByRole("textbox", { name: "Size" }), "١٢");
    await user.type(screen.getByRole("textbox", { name: "Card" }), "٧٨٤-١٩٨٥-١٢٣٤٥٦٧-٣");
    await user.type(screen.getByRole("textbox", { name: "IBAN" }), "om28 0010 ٠000 0123 4567 890");
    await user.type(screen.getByRole("textbox", { name: "Phone" }), "٠٩٢٣٤٥٦٧٨");
    await user.tab();
    expect(latest()).toEqual({
      dob: "2018-03-05", fee: 1_487_125, size: 12, id: "784198512345673", iban: "OM280010000001234567890", tel: "+96892345678",
    });
    expect(screen.getByRole("textbox", { name: "Born" })).toHaveValue("05-Mar-2018");
    expect(screen.getByRole("textbox", { name: "IBAN" })).toHaveValue("OM28 0010 0000 0123 4567 890");
  });

  it("keeps what is no date and no number, so that the check can say so", async () => {
    const { user, latest } = await draw({
      properties: { dob: { type: "string", title: "Born", format: "date" }, size: { type: "integer", title: "Size" } },
      required: ["dob", "size"],
    });
    await user.type(screen.getByRole("textbox", { name: "Born" }), "31/2/2020");
    await user.type(screen.getByRole("textbox", { name: "Size" }), "many");
    await user.tab();
    expect(latest()).toEqual({ dob: "31/2/2020", size: "many" });
  });

  it("keeps the types of choices, and ticks in the list's order", async () => {
    const { user, latest } = await draw({
      properties: {
        grade: { title: "Grade", oneOf: [{ const: 1, title: "One" }, { const: 2, title: "Two" }] },
        days: { type: "array", title: "Days", uniqueItems: true, items: { oneOf: [{ const: "mon", title: "Monday" }, { const: "tue", title: "Tuesday" }] } },
      },
      required: ["grade", "days"],
    });
    await user.selectOptions(screen.getByRole("combobox", { name: "Grade" }), "Two");
    await user.click(screen.getByRole("checkbox", { name: "Tuesday" }));
    await user.click(screen.getByRole("checkbox", { name: "Monday" }));
    expect(latest()).toEqual({ grade: 2, days: ["mon", "tue"] });
    await user.selectOptions(screen.getByRole("combobox", { name: "Grade" }), "");
    expect(latest()).not.toHaveProperty("grade");
  });

  it("adds, moves and removes the items of a group, up to its limit", async () => {
    const { user, latest } = await draw({
      properties: {
        kids: { type: "array", title: "Children", maxItems: 2, items: { type: "object", properties: { name: { type: "string", title: "Name" } }, required: ["name"] } },
      },
      ui: { kids: { "x-add": "Add a child", "x-item": "Child {{n}}" } },
    });
    await user.click(screen.getByRole("button", { name: "Add a child" }));
    await user.type(within(screen.getByRole("region", { name: "Child 1" })).getByLabelText("Name"), "Sara");
    await user.click(screen.getByRole("button", { name: "Add a child" }));
    expect(screen.queryByRole("button", { name: "Add a child" })).toBeNull();
    await user.type(within(screen.getByRole("region", { name: "Child 2" })).getByLabelText("Name"), "Omar");
    await user.click(screen.getByRole("button", { name: "Move up: Child 2" }));
    expect(latest()).toEqual({ kids: [{ name: "Omar" }, { name: "Sara" }] });
    await user.click(screen.getByRole("button", { name: "Remove: Child 1" }));
    expect(latest()).toEqual({ kids: [{ name: "Sara" }] });
    expect(screen.getByLabelText("Name")).toHaveValue("Sara");
  });

  it("names the files that are more than a field takes, and drops what was refused once a single file is there", async () => {
    let count = 0;
    const sent: string[] = [];
    const uploads: UploadPort = {
      files: [],
      send: (field, file) => {
        sent.push(file.name);
        return { done: Promise.resolve({ upload_id: `u${count++}`, field, name: file.name, bytes: 3, media_type: "application/pdf" }), cancel: () => {} };
      },
    };
    const rule = { tier: "5mb" as const, kinds: ["pdf" as const] };
    const { latest, user } = await draw({
      properties: {
        docs: { type: "array", title: "Papers", maxItems: 3, items: { type: "string", format: "upload", "x-upload": rule } },
        doc: { type: "string", title: "Passport", format: "upload", "x-upload": rule },
      },
      uploads,
    });
    const pdf = (name: string) => new File(["x"], name, { type: "application/pdf" });
    const papers = await screen.findByRole("group", { name: /Papers/ });
    await user.upload(papers.querySelector("input")!, ["a.pdf", "b.pdf", "c.pdf", "d.pdf", "e.pdf"].map(pdf));
    const surplus = await within(papers).findByText("3 files at most. These were not added:");
    expect(within(surplus.parentElement!).getAllByRole("listitem").map((each) => each.textContent)).toEqual(["d.pdf", "e.pdf"]);
    expect(sent).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
    await waitFor(() => expect(latest().docs).toHaveLength(3));

    const passport = screen.getByRole("group", { name: /Passport/ });
    const anything = userEvent.setup({ applyAccept: false });
    await anything.upload(passport.querySelector("input")!, new File(["x"], "a.html", { type: "text/html" }));
    expect(await within(passport).findByText(/kind of file cannot be accepted/)).toBeVisible();
    await anything.upload(passport.querySelector("input")!, pdf("passport.pdf"));
    await waitFor(() => expect(latest().doc).toBe("u3"));
    expect(within(passport).queryByText(/kind of file cannot be accepted/)).toBeNull();
  });

  it("says an upload's limit before choosing, sends what fits and refuses the rest", async () => {
    const sent = vi.fn<(field: string, name: string) => void>();
    const uploads: UploadPort = {
      files: [],
      send: (field, file) => {
        sent(field, file.name);
        return { done: Promise.resolve({ upload_id: "u1", field, name: file.name, bytes: 3, media_type: "application/pdf" }), cancel: () => {} };
      },
    };
    const { latest } = await draw({
      properties: { doc: { type: "string", title: "Passport", format: "upload", "x-upload": { tier: "5mb", kinds: ["pdf"] } } },
      uploads,
    });
    expect(await screen.findByText("PDF, up to 5 MB. Several photos become the pages of one file.")).toBeVisible();
    const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
    const anything = userEvent.setup({ applyAccept: false });
    await anything.upload(input, new File(["x"], "a.html", { type: "text/html" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("This kind of file cannot be accepted.");
    expect(sent).not.toHaveBeenCalled();
    await anything.upload(input, new File(["x"], "جواز.pdf", { type: "application/pdf" }));
    await screen.findByRole("button", { name: /Remove/ });
    expect(sent).toHaveBeenCalledWith("/doc", "جواز.pdf");
    expect(latest()).toEqual({ doc: "u1" });
  });

  it("speaks Arabic in Arabic", async () => {
    await draw({
      properties: { dob: { type: "string", title: "تاريخ الميلاد", format: "date" } },
      values: { dob: "2018-03-05" },
      issues: [{ path: "/dob", code: "maxDate", params: { limit: "2018-01-01" }, severity: "error" }],
      settings: { ...settings, language: "ar" },
    });
    const field = screen.getByRole("textbox", { name: "تاريخ الميلاد (اختياري)" });
    expect(field).toHaveValue("05 مارس 2018");
    expect(field).toHaveAccessibleDescription(/أدخلوا تاريخًا لا يتجاوز .*01 يناير 2018/);
  });
});
