import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { BuilderPage } from "./BuilderPage";
import { FormsRoom } from "./FormsRoom";
import { emit } from "./model/emit";
import { mendSamples } from "./model/sample";
import { fromTemplate } from "./model/templates";
import type { StoredDocument } from "./model/types";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 60_000 });

interface Edit {
  file: string;
  pointer: string;
  value?: unknown;
  reset?: boolean;
}

const written = emit(fromTemplate("visit"));
const visit: StoredDocument = { ...written, samples: mendSamples(written) };

/** A desk with these files, which remembers what is put into its draft. */
function desk(files: Record<string, unknown>, more: Parameters<typeof stubServer>[0] = {}) {
  let version = 1;
  let edits: (Edit & { version: number; by: object; at: string })[] = [];
  const draft = () => ({ version, edits });
  const server = stubServer({
    "GET /settings": () => ({ draft: draft(), published: null, locked: [], schedules: [], problems: [] }),
    "GET /settings/files": () => ({ items: Object.keys(files).map((file) => ({ file, in_base: true, changed: false, drafted: false })) }),
    "GET /settings/file": (_body, url) => {
      const value = files[url.searchParams.get("file") ?? ""] ?? null;
      return { file: url.searchParams.get("file"), base: value, published: value, draft: value };
    },
    "PATCH /settings/draft": (body) => {
      version += 1;
      for (const edit of (body as { edits: Edit[] }).edits) {
        edits = [...edits.filter((each) => each.file !== edit.file || each.pointer !== edit.pointer), { ...edit, version, by: { id: "u", name: "Amina" }, at: "2026-11-21T08:00:00Z" }];
      }
      return { draft: draft(), problems: [] };
    },
    ...more,
  });
  return { ...server, saved: (file: string, pointer = "") => edits.find((edit) => edit.file === file && edit.pointer === pointer)?.value };
}

const files = (document: StoredDocument = visit) => ({ "school.yaml": { forms: { visit: {} } }, "forms/visit.json": document });

async function open(path: string, language: "en" | "ar" = "en", roles = ["school_admin"]) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u", avatar: "", userName: "Amina", email: "a@abq.example", authority: roles, kind: "staff" } as never));
  const inSchool = (page: React.ReactNode) => <SchoolContext value={school}>{page}</SchoolContext>;
  const view = await renderRoutes(
    [
      { path: "/settings/forms", element: inSchool(<FormsRoom />) },
      { path: "/settings/forms/:id", element: inSchool(<BuilderPage />) },
    ],
    { path, language, store },
  );
  return { ...view, user: userEvent.setup() };
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const outline = () => screen.findByRole("region", { name: "Outline of the form" });
const row = async (name: RegExp | string) => within(await outline()).findByRole("button", { name });

describe("the builder", () => {
  it("changes words in both languages, and saves the whole document with a new version", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms/visit?at=question:people");
    const label = await screen.findByRole("textbox", { name: "Question in Arabic" });
    await user.clear(label);
    await user.type(label, "كم أنتم؟");
    await waitFor(() => expect((saved("forms/visit.json") as StoredDocument | undefined)?.texts.ar.people).toBe("كم أنتم؟"), { timeout: 5_000 });
    const document = saved("forms/visit.json") as StoredDocument;
    expect(document.version).toBe("1.1.0");
    expect({ ...document, version: "1.0.0", texts: visit.texts }).toEqual(visit);
    expect(await row(/How many of you/)).toBeVisible();
  });

  it("is put in order by keyboard, and says where things are now", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms/visit?at=question:time");
    (await row(/^Time/)).focus();
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(await screen.findByText("Time: now 1 of 5 in When you would like to come")).toBeInTheDocument();
    await waitFor(() => expect((saved("forms/visit.json") as StoredDocument | undefined)?.steps[0]?.fields.slice(0, 2)).toEqual(["time", "day"]), { timeout: 5_000 });
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}");
    expect(await screen.findByText("It cannot move further")).toBeInTheDocument();
    await user.keyboard("{ArrowDown}");
    expect(await screen.findByRole("heading", { level: 2, name: "Date" })).toBeVisible();
  });

  it("adds a question from the palette, and takes one away with what waited for it shown again", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms/visit?at=question:needs_access");
    (await row(/step-free access/)).focus();
    await user.keyboard("a");
    await user.type(await screen.findByRole("searchbox", { name: "Find a kind of question" }), "iban{Enter}");
    expect(await row(/^IBAN/)).toHaveAttribute("aria-current", "true");
    expect(screen.getByRole("textbox", { name: "Question in English" })).toHaveValue("IBAN");
    await user.click(await row(/step-free access/));
    await user.click(screen.getByRole("button", { name: /^Remove: Does anybody/ }));
    expect(await screen.findByText(/1 question that depended on it is now always shown/)).toBeInTheDocument();
    await waitFor(() => {
      const document = saved("forms/visit.json") as StoredDocument | undefined;
      expect(document?.steps[0]?.fields).toEqual(["day", "time", "people", "iban", "access_note"]);
      expect(document?.schema.allOf).toBeUndefined();
    }, { timeout: 5_000 });
    await user.click(within(screen.getByRole("region", { name: /draft/i })).getByRole("button", { name: "Undo" }));
    expect(await row(/step-free access/)).toBeVisible();
  });

  it("begins a question by its key from anywhere on the page, and not while somebody writes", async () => {
    desk(files());
    const { user } = await open("/settings/forms/visit?at=question:people");
    const label = await screen.findByRole("textbox", { name: "Question in English" });
    await row(/How many of you/);
    await user.type(label, "a");
    expect(screen.queryByRole("searchbox", { name: "Find a kind of question" })).toBeNull();
    label.blur();
    expect(document.body).toHaveFocus();
    await user.keyboard("a");
    expect(await screen.findByRole("searchbox", { name: "Find a kind of question" })).toBeVisible();
  });

  it("shows a question only when an answer says so, and the preview follows at once", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms/visit?at=question:people");
    const preview = within(await screen.findByRole("region", { name: "Preview and trial" }));
    expect(await preview.findByLabelText(/How many of you/)).toBeVisible();
    await user.click(within(screen.getByRole("group", { name: "When it is shown" })).getByRole("button", { name: "Show only when…" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Answer 1: question" }), "time");
    await user.selectOptions(screen.getByRole("combobox", { name: "Answer 1: value" }), "noon");
    await waitFor(() => expect(preview.queryByLabelText(/How many of you/)).toBeNull());
    await user.click(preview.getByRole("radio", { name: "Around noon" }));
    expect(await preview.findByLabelText(/How many of you/)).toBeVisible();
    await waitFor(() => {
      const document = saved("forms/visit.json") as StoredDocument | undefined;
      expect(document?.schema.allOf?.[0]).toMatchObject({ if: { properties: { time: { const: "noon" } }, required: ["time"] }, then: { required: ["people"] } });
    }, { timeout: 5_000 });
  });

  it("tries answers with the server on the draft, tells what was hidden, and keeps them as a sample", async () => {
    const asked: unknown[] = [];
    const { saved } = desk(files(), {
      "POST /settings/preview": () => ({ token: "p1", expires_in: 3600 }),
      "POST /public/forms/visit/check": (body) => {
        asked.push(body);
        return { errors: [{ path: "/day", code: "required", params: {}, severity: "error" }], computed: [], plugin_failed: false };
      },
    });
    const { user } = await open("/settings/forms/visit");
    const preview = within(await screen.findByRole("region", { name: "Preview and trial" }));
    await user.selectOptions(preview.getByRole("combobox", { name: "Fill in from a sample…" }), "simple");
    await user.click(preview.getByRole("button", { name: "Check the answers" }));
    expect(await preview.findByText("1 thing is wrong with these answers.")).toBeVisible();
    expect(preview.getByText(/8 of 9 questions were shown. Hidden: What should we prepare/)).toBeVisible();
    expect(asked).toMatchObject([{ locale: "en", values: { time: "morning", consent: true } }]);
    await user.click(preview.getByRole("button", { name: /^Day/ }));
    expect(await screen.findByRole("heading", { level: 2, name: "Date" })).toBeVisible();
    await user.click(preview.getByRole("button", { name: "Keep as a sample" }));
    await waitFor(() => expect((saved("forms/visit.json") as StoredDocument | undefined)?.samples.map((sample) => sample.name)).toEqual(["simple", "sheet-2"]), { timeout: 5_000 });
    await user.click(preview.getByRole("button", { name: "Link with these answers" }));
    expect(preview.getByText(/#prefill=/)).toBeVisible();
  });

  it("tells at once which words are missing, and lets nobody change what their role does not reach", async () => {
    desk(files());
    const { user, unmount } = await open("/settings/forms/visit?at=question:day", "ar");
    await user.clear(await screen.findByRole("textbox", { name: "السؤال بالإنجليزية" }));
    expect(await screen.findByText("ينقص نص بإحدى اللغتين.")).toBeVisible();
    unmount();
    desk(files());
    await open("/settings/forms/visit?at=question:day", "en", ["auditor"]);
    expect(await screen.findByText(/Your role lets you view/)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Question in English" })).toHaveAttribute("readonly");
    expect(screen.queryByRole("button", { name: "Add a question" })).toBeNull();
  });

  it("keeps what was written by hand, and says so", async () => {
    const odd: StoredDocument = { ...visit, schema: { ...visit.schema, properties: { ...visit.schema.properties, people: { type: "string", title: "people", enum: ["1", "2"] } } }, samples: visit.samples.map((sample) => ({ ...sample, values: { ...sample.values, people: "1" } })) };
    desk(files(odd));
    await open("/settings/forms/visit?at=question:people");
    expect(await screen.findByText("Kept as written")).toBeVisible();
    expect(screen.getByLabelText("As it is written")).toHaveTextContent('"enum"');
  });
});

describe("the list of forms", () => {
  it("says what is offered and begins a form from a template, file and entry in one step", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms");
    const card = within(await screen.findByRole("article", { name: "Ask for a visit" }));
    expect(card.getByText("Open")).toBeVisible();
    expect(card.getByText("9 questions")).toBeVisible();
    expect(card.getByRole("link", { name: "http://abq.localhost:3000/enquiry/visit" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "New form" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New form" }));
    await user.click(dialog.getByRole("radio", { name: /^A job application/ }));
    const name = dialog.getByRole("textbox", { name: "Name in the address" });
    expect(name).toHaveValue("apply-for-a-job");
    await user.clear(name);
    await user.type(name, "visit");
    await user.click(dialog.getByRole("button", { name: "Start" }));
    expect(await dialog.findByText("A form has this name already.")).toBeVisible();
    await user.clear(name);
    await user.type(name, "jobs");
    await user.click(dialog.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(location.pathname).toBe("/settings/forms/jobs"));
    await waitFor(() => expect(saved("school.yaml", "/forms/jobs")).toEqual({}), { timeout: 5_000 });
    expect((saved("forms/jobs.json") as StoredDocument).samples).toHaveLength(1);
  });

  it("withdraws a form after asking, and what it was stays", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms");
    await user.click(await screen.findByRole("button", { name: "Withdraw" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Withdraw Ask for a visit?" }));
    await user.click(dialog.getByRole("button", { name: "Withdraw" }));
    expect(await screen.findByText("No form is offered yet")).toBeVisible();
    expect(await screen.findByRole("button", { name: "Offer: Ask for a visit" })).toBeVisible();
    await waitFor(() => expect(saved("school.yaml", "/forms/visit")).toBeNull(), { timeout: 5_000 });
  });

  it("takes a file that is a form, and says so of one that is none", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms");
    await user.click(await screen.findByRole("button", { name: "New form" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New form" }));
    await user.click(dialog.getByRole("radio", { name: /^A file/ }));
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error("no file input");
    await user.upload(input, new File(["{}"], "no.json", { type: "application/json" }));
    expect(await dialog.findByText("The file is not a form document.")).toBeVisible();
    await user.upload(input, new File([JSON.stringify(visit)], "visit.json", { type: "application/json" }));
    expect(await dialog.findByText("visit.json")).toBeVisible();
    await user.click(dialog.getByRole("button", { name: "Start" }));
    await waitFor(() => expect(saved("forms/ask-for-a-visit.json")).toEqual(visit), { timeout: 5_000 });
  });
});

describe("totals", () => {
  it("are added, priced in the currency's decimals, and follow the trial's answers at once", async () => {
    const { saved } = desk(files());
    const { user } = await open("/settings/forms/visit?at=totals");
    await user.click(await screen.findByRole("button", { name: "Add a total" }));
    await user.selectOptions(await screen.findByRole("combobox", { name: "Part 1: answer" }), "people");
    const price = screen.getByRole("textbox", { name: "Part 1: times how much" });
    await user.clear(price);
    await user.type(price, "2.50");
    await user.click(screen.getByRole("button", { name: "Add a fixed amount" }));
    const amount = screen.getByRole("textbox", { name: "Part 2: fixed amount" });
    await user.clear(amount);
    await user.type(amount, "1");
    await waitFor(() => expect((saved("forms/visit.json") as StoredDocument | undefined)?.computed).toEqual([{ key: "total", label: "total.total", kind: "money", sum: [{ field: "people", times: 2500 }, { constant: 1000 }] }]), { timeout: 5_000 });
    const preview = within(screen.getByRole("region", { name: "Preview and trial" }));
    await user.type(await preview.findByLabelText(/How many of you/), "3");
    expect(await screen.findAllByText(/8\.500/)).toHaveLength(2);
  });
});

describe("a plugin's form", () => {
  it("has its words changed in both languages, found by their words", async () => {
    const messages = { "form.title": "Apply", "grade.too_young": "Too young for this grade", other: "Something else" };
    const { saved } = desk({ "school.yaml": { forms: { abq: { plugin: "abq" } } } }, {
      "GET /public/forms/abq": () => ({ form: { id: "abq", version: "1.0.0", digest: "d", title: "Apply", steps: [], schema: {}, ui: {}, messages, plugin: null } }),
    });
    const { user } = await open("/settings/forms/abq?view=words");
    await user.type(await screen.findByRole("searchbox", { name: "Search the texts" }), "young");
    expect(await screen.findByText("1 text")).toBeVisible();
    const field = screen.getByRole("textbox", { name: "Too young for this grade in Arabic" });
    await user.clear(field);
    await user.type(field, "صغير");
    await waitFor(() => expect(saved("locales/ar/form-abq.json", "/grade.too_young")).toBe("صغير"), { timeout: 5_000 });
  });
});
