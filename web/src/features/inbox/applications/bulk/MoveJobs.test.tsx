import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { MoveJobs } from "./MoveJobs";
import type { Moves } from "./useMoves";

vi.setConfig({ testTimeout: 20_000 });

const job = (change: Partial<Moves> = {}): Moves => ({
  id: "m1", state: "running", to: "W/waitlist", total: 1000, done: 500, moved: 480, decided: 0, proposed: 0, withdrawn: 0, publish_at: null, approves: false, refused: 20, undone: 0, fault: null, created_at: "2026-11-23T09:00:00Z", expires_at: null, can_undo: false, undo_of: null, by: "Noor", own: true, ...change,
});
const ended = (change: Partial<Moves> = {}) => job({ state: "done", done: 1000, moved: 970, refused: 30, expires_at: "2026-11-24T09:00:00Z", can_undo: true, ...change });
const refusedOne = (id: string, change: object = {}) => ({ id, registration_id: `ABQ27-0000${id}`, student_name: `Child ${id}`, student_name_ar: null, from: "F/unconditional", to: "W/waitlist", outcome: "refused", message_id: "A012", guard: null, ...change });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(first: readonly Moves[], { role = "admissions_officer", language = "en" }: { role?: "admissions_officer" | "finance" | "auditor" | "school_admin" | "form_designer"; language?: "en" | "ar" } = {}) {
  const state = { items: [...first], undone: [] as unknown[], results: [] as string[] };
  const { calls } = stubServer({
    "GET /student/moves": () => ({ items: state.items, ways: [], reasons: [{ code: "other", text: { en: "Another reason", ar: "سبب آخر" }, statuses: [] }] }),
    "POST /student/moves/m1/cancel": () => {
      state.items = [job({ state: "cancelled", can_undo: true })];
      return { moves: state.items[0] as Moves };
    },
    "POST /student/moves/m1/undo": (body) => {
      state.undone.push(body);
      state.items = [job({ id: "m2", state: "waiting", to: null, undo_of: "m1", done: 0, moved: 0, refused: 0, total: 970 }), ended()];
      return { status: 201, body: { moves: state.items[0] as Moves } };
    },
    "DELETE /student/moves/m1": () => {
      state.items = [];
      return {};
    },
    "GET /student/moves/m1/file": () => ({}),
    "GET /student/moves/m1/results": (_body, url) => {
      state.results.push(url.search);
      const isFirst = !url.searchParams.get("cursor");
      return { items: isFirst ? [refusedOne("1"), refusedOne("2", { registration_id: "", student_name: "", message_id: "A001" })] : [refusedOne("3", { message_id: "A003" })], next_cursor: isFirst ? "next" : null };
    },
  });
  const onEnded = vi.fn<() => void>();
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <MoveJobs onEnded={onEnded} />
    </SchoolContext>,
    { store, language },
  );
  return { state, calls, onEnded, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

const item = () => screen.findByRole("listitem");

it("shows how far it is, and has the list looked at again once it has ended", async () => {
  const { state, onEnded } = await open([job()]);
  expect(await item()).toHaveTextContent(/Move to:.*on the waiting list.*500 of 1,000/);
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  expect(screen.getByRole("status")).toHaveTextContent("Applications are being moved");
  expect(onEnded).not.toHaveBeenCalled();
  state.items = [ended()];
  await vi.advanceTimersByTimeAsync(1100);
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent("Finished."));
  expect(await item()).toHaveTextContent(/Moved: 970 · Not moved: 30/);
  expect(onEnded).toHaveBeenCalledTimes(1);
});

it("lists what was not moved, each with why and a way to it", async () => {
  const { state, user } = await open([ended()]);
  await user.click(await screen.findByRole("button", { name: "Show those not moved" }));
  const dialog = await screen.findByRole("dialog", { name: "Not moved: 30" });
  const link = await within(dialog).findByRole("link", { name: /Child 1 ABQ27-00001/ });
  expect(link).toHaveAttribute("href", expect.stringContaining("/1"));
  const lines = within(dialog).getAllByRole("listitem").map((line) => line.textContent);
  expect(lines[0]).toMatch(/No such step from its status/);
  expect(lines[1]).toMatch(/An application that you cannot see.*There is no such application/);
  await user.click(within(dialog).getByRole("button", { name: "Show more" }));
  expect(await within(dialog).findByRole("link", { name: /Child 3/ })).toBeVisible();
  expect(within(dialog).queryByRole("button", { name: "Show more" })).toBeNull();
  expect(state.results).toEqual(["?outcome=refused", "?outcome=refused&cursor=next"]);
});

it("sends back what was moved, with a reason, and shows that as another move", async () => {
  const { state, user } = await open([ended()]);
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const dialog = await screen.findByRole("dialog", { name: "Undo this move?" });
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Reason" }), "Another reason");
  await user.click(within(dialog).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(state.undone).toEqual([{ reason_code: "other", notify: false, lng: "en" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("Undo of a move")).toBeVisible();
});

it("is cancelled, downloaded and removed", async () => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  const { state, calls, user } = await open([job()]);
  await user.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.getByRole("listitem")).toHaveTextContent(/Cancelled\. What was moved stays where it is now\. Moved: 480/));
  expect(screen.queryByRole("button", { name: "Download results" })).toBeNull();
  state.items = [];
  await user.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("listitem")).toBeNull());
  expect(calls).toContain("DELETE /student/moves/m1");
});

it("gives the results as a file", async () => {
  URL.createObjectURL = () => "blob:x";
  URL.revokeObjectURL = () => undefined;
  const { calls, user } = await open([ended()]);
  await user.click(await screen.findByRole("button", { name: "Download results" }));
  await waitFor(() => expect(calls).toContain("GET /student/moves/m1/file"));
});

it("gives no file to whom files of the list are not", async () => {
  await open([ended()], { role: "finance" });
  expect(await item()).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download results" })).toBeNull();
});

it("says what waits for its hour or for an approval, and what an undo does with that", async () => {
  const later = ended({ to: "F/unconditional", publish_at: "2026-12-01T05:00:00Z", moved: 0, decided: 960, proposed: 10 });
  const { user } = await open([later, ended({ id: "m2", to: null, approves: true, withdrawn: 2, can_undo: false })]);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first).toHaveTextContent(/Move to:.*released on .?01-Dec-2026.*Decided, released later: 960 · Proposed: 10 · Not moved: 30/);
  expect(first).not.toHaveTextContent("Moved: 0");
  expect(second).toHaveTextContent(/Approval of proposals.*Moved: 970 · Withdrawn: 2/);
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("dialog", { name: "Undo this move?" })).toHaveTextContent("is withdrawn. The families hear of nothing.");
});

it("says why there is no undo where one looks for it", async () => {
  await open([ended({ to: "F/unconditional", can_undo: false })]);
  expect(await item()).toHaveTextContent("No undo: an offer that was sent is withdrawn by the principal or an administrator, in each application.");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it.each([
  ["an undo is there", ended({ to: "F/unconditional" })],
  ["it was undone", ended({ to: "F/unconditional", can_undo: false, undone: 970 })],
  ["nothing was moved", ended({ to: "F/unconditional", can_undo: false, moved: 0, decided: 10 })],
])("says nothing of an undo where %s", async (_why, moves) => {
  await open([moves]);
  expect(await item()).not.toHaveTextContent("No undo");
});

it.each([
  ["en", "Earlier moves that are finished: 2", "Show them", "Remove all of them"],
  ["ar", "عمليات نقل سابقة انتهت: 2", "عرضها", "حذفها كلها"],
] as const)("has earlier ones that are finished in one line, to be shown or removed together (%s)", async (language, said, show, removes) => {
  const { calls, user } = await open([ended({ id: "m4" }), ended({ id: "m1" }), ended({ id: "m3", state: "failed", fault: "A002" }), ended({ id: "m2", state: "cancelled" })], { language });
  const lines = () => screen.getAllByRole("listitem");
  expect((await screen.findByText(said)).closest("li")).toBe(lines().at(-1));
  expect(lines(), "the newest, the one that failed, and the line").toHaveLength(3);
  await user.click(screen.getByRole("button", { name: show }));
  expect(lines()).toHaveLength(5);
  await user.click(screen.getByRole("button", { name: removes }));
  await waitFor(() => expect(calls.filter((call) => call.startsWith("DELETE "))).toEqual(["DELETE /student/moves/m1", "DELETE /student/moves/m2"]));
});

it("says why it stopped, in Arabic too", async () => {
  await open([job({ state: "failed", fault: "A002" }), job({ id: "m2", state: "failed", fault: "R999" })], { language: "ar" });
  expect(await screen.findAllByText(/توقف قبل أن يكتمل/, { selector: "li *" })).toHaveLength(2);
  expect(screen.getByText(/حدث خلل لدينا/)).toBeVisible();
});

it("asks for nobody's moves where the role moves nothing", async () => {
  const { calls } = await open([], { role: "form_designer" });
  expect(calls).toEqual([]);
});

it.each([
  ["en", "Moves of other accounts: 1", /by.*Salma/, "Cancel"],
  ["ar", "عمليات نقل من حسابات أخرى: 1", /بدأها.*Salma/, "إلغاء"],
] as const)("shows who looks after others what these move, and ends it (%s)", async (language, label, by, cancel) => {
  const { calls, user } = await open([job({ own: false, by: "Salma" })], { role: "school_admin", language });
  const all = await screen.findByRole("checkbox", { name: label });
  expect(screen.queryByRole("listitem"), "one's own at first").toBeNull();
  await user.click(all);
  expect(await item()).toHaveTextContent(by);
  await user.click(screen.getByRole("button", { name: cancel }));
  await waitFor(() => expect(calls).toContain("POST /student/moves/m1/cancel"));
});

it("neither removes nor downloads what others moved", async () => {
  const { user } = await open([ended({ own: false, by: "Salma" })], { role: "school_admin" });
  await user.click(await screen.findByRole("checkbox"));
  const line = await item();
  expect(within(line).getAllByRole("button").map((button) => button.textContent)).toEqual(["Show those not moved", "Undo"]);
});

it.each([
  ["en", /Proposed again, waits for an approval: 2/],
  ["ar", /اقتُرح من جديد وينتظر الاعتماد: 2/],
] as const)("says of an undo that was only proposed what it waits for (%s)", async (language, said) => {
  await open([ended({ id: "m2", to: null, moved: 0, refused: 0, proposed: 2, can_undo: false })], { language });
  expect((await screen.findAllByRole("listitem")).map((one) => one.textContent).join()).toMatch(said);
});
