import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { useGetEnquiryQuery, type PaperView, type UpdateStudentRequest } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt, seatsLine, way } from "@/test/applications";
import { fill } from "@/test/fill";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { usePageActions } from "@/ui/pageActions";
import { Actions } from "../Actions";
import type { Transition } from "./useMove";

vi.setConfig({ testTimeout: 30_000 });

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  const offered = usePageActions().map(({ label }) => label);
  return data ? (
    <>
      <Actions enquiry={data.enquiry} />
      <p data-testid="offered">{offered.join(", ")}</p>
    </>
  ) : null;
}

beforeEach(() => {
  papers = [];
  storeSchoolId("abq");
  storeToken("t", 600);
});

type Refusal = { status: number; messageId: string } & Record<string, unknown>;

/** A record of an application; `answer` refuses a move, or says how it stands after it. */
type Sent = UpdateStudentRequest & { transition: Transition };

let papers: Pick<PaperView, "label" | "state" | "wanted">[] = [];

async function open(first: ApplicationStanding, answer: (sent: Sent) => Refusal | ApplicationStanding = () => first, language: Language = "en", status_labels: typeof school.status_labels = {}) {
  let now = first;
  const stand = () => (now.sub_status ? `${now.status}/${now.sub_status}` : now.status);
  const sent: Transition[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry: { id: "e1", version: now.version, state: stand(), owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } } }),
    "GET /enquiries/e1/application": () => now,
    "GET /enquiries/e1/papers": () => ({ items: papers, removed: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], language: "en" }),
    "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", open: true, buckets: [seatsLine("kg1"), seatsLine("kg2", { free: 12 })] }] }),
    "PATCH /student/student_update": (body) => {
      const asked = body as Sent;
      sent.push(asked.transition);
      const told = answer(asked);
      if ("messageId" in told) {
        const { status, ...refused } = told;
        return { status, body: { success: false, ...refused } };
      }
      now = { ...told, version: now.version + 1 };
      return now;
    },
  });
  await renderWith(
    <SchoolContext value={{ ...school, status_labels }}>
      <Opened />
    </SchoolContext>,
    { language, store: staffStore() },
  );
  const user = userEvent.setup();
  const pick = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: "Change the status" }));
    await user.click(await screen.findByRole("menuitem", { name }));
    return await screen.findByRole("dialog", { name });
  };
  return { user, sent, pick };
}

const press = async (dialog: HTMLElement, name: string) => userEvent.click(within(dialog).getAllByRole("button", { name }).at(-1) ?? dialog);

it("says where it stands, since when, for which places it competes and until when an offer is open", async () => {
  await open(applicationAt("F/conditional", { offer_until: "2026-11-28", reason: "appeal", reason_words: { en: "The family asked to reconsider", ar: "طلبت الأسرة إعادة النظر" } }));
  const actions = await screen.findByRole("region", { name: "What to do" });
  await within(actions).findByText("ABQ27-00001");
  expect(actions).toHaveTextContent(/Offer sent with conditions/);
  expect(actions).toHaveTextContent(/Since20-Nov-2026.*Offer open until28-Nov-2026.*ReasonThe family asked to reconsider.*School year2027-2028.*KG 1.*Places available18 of 44/);
  expect(within(actions).getByRole("link", { name: "18 of 44" })).toHaveAttribute("href", "/seats");
  expect(actions).toHaveTextContent("Nobody with your role changes the status from here.");
  expect(within(actions).getByRole("button", { name: "Add the comment" }), "what is done with any submission stays").toBeInTheDocument();
});

it("offers a place: says what it takes and what the family reads, and takes another grade's", async () => {
  const offered = applicationAt("F/unconditional", { bucket: "kg2", offer_until: "2026-11-28", family_told: true });
  const { user, sent } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional"), way("W/waitlist")] }), () => offered);
  await user.click(await screen.findByRole("button", { name: "Make an offer" }));
  const dialog = await screen.findByRole("dialog", { name: "Make an offer" });
  expect(dialog).toHaveTextContent(/A place in .?KG 1.? is kept.*18 of 44/);
  expect(within(dialog).getByRole("checkbox", { name: "Tell the family by e-mail" })).toBeChecked();
  expect(dialog).toHaveTextContent(/The e-mail says: “.?A place is offered.?”, and until when/);
  await user.selectOptions(await within(dialog).findByRole("combobox", { name: "For a place in" }), "KG2 (available: 12)");
  await press(dialog, "Make an offer");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ to: "F/unconditional", notify: true, bucket: "kg2" }]);
  expect(screen.getByRole("status")).toHaveTextContent(/It is now: .?Offer sent \(without conditions\).?\. The family is told by e-mail\./);
  expect(screen.queryByRole("button", { name: "Undo" }), "no way back is allowed").toBeNull();
});

it("offers its ways to the command palette, in their order", async () => {
  await open(applicationAt("W/review", { allowed: [way("R/school", true), way("S/to_schedule")] }));
  await waitFor(() => expect(screen.getByTestId("offered")).toHaveTextContent("Shortlist, Do not accept"));
});

it("says in the school's own words what the family is told, but for what is no decision of the school's", async () => {
  const labels = { S: { en: "On our list", ar: "في قائمتنا" }, R: { en: "Not this year", ar: "ليس هذا العام" } };
  const { user, pick } = await open(applicationAt("W/review", { allowed: [way("R/duplicate", true), way("S/to_schedule")] }), undefined, "en", labels);
  const dialog = await pick("Shortlist");
  expect(dialog).toHaveTextContent(/The family gets no e-mail. In its application it reads: “.?On our list.?”\./);
  await user.click(within(dialog).getByRole("checkbox", { name: "Tell the family by e-mail" }));
  expect(dialog).toHaveTextContent(/The e-mail says: “.?On our list.?”\./);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  expect(await pick("Close as a duplicate")).toHaveTextContent(/it reads: “.?Closed.?”\./);
});

it("lists the documents that are missing, and moves all the same for a reason", async () => {
  const { user, sent, pick } = await open(applicationAt("W/review", { allowed: [way("S/to_schedule")] }), ({ transition }) =>
    transition.reason_code || transition.reason_text ? applicationAt("S/to_schedule") : { status: 422, messageId: "A015", missing: [{ en: "Passport", ar: "جواز السفر" }, { en: "Photo", ar: "صورة" }] },
  );
  const dialog = await pick("Shortlist");
  expect(within(dialog).queryByRole("combobox", { name: "Reason" })).toBeNull();
  await press(dialog, "Shortlist");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Documents are still missing.");
  expect(within(dialog).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Passport", "Photo"]);
  await user.click(within(dialog).getByRole("button", { name: "Move all the same, with a reason" }));
  await press(dialog, "Shortlist");
  expect(await within(dialog).findByText("Choose a reason, or write one.")).toBeVisible();
  await fill(within(dialog).getByRole("textbox", { name: "In your words" }), "They come on Sunday");
  await press(dialog, "Shortlist");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ to: "S/to_schedule", notify: false }, { to: "S/to_schedule", notify: false, reason_text: "They come on Sunday" }]);
});

it.each([
  ["en", "Change the status", "Enrol", "2 documents are not accepted yet:", ["Passport Missing", "Vaccination card Received"], "All documents are accepted or waived."],
  ["ar", "تغيير الحالة", "تسجيل الطفل", "مستندان لم يُقبلا بعد:", ["جواز السفر ناقص", "بطاقة التطعيم وصل"], "كل المستندات مقبولة أو معفى منها."],
] as const)("says which documents are not accepted before a child is enrolled (%s)", async (language, change, name, left, listed, settled) => {
  const paper = (en: string, ar: string, state: PaperView["state"]) => ({ label: { en, ar }, state, wanted: true });
  papers = [paper("Passport", "جواز السفر", "missing"), paper("Photo", "صورة", "accepted"), paper("Vaccination card", "بطاقة التطعيم", "received"), { ...paper("Report", "تقرير", "missing"), wanted: false }];
  await open(applicationAt("B/originals_due", { allowed: [way("C")] }), undefined, language);
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: change }));
  await user.click(await screen.findByRole("menuitem", { name }));
  const dialog = await screen.findByRole("dialog", { name });
  expect(await within(dialog).findByText(left)).toBeVisible();
  expect(within(dialog).getAllByRole("listitem").map((item) => item.textContent)).toEqual(listed);
  expect(dialog).not.toHaveTextContent(settled);
});

it("says that a child is enrolled already by another application", async () => {
  const { pick } = await open(applicationAt("B/originals_due", { allowed: [way("C")] }), () => ({ status: 422, messageId: "A012", allowed: [], guard: "identity_unique" }));
  const dialog = await pick("Enrol");
  await press(dialog, "Enrol");
  expect(await within(dialog).findByText(/enrolled already through another application/)).toBeVisible();
  expect(dialog).not.toHaveTextContent("It cannot go anywhere");
});

it("enrols a child that looks like a student where somebody says that it is another one", async () => {
  const student = { admission_number: "ABQ-2027-0001", may_override: true };
  const { user, sent, pick } = await open(applicationAt("B/originals_due", { allowed: [way("C")] }), ({ transition }) =>
    transition.override ? applicationAt("C") : { status: 422, messageId: "A012", allowed: [], guard: "identity_unique", student },
  );
  const dialog = await pick("Enrol");
  await press(dialog, "Enrol");
  expect(await within(dialog).findByText(/same name and date of birth: \u2068ABQ-2027-0001/)).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "It is another child" }));
  await press(dialog, "Enrol");
  expect(sent).toHaveLength(1);
  await user.type(within(dialog).getByLabelText("In your words"), "Two passports");
  await press(dialog, "Enrol");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ to: "C", notify: false, override: true, reason_text: "Two passports" });
});

it("does not let one child be enrolled twice", async () => {
  const student = { admission_number: "ABQ-2027-0001", may_override: false };
  const { pick } = await open(applicationAt("B/originals_due", { allowed: [way("C")] }), () => ({ status: 422, messageId: "A012", allowed: [], guard: "identity_unique", student }));
  const dialog = await pick("Enrol");
  await press(dialog, "Enrol");
  expect(await within(dialog).findByText(/is a student already, as \u2068ABQ-2027-0001/)).toBeVisible();
  expect(within(dialog).queryByRole("button", { name: "It is another child" })).toBeNull();
});

it("says that no place is left, and offers the waiting list", async () => {
  const { user, sent, pick } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional"), way("W/waitlist")] }), ({ transition }) =>
    transition.to === "W/waitlist" ? applicationAt("W/waitlist") : { status: 422, messageId: "A014", bucket: "kg1", places: 44, taken: 44, over_offer: 0 },
  );
  const dialog = await pick("Make an offer");
  await press(dialog, "Make an offer");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("No place is left in this grade.");
  expect(dialog).toHaveTextContent("Places: 44. Taken: 44.");
  await user.click(within(dialog).getByRole("button", { name: "Put on the waiting list instead" }));
  const waiting = await screen.findByRole("dialog", { name: "Put on the waiting list" });
  await press(waiting, "Put on the waiting list");
  await waitFor(() => expect(sent.map(({ to }) => to)).toEqual(["F/unconditional", "W/waitlist"]));
});

it("says where else it can go", async () => {
  const { pick } = await open(applicationAt("W/review", { allowed: [way("S/to_schedule")] }), () => ({ status: 422, messageId: "A012", allowed: ["W/waitlist", "R/school"] }));
  const dialog = await pick("Shortlist");
  await press(dialog, "Shortlist");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("This application cannot go there");
  expect(within(dialog).getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Waiting (on the waiting list)", "Closed (not accepted)"]);
});

it("puts on hold until a day for a reason, and undoes it without one", async () => {
  const held = applicationAt("O/payment", { held_from: "W/review", review_by: "2026-12-01", allowed: [way("W/review")] });
  const { user, sent, pick } = await open(applicationAt("W/review", { allowed: [way("O/payment", true)] }), ({ transition }) => (transition.to === "O/payment" ? held : applicationAt("W/review", { allowed: [way("O/payment", true)] })));
  const dialog = await pick("Put on hold: payment");
  expect(dialog).toHaveTextContent("Work on it pauses");
  await press(dialog, "Put on hold: payment");
  expect(await within(dialog).findByText("Enter a day, such as 05-Mar-2027.")).toBeVisible();
  await user.type(within(dialog).getByRole("textbox", { name: "Look at it again on" }), "20/11/2026");
  expect(await within(dialog).findByText("Choose today or a later day.")).toBeVisible();
  await user.clear(within(dialog).getByRole("textbox", { name: "Look at it again on" }));
  await user.type(within(dialog).getByRole("textbox", { name: "Look at it again on" }), "01/12/2026");
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Reason" }), "Fees");
  await press(dialog, "Put on hold: payment");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent).toEqual([{ to: "O/payment", notify: false, reason_code: "fees", review_by: "2026-12-01" }, { to: "W/review" }]));
  expect(await screen.findByText("under review")).toBeVisible();
});

it("asks for the reason of a way back that wants one", async () => {
  const out = applicationAt("F/unconditional", { allowed: [way("S/assessed", true)] });
  const { user, pick } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional")] }), () => out);
  await press(await pick("Make an offer"), "Make an offer");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const dialog = await screen.findByRole("dialog", { name: "Withdraw the offer" });
  expect(dialog).toHaveTextContent("The offer no longer holds");
  expect(within(dialog).getByRole("combobox", { name: "Reason" })).toBeVisible();
});

it("shows once what a faster colleague did, keeps what was entered, and sends it again", async () => {
  let first = true;
  const { user, sent, pick } = await open(applicationAt("W/review", { allowed: [way("R/school", true)] }), () => {
    const answer = first ? { status: 409, messageId: "A003" } : applicationAt("R/school");
    first = false;
    return answer;
  });
  const dialog = await pick("Do not accept");
  await user.type(within(dialog).getByRole("textbox"), "Not this year");
  await press(dialog, "Do not accept");
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("What you entered is still here");
  expect(screen.getAllByText(/Somebody changed this application/u)).toHaveLength(1);
  expect(within(dialog).getByRole("textbox")).toHaveValue("Not this year");
  await press(dialog, "Do not accept");
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says all of it in Arabic too", async () => {
  const { user } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional")] }), undefined, "ar");
  await user.click(await screen.findByRole("button", { name: "تقديم عرض" }));
  expect(await screen.findByRole("dialog", { name: "تقديم عرض" })).toHaveTextContent(/يُحفظ للأسرة مقعد في .?الروضة الأولى.*عُرض عليكم مقعد/);
});

it("says that it could not be loaded, and tries again", async () => {
  let fails = true;
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry: { id: "e1", version: 1, state: "W/review", owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } } }),
    "GET /enquiries/e1/application": () => (fails ? { status: 503, body: { messageId: "R008" } } : applicationAt("W/review")),
  });
  await renderWith(
    <SchoolContext value={school}>
      <Opened />
    </SchoolContext>,
  );
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The status could not be loaded");
  fails = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("ABQ27-00001")).toBeVisible();
});

it.each([
  ["en", "Enrol", "The admission number is ⁨ABQ-2027-0005⁩.", "Copy the admission number"],
  ["ar", "تسجيل الطفل", "رقم القيد ⁨ABQ-2027-0005⁩.", "نسخ رقم القيد"],
] as const)("tells the admission number of who is enrolled, then and from then on (%s)", async (language, enrol, said, copy) => {
  const { user } = await open(applicationAt("B/originals_due", { allowed: [way("C")] }), () => applicationAt("C", { admission_number: "ABQ-2027-0005" }), language);
  await user.click(await screen.findByRole("button", { name: enrol }));
  const dialog = await screen.findByRole("dialog");
  expect(screen.queryByRole("button", { name: copy }), "none before").toBeNull();
  await user.click(within(dialog).getByRole("button", { name: enrol }));
  await waitFor(() => expect(screen.getAllByRole("status").some((one) => one.textContent?.includes(said))).toBe(true));
  expect(screen.getByRole("button", { name: copy })).toBeVisible();
});
