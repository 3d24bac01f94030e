import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { useGetEnquiryQuery, type UpdateStudentRequest } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt, way } from "@/test/applications";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Actions } from "../Actions";
import { faultOf, mayWait } from "./decisionMoment";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T08:00:00Z") });
  storeSchoolId("abq");
  storeToken("t", 600);
});

afterEach(() => void vi.useRealTimers());

type Decided = NonNullable<ApplicationStanding["decision"]>;

const decided = (change: Partial<Decided> = {}): Decided => ({
  to: "F/unconditional",
  publish_at: "2026-12-01T05:00:00Z",
  by: "Salma Said",
  decided_at: "2026-11-21T08:00:00Z",
  reason_code: null,
  reason_words: null,
  reason_text: null,
  bucket: "kg1",
  bucket_name: { en: "KG 1", ar: "الروضة الأولى" },
  notify: true,
  is_held: false,
  may_withdraw: true,
  may_release: true,
  ...change,
});

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  return data ? <Actions enquiry={data.enquiry} /> : null;
}

type Refusal = { status: number; body: Record<string, unknown> };

/** A record of an application; `answer` says how it stands after a move, `withdrawn` after a decision was withdrawn. */
async function open(first: ApplicationStanding, answer: ApplicationStanding | Refusal = first, withdrawn: ApplicationStanding | Refusal = first, language: Language = "en") {
  let now = first;
  const sent: UpdateStudentRequest["transition"][] = [];
  const become = (next: ApplicationStanding | Refusal) => {
    if (!("body" in next)) now = next;
    return next;
  };
  const { calls } = stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry: { id: "e1", version: 1, state: "S/assessed", owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } } }),
    "GET /enquiries/e1/application": () => now,
    "GET /seats": () => ({ rounds: [] }),
    "PATCH /student/student_update": (body) => {
      sent.push((body as UpdateStudentRequest).transition);
      return become(answer);
    },
    "DELETE /enquiries/e1/application/decision": () => become(withdrawn),
    "POST /enquiries/e1/application/decision/release": () => become(withdrawn),
  });
  await renderWith(
    <SchoolContext value={school}>
      <Opened />
    </SchoolContext>,
    { language },
  );
  return { user: userEvent.setup(), sent, calls };
}

const assessed = (change: Partial<ApplicationStanding> = {}) => applicationAt("S/assessed", change);

async function offerLater() {
  const waits = assessed({ decision: decided() });
  const opened = await open(assessed({ allowed: [way("F/unconditional")] }), waits);
  await opened.user.click(await screen.findByRole("button", { name: "Make an offer" }));
  const dialog = await screen.findByRole("dialog", { name: "Make an offer" });
  const press = async () => opened.user.click(within(dialog).getAllByRole("button", { name: "Make an offer" }).at(-1) ?? dialog);
  return { ...opened, dialog, press };
}

it("asks when a decision is released, now or on a day and hour of the school's clock", async () => {
  const { user, sent, dialog, press } = await offerLater();
  expect(within(dialog).getByRole("radio", { name: "Now" })).toBeChecked();
  await user.click(within(dialog).getByRole("radio", { name: "On a day and hour" }));
  expect(dialog).toHaveTextContent("Nobody outside sees it before");
  await press();
  expect(await within(dialog).findByText("Enter a day and a time, such as 05-Mar-2027 and 09:00.")).toBeVisible();
  const day = within(dialog).getByRole("textbox", { name: "Day" });
  await fill(day, "20/11/2026");
  expect(await within(dialog).findByText("Choose a time at least one minute from now.")).toBeVisible();
  await user.clear(day);
  await fill(day, "01/08/2027");
  expect(await within(dialog).findByText("Choose a day within 180 days.")).toBeVisible();
  expect(sent).toEqual([]);
  await user.clear(day);
  await fill(day, "01/12/2026");
  await press();
  await waitFor(() => expect(sent).toEqual([{ to: "F/unconditional", notify: true, publish_at: "2026-12-01T05:00:00.000Z" }]));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText(/The decision is recorded\. It is released on .?01-Dec-2026/)).toBeVisible();
});

it("says at the field what the server does not take", async () => {
  const refused = { status: 422, body: { success: false, messageId: "F003", errors: [{ path: "/transition/publish_at", code: "minDate", params: {}, severity: "error" }] } };
  const { user } = await open(assessed({ allowed: [way("F/unconditional")] }), refused);
  await user.click(await screen.findByRole("button", { name: "Make an offer" }));
  const dialog = await screen.findByRole("dialog", { name: "Make an offer" });
  await user.click(within(dialog).getByRole("radio", { name: "On a day and hour" }));
  await fill(within(dialog).getByRole("textbox", { name: "Day" }), "21/11/2026");
  await fill(within(dialog).getByLabelText("Time"), "23:00");
  await user.click(within(dialog).getAllByRole("button", { name: "Make an offer" }).at(-1) ?? dialog);
  expect(await within(dialog).findByText("Choose a time at least one minute from now.")).toBeVisible();
  expect(within(dialog).queryByRole("alert")).toBeNull();
});

it("asks nothing of the kind where a status is told at once", async () => {
  const { user } = await open(assessed({ allowed: [way("W/waitlist")] }));
  await user.click(await screen.findByRole("button", { name: "Change the status" }));
  await user.click(await screen.findByRole("menuitem", { name: "Put on the waiting list" }));
  const dialog = await screen.findByRole("dialog", { name: "Put on the waiting list" });
  expect(within(dialog).queryByRole("radio")).toBeNull();
});

it("says what waits, until when and by whom, and that nobody outside sees it", async () => {
  await open(assessed({ decision: decided({ bucket: "kg2", bucket_name: { en: "KG 2", ar: "الروضة الثانية" }, reason_code: "appeal", reason_words: { en: "The family asked to reconsider", ar: "طلبت الأسرة إعادة النظر" }, reason_text: "They asked", notify: false, may_withdraw: false }) }));
  const block = await screen.findByRole("region", { name: "Offer decided, not released yet" });
  expect(block).toHaveTextContent(/DecisionAn offer without conditions.*Released on01-Dec-2026.*Decided bySalma Said.*Decided on21-Nov-2026.*Place inKG 2.*The family asked to reconsider.*They asked/);
  expect(block).toHaveTextContent("Gets no e-mail.");
  expect(block).toHaveTextContent("Nobody outside sees it before.");
  expect(within(block).queryByRole("button")).toBeNull();
  expect(screen.queryByText("Nobody with your role changes the status from here.")).toBeNull();
});

it("withdraws a decision once that is confirmed", async () => {
  const { user, calls } = await open(assessed({ decision: decided() }), assessed(), assessed({ allowed: [way("F/unconditional")] }));
  await user.click(await screen.findByRole("button", { name: "Withdraw the decision" }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw the decision" });
  expect(dialog).toHaveTextContent("The place that was kept is available again");
  expect(calls).not.toContain("DELETE /enquiries/e1/application/decision");
  await user.click(within(dialog).getAllByRole("button", { name: "Withdraw the decision" }).at(-1) ?? dialog);
  expect(await screen.findByRole("button", { name: "Make an offer" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Offer decided, not released yet" })).toBeNull();
  expect(await screen.findByText("The decision was withdrawn.")).toBeVisible();
});

it("says of one that came back with a backup why it waits, and releases it", async () => {
  const { user, calls } = await open(assessed({ decision: decided({ is_held: true }) }), assessed(), applicationAt("F/unconditional"));
  const block = await screen.findByRole("region", { name: "Offer decided, not released yet" });
  expect(block).toHaveTextContent(/Was to be released on01-Dec-2026.*came back with a backup.*Release it now, or withdraw it/);
  expect(within(block).getByRole("button", { name: "Withdraw the decision" })).toBeVisible();
  await user.click(within(block).getByRole("button", { name: "Release it now" }));
  const dialog = await screen.findByRole("dialog", { name: "Release it now" });
  expect(dialog).toHaveTextContent("The offer is made now.");
  expect(calls).not.toContain("POST /enquiries/e1/application/decision/release");
  await user.click(within(dialog).getByRole("button", { name: "Release it now" }));
  expect(await screen.findByText("The decision was released.")).toBeVisible();
});

it("says why a decision could not be withdrawn", async () => {
  const { user } = await open(assessed({ decision: decided({ to: "R/school" }) }), assessed(), { status: 403, body: { success: false, messageId: "A002" } });
  expect(await screen.findByRole("region", { name: "Refusal decided, not released yet" })).toHaveTextContent("Not accepted");
  await user.click(screen.getByRole("button", { name: "Withdraw the decision" }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw the decision" });
  await user.click(within(dialog).getAllByRole("button", { name: "Withdraw the decision" }).at(-1) ?? dialog);
  expect(await within(dialog).findByRole("alert")).toBeVisible();
});

it("says all of it in Arabic too", async () => {
  await open(assessed({ decision: decided() }), undefined, undefined, "ar");
  const block = await screen.findByRole("region", { name: "تقرر تقديم عرض ولم يُعلن بعد" });
  expect(block).toHaveTextContent(/عرض بلا شروط.*01 ديسمبر 2026/);
  expect(within(block).getByRole("button", { name: "سحب القرار" })).toBeVisible();
});

it("lets offers and a refusal of the school's wait, for half a year at most", () => {
  expect((["F/unconditional", "F/conditional", "R/school"] as const).every(mayWait)).toBe(true);
  expect((["R/duplicate", "W/waitlist", "A/fee_due", "C"] as const).some(mayWait)).toBe(false);
  const at = (ahead: number) => faultOf({ kind: "later", day: "", time: "", at: new Date(ahead).toISOString() }, 0);
  expect([59_999, 60_000, 180 * 86_400_000, 180 * 86_400_000 + 1].map(at)).toEqual(["past", null, null, "far"]);
  expect([faultOf({ kind: "now" }, 0), faultOf({ kind: "later", day: "", time: "09:00", at: null }, 0)]).toEqual([null, "missing"]);
});
