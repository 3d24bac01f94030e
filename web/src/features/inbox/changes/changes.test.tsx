import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { UpdateStudentRequest } from "@/api/generated";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { AnswersView } from "@/forms/AnswersView";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Unlocks } from "../unlocks/Unlocks";
import { changesOf } from "./changesOf";

vi.setConfig({ testTimeout: 30_000 });

const both = (en: string) => ({ en, ar: en });
const choices = [
  { field: "name", label: both("Name of the child"), step: both("The child") },
  { field: "bus", label: both("Needs the bus"), step: both("The child") },
];
const document = {
  title: "Application",
  steps: [{ id: "child", title: "The child", fields: ["name", "bus", "stop"] }],
  schema: {
    type: "object",
    properties: { name: { type: "string", title: "Name of the child", maxLength: 40 }, bus: { type: "boolean", title: "Needs the bus" } },
    required: ["name"],
    allOf: [{ if: { properties: { bus: { const: true } }, required: ["bus"] }, then: { properties: { stop: { type: "string", title: "Bus stop", maxLength: 40 } }, required: ["stop"] } }],
  },
  ui: { name: { "ui:widget": "text" }, bus: { "ui:widget": "radio" }, stop: { "ui:widget": "text" } },
  subject: {},
  messages: {},
};
const enquiry = { id: "e1", version: 7, state: "W/review", unlocked_until: null } as unknown as Enquiry;

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function show(of: Enquiry, { role = "admissions_officer", language = "en", answer = () => ({ version: 8 }) }: { role?: Role; language?: Language; answer?: (sent: UpdateStudentRequest) => object } = {}) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const sent: UpdateStudentRequest[] = [];
  let version = 7;
  const { calls } = stubServer({
    "GET /enquiries/e1/answers": () => ({ version, choices, fields: ["name", "bus", "stop"], document, values: { name: "Sara", bus: false } }),
    "PATCH /student/student_update": (body) => {
      sent.push(body as UpdateStudentRequest);
      const told = answer(body as UpdateStudentRequest);
      if ("status" in told) version = 9;
      return told;
    },
  });
  await renderWith(
    <SchoolContext value={school}>
      <Unlocks enquiry={of} />
    </SchoolContext>,
    { store, language },
  );
  return { user: userEvent.setup(), sent, calls };
}

/** As far as the form of both answers. */
async function chosen(user: ReturnType<typeof userEvent.setup>) {
  await user.click(screen.getByRole("button", { name: "Change answers" }));
  await user.click(await screen.findByRole("checkbox", { name: "Name of the child" }, { timeout: 20_000 }));
  await user.click(screen.getByRole("checkbox", { name: "Needs the bus" }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  return screen.findByLabelText(/Name of the child/, undefined, { timeout: 20_000 });
}

it("sends what is another, and why, over the version that is there", async () => {
  const { user, sent } = await show(enquiry);
  const name = await chosen(user);
  expect(name).toHaveValue("Sara");
  const dialog = screen.getByRole("dialog");
  const save = within(dialog).getByRole("button", { name: "Save the answers" });
  await user.click(save);
  expect(await within(dialog).findByText("Nothing is different yet.")).toBeVisible();
  expect(within(dialog).getByText("Say why the answers are changed.")).toBeVisible();
  await user.clear(name);
  await user.type(name, "Zahra");
  const becomes = within(dialog).getByRole("region", { name: "What changes" });
  expect(becomes).toHaveTextContent("Name of the childBefore: SaraFrom now on: Zahra");
  await user.type(within(dialog).getByLabelText(/Reason/), "The passport says so");
  await user.click(save);
  expect(await screen.findByText("The answers are changed.")).toBeVisible();
  expect(sent).toEqual([{ version: 7, changes: { name: "Zahra" }, reason: "The passport says so" }]);
});

it("asks for what shows by an answer, and says what the server refuses at its field", async () => {
  const refusal = { status: 422, body: { messageId: "F003", errors: [{ path: "/changes/stop", code: "maxLength", params: { limit: 3 }, severity: "error" }] } };
  const { user, sent } = await show(enquiry, { answer: (asked) => (asked.changes?.["stop"] === "Harbour" ? refusal : { version: 8 }) });
  await chosen(user);
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("radio", { name: "Yes" }));
  await user.type(within(dialog).getByLabelText(/Reason/), "They told us");
  await user.click(within(dialog).getByRole("button", { name: "Save the answers" }));
  const stop = await within(dialog).findByLabelText(/Bus stop/);
  expect(stop).toBeInvalid();
  expect(sent).toEqual([]);
  await user.type(stop, "Harbour");
  await user.click(within(dialog).getByRole("button", { name: "Save the answers" }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await vi.waitFor(() => expect(stop).toBeInvalid());
  await user.clear(stop);
  await user.type(stop, "Sea");
  await user.click(within(dialog).getByRole("button", { name: "Save the answers" }));
  expect(await screen.findByText("The answers are changed.")).toBeVisible();
  expect(sent[1]?.changes).toEqual({ bus: true, stop: "Sea" });
});

it("keeps what was typed where somebody was quicker", async () => {
  const { user, sent } = await show(enquiry, { answer: ({ version }) => (version === 7 ? { status: 409, body: { messageId: "A003" } } : { version: 10 }) });
  const name = await chosen(user);
  await user.type(name, "h");
  await user.type(screen.getByLabelText(/Reason/), "x");
  await user.click(screen.getByRole("button", { name: "Save the answers" }));
  expect(await screen.findByText(/changed this application in the meantime/)).toBeVisible();
  expect(name).toHaveValue("Sarah");
  await user.click(screen.getByRole("button", { name: "Save the answers" }));
  expect(await screen.findByText("The answers are changed.")).toBeVisible();
  expect(sent.map(({ version }) => version)).toEqual([7, 9]);
});

it.each([
  ["an enquiry", { ...enquiry, state: "new" }, "admissions_officer"],
  ["what is closed", { ...enquiry, state: "R/school" }, "admissions_officer"],
  ["who does not work on applications", enquiry, "registrar"],
] as const)("is not offered: %s", async (_what, of, role) => {
  await show(of, { role });
  expect(screen.queryByRole("button", { name: "Change answers" })).toBeNull();
});

it("says who of the staff changed an answer and why, in Arabic too", async () => {
  const view = { ...document, steps: [{ id: "child", title: "The child", fields: ["name"] }] };
  const changes = [{ field: "name", before: "Sara", changed_at: "2026-11-24T22:30:00Z", changed_by: "Noor", reason: "The passport says so" }];
  const draw = (language: Language) =>
    renderWith(
      <SchoolContext value={school}>
        <AnswersView document={view} values={{ name: "Zahra" }} files={[]} changes={changes} />
      </SchoolContext>,
      { language },
    );
  const { unmount } = await draw("en");
  expect(screen.getByText("Name of the child").parentElement).toHaveTextContent(/Zahra\s*Changed by \u2068?Noor\u2069? on 25-Nov-2026; before: Sara\s*Reason: \u2068?The passport says so/);
  unmount();
  await draw("ar");
  expect(screen.getByText("Name of the child").parentElement).toHaveTextContent(/عدّله/);
});

it("what is as it was is no change", () => {
  expect(changesOf(["a", "b", "c", "d"], { a: 1, b: ["x"], c: "y" }, { a: 1, b: ["x"], d: false })).toEqual({ c: null, d: false });
});
