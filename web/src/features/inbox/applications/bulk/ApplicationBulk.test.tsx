import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationFilters } from "@/api/applications";
import { signedIn } from "@/api/authSlice";
import type { MovesRequest } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { useSelection } from "@/ui/list/useSelection";
import { ApplicationBulk } from "./ApplicationBulk";

vi.setConfig({ testTimeout: 20_000 });

const ROWS = ["1", "2"].map((id) => ({ id, version: 1, person: `Child ${id}`, reference: `ABQ27-0000${id}`, owner: null, state: "W/review" as const }));
const FILTERS: ApplicationFilters = { status: ["W"], sort: "-submitted_at" };
const WAYS = [
  { to: "W/waitlist", needs_reason: false, from: ["W/review"] },
  { to: "S/to_schedule", needs_reason: false, from: ["W/review", "W/waitlist"] },
  { to: "S/assessed", needs_reason: false, from: ["W/review", "S/scheduled"] },
  { to: "O/other", needs_reason: true, from: ["W/review"] },
  { to: "F/unconditional", needs_reason: false, from: ["W/review", "W/waitlist"] },
  { to: "F/conditional", needs_reason: false, from: ["S/assessed"] },
  { to: "R/school", needs_reason: true, from: ["W/review", "W/waitlist"] },
] as const;
const REASONS = [
  { code: "no_place", text: { en: "No place available", ar: "لا مقاعد متاحة" }, statuses: [] },
  { code: "full", text: { en: "The grade is full", ar: "الصف مكتمل" }, statuses: ["R"] },
];
const SEEN = { total: 2, will_move: 2, will_propose: 0, withdrawn: 0, open_conditions: 0, notified: 0, refused: [], over_seats: [] };

type Rows = Parameters<typeof ApplicationBulk>[0]["rows"];

function Bar({ rows, total, edits, filters }: { rows: Rows; total: number; edits: boolean; filters: ApplicationFilters }) {
  const selection = useSelection(rows);
  return (
    <>
      <button type="button" onClick={() => selection.toggleAll(true)}>
        Choose
      </button>
      <ApplicationBulk rows={rows} selection={selection} filters={filters} total={total} edits={edits} />
    </>
  );
}

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

interface Options {
  total?: number;
  role?: "admissions_officer" | "principal";
  language?: Language;
  preview?: object;
  refuses?: object;
  filters?: ApplicationFilters;
  rows?: Rows;
}

async function open({ total = 2, role = "admissions_officer", language = "en", preview = SEEN, refuses, filters = FILTERS, rows = ROWS }: Options = {}) {
  const approved: unknown[] = [];
  const looked: MovesRequest[] = [];
  const asked: MovesRequest[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /student/moves": () => ({ items: [], ways: WAYS, reasons: REASONS }),
    "POST /student/moves/preview": (body) => {
      looked.push(body as MovesRequest);
      return preview;
    },
    "POST /student/moves/approve": (body) => {
      approved.push(body);
      return refuses ?? { status: 201, body: { moves: { id: "m1", state: "waiting" } } };
    },
    "POST /student/moves": (body) => {
      asked.push(body as MovesRequest);
      return refuses ?? { status: 201, body: { moves: { id: "m1", state: "waiting" } } };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <Bar rows={rows} total={total} edits={role === "admissions_officer"} filters={filters} />
    </SchoolContext>,
    { language, store },
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Choose" }));
  return { looked, asked, approved, user };
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) => user.click(await screen.findByRole("button", { name }));

it("moves what is selected, once what happens was seen", async () => {
  const { looked, asked, user } = await open();
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog", { name: "Change the status of applications: 2" });
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Choose where the applications go.")).toBeVisible();
  expect(looked).toEqual([]);
  const to = within(dialog).getByRole("combobox", { name: "To which status" });
  expect(within(to).getAllByRole("group").map((group) => group.getAttribute("label"))).toEqual(["Waiting", "Shortlisted", "On hold", "Offer sent", "Closed"]);
  await user.selectOptions(to, "Put on the waiting list");
  await user.click(within(dialog).getByRole("checkbox", { name: "Tell the families by e-mail" }));
  expect(within(dialog).getByText(/The e-mail says: “.*On the waiting list.*”/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Will be moved: 2")).toBeVisible();
  expect(within(dialog).getByRole("region", { name: "What happens" })).toHaveFocus();
  expect(asked).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Change the status: 2" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "Approve…" })).toBeNull();
  expect(looked).toEqual([{ to: "W/waitlist", notify: true, lng: "en", ids: ["1", "2"] }]);
  expect(asked).toEqual(looked);
  expect(screen.queryByRole("region", { name: "What is selected" })).toBeNull();
});

it("means all that match, also what is not loaded", async () => {
  const { looked, user } = await open({ total: 1234 });
  await press(user, "Select all 1,234 that match");
  expect(screen.getByRole("button", { name: "Select all 1,234 that match" })).toHaveAttribute("aria-pressed", "true");
  await press(user, "Change the status of all 1,234");
  const dialog = await screen.findByRole("dialog", { name: "Change the status of applications: 1,234" });
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Put on the waiting list");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  await waitFor(() => expect(looked).toEqual([{ to: "W/waitlist", notify: false, lng: "en", filter: FILTERS }]));
});

it("asks why and until when where a status needs it, in the school's words", async () => {
  const { looked, user } = await open();
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  const to = within(dialog).getByRole("combobox", { name: "To which status" });
  await user.selectOptions(to, "Do not accept");
  expect(within(dialog).getByRole("checkbox", { name: "Tell the families by e-mail" })).toBeChecked();
  const reason = within(dialog).getByRole("combobox", { name: "Reason" });
  expect(within(reason).getAllByRole("option").map((one) => one.textContent)).toEqual(["No reason from the list", "No place available", "The grade is full"]);
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Choose a reason, or write one.")).toBeVisible();
  await user.selectOptions(to, "Put on hold: another reason");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Reason" }), "No place available");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Enter a day, such as 05-Mar-2027.")).toBeVisible();
  expect(looked).toEqual([]);
  await user.type(within(dialog).getByRole("textbox", { name: "Look at it again on" }), "05/03/2027");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  await waitFor(() => expect(looked).toEqual([{ to: "O/other", notify: false, lng: "en", reason_code: "no_place", review_by: "2027-03-05", ids: ["1", "2"] }]));
});

it("decides many for one day and hour of the school's clock", async () => {
  const { looked, asked, user } = await open({ preview: { ...SEEN, notified: 2 } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  const to = within(dialog).getByRole("combobox", { name: "To which status" });
  await user.selectOptions(to, "Put on the waiting list");
  expect(within(dialog).queryByRole("radio")).toBeNull();
  await user.selectOptions(to, "Make an offer");
  await user.click(within(dialog).getByRole("radio", { name: "On a day and hour" }));
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Enter a day and a time, such as 05-Mar-2027 and 09:00.")).toBeVisible();
  expect(looked).toEqual([]);
  const tomorrow = new Date(Date.now() + 2 * 86_400_000);
  await user.type(within(dialog).getByRole("textbox", { name: "Day" }), tomorrow.toLocaleDateString("en-GB"));
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Families are written to at the hour of the release.")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Change the status: 2" }));
  await waitFor(() => expect(asked).toEqual(looked));
  const [{ publish_at: at, ...rest } = {}] = asked;
  expect(rest).toEqual({ to: "F/unconditional", notify: true, lng: "en", ids: ["1", "2"] });
  expect(Date.parse(at ?? "")).toBeGreaterThan(Date.now());
});

it("says at the field that the hour of a release is too near", async () => {
  const refuses = { status: 422, body: { success: false, messageId: "F003", errors: [{ path: "/publish_at", code: "minDate", params: {}, severity: "error" }] } };
  const { user } = await open({ preview: refuses });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Make an offer");
  await user.click(within(dialog).getByRole("radio", { name: "On a day and hour" }));
  await user.type(within(dialog).getByRole("textbox", { name: "Day" }), new Date(Date.now() + 2 * 86_400_000).toLocaleDateString("en-GB"));
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Choose a time at least one minute from now.")).toBeVisible();
});

it("says what is only proposed", async () => {
  const { user } = await open({ preview: { ...SEEN, will_propose: 2, refused: [{ message_id: "A012", guard: "proposal_pending", count: 1, examples: [] }] } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Make an offer");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  const seen = await within(dialog).findByRole("region", { name: "What happens" });
  expect(seen).toHaveTextContent("Of these will only be proposed, for somebody else to approve: 2");
  expect(seen).toHaveTextContent("A proposal waits for approval: 1");
  expect(within(dialog).getByRole("button", { name: "Propose: 2" })).toBeVisible();
});

it("approves what is selected of what waits, or all of it", async () => {
  const filters: ApplicationFilters = { to_approve: true, sort: "-submitted_at" };
  const { approved, user } = await open({ role: "principal", total: 70, filters });
  await press(user, "Approve…");
  const dialog = await screen.findByRole("dialog", { name: "Approve what is proposed: 2" });
  await user.click(within(dialog).getByRole("button", { name: "Approve: 2" }));
  await waitFor(() => expect(approved).toEqual([{ ids: ["1", "2"], lng: "en" }]));
  await user.click(screen.getByRole("button", { name: "Choose" }));
  await press(user, "Select all 70 that match");
  await press(user, "Approve all 70…");
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve: 70" }));
  await waitFor(() => expect(approved[1]).toEqual({ filter: filters, lng: "en" }));
});

const MIXED = {
  total: 1000,
  will_move: 25,
  will_propose: 0,
  withdrawn: 0,
  notified: 20,
  refused: [
    { message_id: "A014", guard: "seat_free", count: 974, examples: [{ id: "9", registration_id: "ABQ27-00009", student_name: "Sara", student_name_ar: "سارة" }] },
    { message_id: "A001", guard: null, count: 1, examples: [] },
  ],
  over_seats: [{ round: "2027", bucket: "kg1", name: { en: "KG 1", ar: "الروضة الأولى" }, free: 25, asked: 999 }],
};

it("shows who stays and why, and where places are too few", async () => {
  const { asked, user } = await open({ preview: MIXED, refuses: { status: 409, body: { success: false, messageId: "A008", limit: 5 } } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Make an offer");
  // As in the dialog of one.
  expect(within(dialog).getByRole("checkbox", { name: "Tell the families by e-mail" })).toBeChecked();
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  const seen = await within(dialog).findByRole("region", { name: "What happens" });
  expect(seen).toHaveTextContent(/Will be moved: 25.*Will stay where they are: 975.*Families that will get an e-mail: 20/);
  expect(seen).toHaveTextContent(/KG 1.*: 999 applications need a place, 25 are available/);
  expect(seen).toHaveTextContent(/No place available: 974.*Sara ABQ27-00009.*and 973 more/);
  expect(seen).toHaveTextContent("There is no such application, or you cannot see it: 1");
  await user.click(within(dialog).getByRole("button", { name: "Change the status: 25" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Another job of yours is still under way");
  expect(asked).toHaveLength(1);
  await user.click(within(dialog).getByRole("button", { name: "Change something" }));
  expect(within(dialog).getByRole("combobox", { name: "To which status" })).toHaveValue("F/unconditional");
});

it("says how many offers are withdrawn, and that their families are told whatever is wished", async () => {
  const { user } = await open({ preview: { ...SEEN, withdrawn: 2, open_conditions: 1, notified: 2 } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Put on the waiting list");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByText("Of those, past conditions of their offers that are still open: 1")).toBeVisible();
  expect(await within(dialog).findByRole("region", { name: "What happens" })).toHaveTextContent(/Families that will get an e-mail: 2.*Offers that will be withdrawn: 2\. Their families are always told/u);
});

it("asks for nothing where none would be moved", async () => {
  const { user } = await open({ preview: { ...MIXED, will_move: 0 } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Make an offer");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  expect(await within(dialog).findByRole("button", { name: "Change the status" })).toBeDisabled();
  expect(within(dialog).getByText("None of them can be moved there. Choose another status.")).toBeVisible();
  expect(within(dialog).getByRole("heading", { name: "Why all stay" })).toBeVisible();
});

it("offers only where at least one of the selected can go", async () => {
  const { user } = await open({ rows: ROWS.map((row) => ({ ...row, state: "W/waitlist" as const })) });
  await press(user, "Change the status");
  const to = within(await screen.findByRole("dialog")).getByRole("combobox", { name: "To which status" });
  expect(within(to).getAllByRole("option").map((one) => one.textContent)).toEqual(["Choose a status", "Shortlist", "Make an offer", "Do not accept"]);
});

it("shortlists them first by a press where the round allows no offer before", async () => {
  const refused = [{ message_id: "A012", guard: "school_allows_direct_offer", count: 2, examples: [] }];
  const { looked, user } = await open({ preview: { ...SEEN, will_move: 0, refused } });
  await press(user, "Change the status");
  const dialog = await screen.findByRole("dialog");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "To which status" }), "Make an offer");
  await user.click(within(dialog).getByRole("button", { name: "Show what happens" }));
  await user.click(await within(dialog).findByRole("button", { name: "Shortlist them first" }));
  await waitFor(() => expect(looked.at(-1)).toEqual({ to: "S/to_schedule", notify: false, lng: "en", ids: ["1", "2"] }));
});

it("whoever changes no enquiries moves applications all the same, in Arabic too", async () => {
  const { user } = await open({ role: "principal", language: "ar", preview: MIXED });
  const bar = await screen.findByRole("region", { name: "ما تم تحديده" });
  // That, and what clears the selection.
  await waitFor(() => expect(within(bar).getAllByRole("button")).toHaveLength(2));
  await press(user, "تغيير الحالة");
  const dialog = await screen.findByRole("dialog", { name: "تغيير حالة طلبات الالتحاق: 2" });
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "إلى أي حالة" }), "W/waitlist");
  expect(within(dialog).getByRole("checkbox")).not.toBeChecked();
  await user.click(within(dialog).getByRole("button", { name: "عرض ما سيحدث" }));
  expect(await within(dialog).findByText("سارة")).toBeVisible();
});
