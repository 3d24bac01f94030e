import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { useGetEnquiryQuery, type UpdateStudentRequest } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt, way } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Actions } from "../Actions";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

type Proposed = NonNullable<ApplicationStanding["proposal"]>;

const proposed = (change: Partial<Proposed> = {}): Proposed => ({
  id: "p1",
  to: "F/unconditional",
  publish_at: null,
  by: "Salma Said",
  proposed_at: "2026-11-21T08:00:00Z",
  reason_code: null,
  reason_words: null,
  reason_text: null,
  bucket: "kg1",
  bucket_name: { en: "KG 1", ar: "الروضة الأولى" },
  notify: true,
  returned: null,
  is_own: false,
  may_approve: true,
  may_return: true,
  ...change,
});

const entry = (action: string, by = "Salma Said", reason_text: string | null = null) => ({ action, at: "2026-11-21T08:00:00Z", by, to: "F/unconditional" as const, reason_text });

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  return data ? <Actions enquiry={data.enquiry} /> : null;
}

type Refusal = { status: number; body: Record<string, unknown> };

/** A record of an application; `answer` says how it stands after what is done. */
async function open(first: ApplicationStanding, answer: ApplicationStanding | Refusal = first, language: Language = "en") {
  let now = first;
  const sent: unknown[] = [];
  const become = (body: unknown) => {
    sent.push(body);
    if (!("body" in answer)) now = answer;
    return answer;
  };
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry: { id: "e1", version: 1, state: "S/assessed", owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } } }),
    "GET /enquiries/e1/application": () => now,
    "GET /seats": () => ({ rounds: [] }),
    "PATCH /student/student_update": (body) => become((body as UpdateStudentRequest).transition),
    "POST /enquiries/e1/application/mail": () => ({ subject: "A place for Omar", html: "<p>Dear family</p>", locale: "en" }),
    "POST /enquiries/e1/application/proposal/approve": become,
    "POST /enquiries/e1/application/proposal/return": become,
  });
  await renderWith(
    <SchoolContext value={school}>
      <Opened />
    </SchoolContext>,
    { language },
  );
  return { user: userEvent.setup(), sent };
}

const assessed = (change: Partial<ApplicationStanding> = {}) => applicationAt("S/assessed", change);
const offer = { ...way("F/unconditional"), asks: ["offer", "approval"] } satisfies ApplicationStanding["allowed"][number];

it("proposes an offer where somebody else has to approve it, and says so", async () => {
  const { user, sent } = await open(assessed({ allowed: [offer] }), assessed({ proposal: proposed({ is_own: true, may_approve: false }), proposals: [entry("proposed")] }));
  await user.click(await screen.findByRole("button", { name: "Propose: Make an offer" }));
  const dialog = await screen.findByRole("dialog", { name: "Propose: Make an offer" });
  await user.type(within(dialog).getByRole("textbox", { name: /words/iu }), "Her sister is here");
  await user.click(within(dialog).getByRole("button", { name: "Propose: Make an offer" }));
  await waitFor(() => expect(sent).toEqual([{ to: "F/unconditional", notify: true, reason_text: "Her sister is here" }]));
  expect(await screen.findByText("It is proposed. Somebody else approves it.")).toBeVisible();
  const block = await screen.findByRole("region", { name: "Offer proposed, waits for approval" });
  expect(block).toHaveTextContent(/An offer without conditions.*As soon as it is approved.*Proposed bySalma Said.*Somebody else approves what you proposed/u);
  expect(within(block).queryByRole("button", { name: "Approve" })).toBeNull();
  expect(within(block).getByRole("button", { name: "Withdraw the proposal" })).toBeVisible();
});

it("approves what is read, once that is confirmed", async () => {
  const { user, sent } = await open(assessed({ proposal: proposed({ publish_at: "2026-12-01T05:00:00Z" }) }), applicationAt("F/unconditional", { proposals: [entry("proposed"), entry("approved", "Noor")] }));
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog", { name: "Approve" });
  expect(dialog).toHaveTextContent(/released on .?01-Dec-2026.*An offer without conditions: a place in .?KG 1/u);
  await user.click(within(dialog).getByRole("button", { name: "See the e-mail" }));
  expect(await screen.findByText("A place for Omar")).toBeVisible();
  await user.keyboard("{Escape}");
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent).toEqual([{ proposal: "p1" }]));
  expect(await screen.findByText("It was approved.")).toBeVisible();
  await user.click(await screen.findByText("History of the proposals"));
  const history = screen.getByRole("list");
  expect(within(history).getAllByRole("listitem").map((one) => one.textContent)).toEqual([expect.stringContaining("Approved · Noor"), expect.stringContaining("Proposed · Salma Said")]);
});

it("says in words why it is not approved", async () => {
  const late = { status: 422, body: { success: false, messageId: "F003", errors: [{ path: "/publish_at", code: "minDate", params: {}, severity: "error" }] } };
  const { user } = await open(assessed({ proposal: proposed() }), late);
  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog", { name: "Approve" });
  await user.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("The time of the release has come.");
});

it("sends it back with a reason, and asks for one", async () => {
  const back = assessed({ allowed: [offer], proposal: proposed({ may_approve: false, may_return: false, returned: { by: "Noor", at: "2026-11-22T08:00:00Z", reason_text: "Not before the interview" } }) });
  const { user, sent } = await open(assessed({ proposal: proposed() }), back);
  await user.click(await screen.findByRole("button", { name: "Send back" }));
  const dialog = await screen.findByRole("dialog", { name: "Send back" });
  await user.click(within(dialog).getByRole("button", { name: "Send back" }));
  expect(await within(dialog).findByText("Say why it is sent back.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(within(dialog).getByRole("textbox", { name: "Why" }), "Not before the interview");
  await user.click(within(dialog).getByRole("button", { name: "Send back" }));
  await waitFor(() => expect(sent).toEqual([{ proposal: "p1", reason_text: "Not before the interview" }]));
  const block = await screen.findByRole("region", { name: "Proposal sent back" });
  expect(block).toHaveTextContent(/Sent back by .?Noor.? on .?22-Nov-2026.*Not before the interview/u);
  expect(within(block).queryByRole("button")).toBeNull();
  expect(await screen.findByText("It was sent back.")).toBeVisible();
});

it("takes back one's own without a word", async () => {
  const { user, sent } = await open(assessed({ proposal: proposed({ is_own: true, may_approve: false }) }), assessed({ allowed: [offer] }));
  await user.click(await screen.findByRole("button", { name: "Withdraw the proposal" }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw the proposal" });
  await user.click(within(dialog).getByRole("button", { name: "Withdraw the proposal" }));
  await waitFor(() => expect(sent).toEqual([{ proposal: "p1" }]));
  expect(await screen.findByText("It was withdrawn.")).toBeVisible();
});

it("says all of it in Arabic too", async () => {
  await open(assessed({ proposal: proposed({ to: "R/school" }) }), undefined, "ar");
  const block = await screen.findByRole("region", { name: "اقتُرح عدم القبول وينتظر الاعتماد" });
  expect(screen.getByRole("button", { name: "اعتماد" })).toBeVisible();
  expect(within(block).getByRole("button", { name: "إعادة" })).toBeVisible();
});
