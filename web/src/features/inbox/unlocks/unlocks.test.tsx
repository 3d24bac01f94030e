import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { AnswersView } from "@/forms/AnswersView";
import { HistoryEntries } from "@/ui/record/HistoryEntries";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Unlocks } from "./Unlocks";

vi.setConfig({ testTimeout: 30_000 });

const both = (en: string) => ({ en, ar: en });
const choices = [
  { field: "name", label: both("Name of the child"), step: both("The child"), moves_place: false },
  { field: "born", label: both("Date of birth"), step: both("The child"), moves_place: true },
  { field: "school", label: both("Current school"), step: both("School"), moves_place: false },
];
const unlock = {
  id: "k1",
  fields: [{ field: "born", label: both("Date of birth") }],
  hides: false,
  until: "2026-11-28",
  message: "See the passport",
  link_sent: true,
  open: true,
  created_by: "Noor",
  created_at: "2026-11-21T08:00:00Z",
  closed_at: null,
  closed_why: null,
};
const enquiry = { id: "e1", version: 7, unlocked_until: null } as unknown as Enquiry;

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function show(of: Enquiry, handlers: Parameters<typeof stubServer>[0], role: "admissions_officer" | "auditor" = "admissions_officer") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const { calls } = stubServer(handlers);
  await renderWith(
    <SchoolContext value={school}>
      <Unlocks enquiry={of} />
    </SchoolContext>,
    { store },
  );
  return { user: userEvent.setup(), calls };
}

it("opens the chosen answers over the version of the record", async () => {
  const sent: unknown[] = [];
  const { user, calls } = await show(enquiry, {
    "GET /enquiries/e1/unlocks": () => ({ items: [], choices }),
    "POST /enquiries/e1/unlocks": (body) => {
      sent.push(body);
      return { status: 201, body: { unlock: { ...unlock, link_sent: false } } };
    },
  });
  expect(calls).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Let the family change answers" }));
  // Until the questions are there, another dialog stands in its place.
  const send = await screen.findByRole("button", { name: "Open the answers" }, { timeout: 20_000 });
  const dialog = screen.getByRole("dialog");
  await user.click(send);
  expect(await within(dialog).findByText("Choose at least one answer.")).toBeVisible();
  expect(within(dialog).getByRole("group", { name: "School" })).toBeVisible();
  await user.type(within(dialog).getByRole("searchbox"), "birth");
  expect(within(dialog).queryByRole("checkbox", { name: "Current school" })).toBeNull();
  await user.click(within(dialog).getByRole("checkbox", { name: "Date of birth" }));
  await user.clear(within(dialog).getByRole("searchbox"));
  await user.click(within(dialog).getByRole("checkbox", { name: "Name of the child" }));
  await user.type(within(dialog).getByLabelText("Message to the family"), "Please check");
  await user.selectOptions(within(dialog).getByLabelText("Open for"), "14 days");
  await user.click(send);
  expect(await screen.findByText(/no link could be sent/)).toBeVisible();
  expect(sent).toEqual([{ version: 7, fields: ["name", "born"], message: "Please check", days: 14, notify: true }]);
});

it("shows what is open and until when, and closes it", async () => {
  const { user, calls } = await show({ ...enquiry, unlocked_until: "2026-11-28" }, {
    "GET /enquiries/e1/unlocks": () => ({ items: [unlock], choices }),
    "DELETE /enquiries/e1/unlocks/k1": () => ({ items: [], choices }),
  });
  const now = await screen.findByRole("region", { name: "The family can change answers" });
  expect(now).toHaveTextContent("Until the end of 28-Nov-2026");
  expect(now).toHaveTextContent("Date of birth");
  expect(now).toHaveTextContent("See the passport");
  await user.click(within(now).getByRole("button", { name: "Close the answers" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Close the answers" }));
  await vi.waitFor(() => expect(calls).toContain("DELETE /enquiries/e1/unlocks/k1"));
});

it("opens nothing of what is over", async () => {
  await show({ ...enquiry, state: "lost" }, {});
  expect(screen.queryByRole("button")).toBeNull();
});

it("lets nobody open anything who may not edit", async () => {
  await show(enquiry, {}, "auditor");
  expect(screen.queryByRole("button")).toBeNull();
});

it("tells beside an answer what it was before, and in the history which were changed", async () => {
  const document = { title: "Form", steps: [{ id: "one", title: "The child", fields: ["born"] }], schema: { type: "object", properties: { born: { type: "string", format: "date", title: "Date of birth" } } }, ui: {}, messages: {} };
  const changes = [
    { field: "born", before: "2018-03-04", changed_at: "2026-11-22T08:00:00Z" },
    { field: "born", before: "2017-01-01", changed_at: "2026-11-20T08:00:00Z" },
  ];
  const entry = { seq: 1, at: "2026-11-22T08:00:00Z", actor: { id: null, name: "Huda" }, role: null, kind: "answers", from: null, to: "born", reason: null, reason_words: null, comment: null };
  stubServer({});
  await renderWith(
    <SchoolContext value={school}>
      <AnswersView document={document} values={{ born: "2018-03-05" }} files={[]} changes={changes} />
      <HistoryEntries entries={[entry, { ...entry, seq: 2, kind: "unlocked", actor: { id: "u1", name: "Noor" }, to: null }]} nameOf={(field) => (field === "born" ? "Date of birth" : undefined)} />
    </SchoolContext>,
  );
  const answer = screen.getByText("05-Mar-2018").closest("dd");
  expect(answer).toHaveTextContent("Changed by the family on 22-Nov-2026; before: 04-Mar-2018");
  expect(answer).not.toHaveTextContent("2017");
  const list = screen.getByRole("list");
  expect(list.textContent.replaceAll(/[\u2066-\u2069]/g, "")).toContain("Huda changed: Date of birth");
  expect(list.textContent.replaceAll(/[\u2066-\u2069]/g, "")).toContain("Noor let the family change some answers");
});

it.each([
  ["A/fee_due", true],
  ["S/assessed", false],
] as const)("warns that a place follows no answers, from an offer on: %s", async (state, warns) => {
  const { user } = await show({ ...enquiry, state }, { "GET /enquiries/e1/unlocks": () => ({ items: [], choices }) });
  await user.click(screen.getByRole("button", { name: "Let the family change answers" }));
  await screen.findByRole("button", { name: "Open the answers" }, { timeout: 20_000 });
  const dialog = screen.getByRole("dialog");
  await user.click(within(dialog).getByRole("checkbox", { name: "Name of the child" }));
  expect(within(dialog).queryByText(/This child has a place/u)).toBeNull();
  await user.click(within(dialog).getByRole("checkbox", { name: "Date of birth" }));
  const warning = within(dialog).queryByText(/This child has a place. It stays where it is, whatever .?Date of birth/u);
  expect(warning !== null).toBe(warns);
});
