import { configure, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { DatesRoom } from "../dates/DatesRoom";
import type { Change } from "../desk/types";
import { addQuestion, removeQuestion, updateQuestion, updateStep } from "../forms/model/edit";
import { emit } from "../forms/model/emit";
import { nudge, questionRow, stepRow } from "../forms/model/order";
import { parse } from "../forms/model/parse";
import { randomDocument } from "../forms/model/random.testkit";
import { fromTemplate } from "../forms/model/templates";
import { words, type FormModel } from "../forms/model/types";
import { desk, open } from "@/test/desk";
import { audiencesIn } from "./audiencesIn";
import { factsOf, formChanges } from "./formChanges";
import { asLists, groupsOf, membersChanged } from "./groups";
import { movedAmong } from "./moved";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const visit = () => parse(emit(fromTemplate("visit")));

describe("what a form's new document brings", () => {
  it("is told question by question", () => {
    const before = visit();
    let after: FormModel = updateQuestion(before, "day", (question) => ({ ...question, label: words("Which day", "أي يوم"), required: false }));
    after = updateQuestion(after, "time", (question) => ({ ...question, choices: [...(question.choices ?? []).slice(1), { value: "evening", label: words("In the evening", "مساءً") }] }));
    after = addQuestion(after, "phone", { question: "people" }, "OMR").model;
    after = removeQuestion(after, "access_note");
    after = updateStep(after, "contact", (step) => ({ ...step, title: words("Your contact", "وسائل التواصل معكم") }));
    const said = formChanges(before, after).map((change) => [change.says, "of" in change ? change.of.en : ""]);
    expect(said).toEqual([
      ["step.renamed", "How we reach you"],
      ["removed", "What should we prepare?"],
      ["renamed", "Day"],
      ["optional", "Which day"],
      ["choice.added", "Time"],
      ["choice.removed", "Time"],
      ["added", "Phone number"],
    ]);
  });

  it("tells what moved, and not what only gave way", () => {
    expect([...movedAmong(["a", "b", "c", "d"], ["d", "a", "b", "c"])]).toEqual(["d"]);
    expect(movedAmong(["a", "b", "c"], ["a", "x", "c"]).size).toBe(0);
    const before = visit();
    const down = nudge(before, questionRow("day"), 1)!;
    expect(formChanges(before, down)).toMatchObject([{ says: "order" }]);
    const steps = nudge(before, stepRow("contact"), -1)!;
    expect(formChanges(before, steps)).toMatchObject([{ says: "step.moved" }]);
    // Over the end of its step a question is in the next one.
    const last = before.steps[0]!.questions.at(-1)!.name;
    expect(formChanges(before, nudge(before, questionRow(last), 1)!)).toMatchObject([{ says: "moved", step: { en: "How we reach you" } }]);
  });

  it("is nothing where a document is only written anew", () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const document = randomDocument(seed);
      const model = parse(document);
      expect(formChanges(model, parse(emit(model, document)))).toEqual([]);
    }
  });

  it("counts what a form asks", () => {
    expect(factsOf(visit())).toEqual({ steps: 2, questions: 9, files: 0, totals: 0, signatures: 0 });
  });
});

describe("what differs", () => {
  const change = (file: string, pointer: string, from: unknown, to: unknown): Change => ({ file, pointer, from, to });

  it("is gathered by what a person would name", () => {
    const groups = groupsOf([
      change("school.yaml", "/forms/trip/path", null, "/trip"),
      change("forms/trip.json", "/steps/0/id", null, "one"),
      change("tables/fees.yaml", "/rows/0/value", 1, 2),
      change("tables/fees.yaml", "/rows/1/value", 1, 2),
      change("locales/en/forms.json", "/a.b", "x", "y"),
      change("school.yaml", "/currency", "OMR", "USD"),
    ]);
    expect(groups.map(({ kind }) => kind)).toEqual(["form", "file", "one", "one"]);
  });

  it("is one list where its members gave way", () => {
    const [before, after] = [{ languages: ["en", "ar"] }, { languages: ["ar"] }];
    const leaves = [change("school.yaml", "/languages/0", "en", "ar"), change("school.yaml", "/languages/1", "ar", null)];
    expect(asLists(leaves, before, after)).toEqual([change("school.yaml", "/languages", ["en", "ar"], ["ar"])]);
  });

  it("is counted by rows", () => {
    expect(membersChanged({ rows: [1, 2, 3] }, { rows: [2, 3, 4, 5] })).toEqual({ added: 1, removed: 0, changed: 1 });
    expect(membersChanged({ en: ["a"], ar: ["ب"] }, { en: ["a"], ar: [] })).toEqual({ added: 0, removed: 1, changed: 0 });
  });
});

describe.each([
  ["en", { publish: "Publish", name: "New form “Ask for a visit”", text: /^2 steps, 9 questions; at .?\/enquiry\/trip/, only: "Nothing else changes." }],
  ["ar", { publish: "نشر", name: "نموذج جديد «طلب زيارة المدرسة»", text: /^خطوتان، 9 أسئلة؛ على العنوان .?\/enquiry\/trip/, only: "لا يتغيّر شيء آخر." }],
] as const)("a new form (%s)", (language, said) => {
  it("is one sentence, and no pointer of its file", async () => {
    const document = emit(fromTemplate("visit"));
    const by = { id: "u2", name: "Huda" };
    const edits = [
      { file: "forms/trip.json", pointer: "", value: document, version: 1, by, at: "2026-11-21T10:00:00Z" },
      { file: "school.yaml", pointer: "/forms/trip", value: { audience: ["school_admin"] }, version: 1, by, at: "2026-11-21T10:00:00Z" },
    ];
    const leaves = (value: unknown, pointer: string): { pointer: string; to: unknown }[] => (typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, each]) => leaves(each, `${pointer}/${key}`)) : [{ pointer, to: value }]);
    const changes = [...leaves(document, "").map(({ pointer, to }) => ({ file: "forms/trip.json", pointer, from: null, to })), { file: "school.yaml", pointer: "/forms/trip/audience/0", from: null, to: "school_admin" }];
    desk({ settings: { draft: { version: 1, edits } }, more: { "POST /settings/check": () => ({ problems: [], changes, diff: "" }) } });
    const { user } = await open(<DatesRoom />, { language });
    await user.click(await screen.findByRole("button", { name: said.publish }));
    const dialog = await screen.findByRole("dialog");
    const name = await within(dialog).findByText((text) => text.replaceAll(/[\u2068\u2069]/g, "") === said.name);
    expect(name.nextElementSibling?.textContent?.replaceAll(/[\u2068\u2069]/g, "")).toMatch(said.text);
    expect(within(dialog).getByText(said.only)).toBeVisible();
    expect(dialog.textContent).not.toMatch(/\$schema|steps ›|\/steps|schema ›/);
  });
});

describe("a form that keeps something for an audience", () => {
  const document = () => {
    const stored = emit(fromTemplate("visit"));
    const [first, ...rest] = stored.steps;
    return { ...stored, steps: [{ ...first!, "x-audience": "health" }, ...rest] };
  };

  it("names each of these once, wherever it does", () => {
    expect(audiencesIn({ ...document(), ui: { day: { "x-audience": "finance" } }, audiences: { health: { tags: [] }, hr_panel: { score: true } } })).toEqual(["finance", "health", "hr_panel"]);
    expect(audiencesIn(emit(fromTemplate("visit")))).toEqual([]);
  });

  it.each([
    ["en", 0, "Publish", ["Nobody who reads enquiries is in “Health team”: what this form keeps for it is read by nobody. Colleagues are added under People."]],
    ["ar", 0, "نشر", ["ليس في «فريق الصحة» أحد ممن يقرؤون الاستفسارات وطلبات الالتحاق: ما يحفظه هذا النموذج لها لا يقرؤه أحد. ويُضاف الزملاء في صفحة الأشخاص."]],
    ["en", 1, "Publish", []],
  ] as const)("says so before it is published where nobody reads that (%s, %i)", async (language, members, publish, said) => {
    const by = { id: "u2", name: "Huda" };
    const edits = [{ file: "forms/trip.json", pointer: "", value: document(), version: 1, by, at: "2026-11-21T10:00:00Z" }];
    const changes = [{ file: "forms/trip.json", pointer: "/version", from: null, to: "1.0.0" }];
    desk({
      settings: { draft: { version: 1, edits } },
      more: { "POST /settings/check": () => ({ problems: [], changes, diff: "" }), "GET /audiences": () => ({ items: [{ id: "health", members, unread: null }] }) },
    });
    const { user } = await open(<DatesRoom />, { language });
    await user.click(await screen.findByRole("button", { name: publish }));
    const dialog = await screen.findByRole("dialog");
    const told = () => [...dialog.querySelectorAll("dd p")].map((line) => line.textContent?.replaceAll(/[\u2068\u2069]/g, ""));
    await waitFor(() => expect(dialog.querySelector("dd")).not.toBeNull());
    await waitFor(() => expect(told()).toEqual(said));
    // It warns, and stops nobody.
    expect(within(dialog).getByRole("button", { name: language === "en" ? "Publish now" : "النشر الآن" })).toBeEnabled();
  });
});

describe.each([
  ["en", "Publish", ["Round 1, KG 1: places", "Round 2: days an offer is open"]],
  ["ar", "نشر", ["الفترة 1، KG 1: المقاعد", "الفترة 2: أيام سريان العرض"]],
] as const)("places and offers (%s)", (language, publish, said) => {
  it("are told by round and grade", async () => {
    const by = { id: "u2", name: "Huda" };
    const edits = [{ file: "school.yaml", pointer: "/rounds/0/places/kg1", value: 30, version: 1, by, at: "2026-11-21T10:00:00Z" }];
    const change = (pointer: string, from: unknown, to: unknown) => ({ file: "school.yaml", pointer, from, to });
    const changes = [change("/rounds/0/places/kg1", 25, 30), change("/rounds/1/offer_days", 7, 10)];
    desk({ settings: { draft: { version: 1, edits } }, more: { "POST /settings/check": () => ({ problems: [], changes, diff: "" }) } });
    const { user } = await open(<DatesRoom />, { language, application: { grades: [{ code: "kg1", name: { en: "KG 1", ar: "KG 1" } }] } as never });
    await user.click(await screen.findByRole("button", { name: publish }));
    const dialog = await screen.findByRole("dialog");
    await waitFor(() => expect([...dialog.querySelectorAll("dt")].map((name) => name.textContent?.replaceAll(/[\u2068\u2069]/g, ""))).toEqual(said));
  });
});
