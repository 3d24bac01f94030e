import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { useGetEnquiryQuery } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt, seatsLine, way } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Actions } from "../Actions";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const paper = (en: string, state: string, wanted = true) => ({ label: { en, ar: en }, state, wanted });

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  return data ? <Actions enquiry={data.enquiry} /> : null;
}

async function open(application: ApplicationStanding, { papers = [], language = "en", path = "/pre_admission/e1" }: { papers?: object[]; language?: Language; path?: string } = {}) {
  const sent: unknown[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({
      enquiry: { id: "e1", version: 1, person: "Salma Al Lawati", person_ar: "سلمى اللواتي", state: `${application.status}/${application.sub_status}`, owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } },
    }),
    "GET /enquiries/e1/application": () => application,
    "GET /enquiries/e1/papers": () => ({ items: papers, removed: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], language: "en" }),
    "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", open: true, buckets: [seatsLine("kg1", { free: 18, places: 44 }), seatsLine("g1", { free: 21, places: 50 })] }] }),
    "PATCH /student/student_update": (body) => {
      sent.push((body as { transition: unknown }).transition);
      return { ...applicationAt("S/to_schedule"), version: 2 };
    },
  });
  await renderWith(
    <SchoolContext value={school}>
      <Opened />
    </SchoolContext>,
    { language, path },
  );
  return { sent, user: userEvent.setup() };
}

it.each([
  ["en", "Make an offer", /^Make an offer: .?Salma Al Lawati.?$/],
  ["ar", "تقديم عرض", /^تقديم عرض: .?سلمى اللواتي.?$/],
] as const)("says in its title whom it is about (%s)", async (language, button, title) => {
  const { user } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional")] }), { language });
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog", { name: title });
  expect(within(dialog).getByRole("button", { name: button })).toBeVisible();
});

it("offers to move all the same at once where documents are known to be missing, and asks the server nothing that it would refuse", async () => {
  const { user, sent } = await open(applicationAt("W/review", { allowed: [way("S/to_schedule")] }), { papers: [paper("Passport", "missing"), paper("Photo", "accepted"), paper("Report", "missing", false)] });
  await user.click(await screen.findByRole("button", { name: "Shortlist" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByRole("button", { name: "Move all the same, with a reason" })).toBeVisible();
  expect(within(dialog).queryByRole("combobox", { name: "Reason" })).toBeNull();
  // Documents stop it: its own button is not active, and the words say what is to be done.
  expect(within(dialog).getByRole("button", { name: "Shortlist" })).toBeDisabled();
  expect(within(dialog).getByText("The step needs all of them accepted or waived, or a reason for going on without them.")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Move all the same, with a reason" }));
  expect(within(dialog).queryByRole("button", { name: "Move all the same, with a reason" })).toBeNull();
  expect(within(dialog).getByRole("listitem")).toHaveTextContent("Passport");
  expect(sent).toEqual([]);
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Reason" }), "Another reason");
  await user.click(within(dialog).getByRole("button", { name: "Shortlist" }));
  await waitFor(() => expect(sent).toEqual([{ to: "S/to_schedule", notify: false, reason_code: "other" }]));
});

it.each([["en", "Make an appointment", "Day", "Time", "Place", "Enter a day and a time, such as 05-Mar-2027 and 09:00."], ["ar", "تحديد موعد", "اليوم", "الساعة", "المكان", "أدخلوا يومًا وساعة، مثل 05 مارس 2027 و09:00."]] as const)("makes an appointment for a day, an hour of the school's clock and a place, and tells the family (%s)", async (language, button, day, time, place, missing) => {
  const { user, sent } = await open(applicationAt("S/to_schedule", { allowed: [{ ...way("S/scheduled"), asks: ["appointment"] }] }), { language });
  await user.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("checkbox")).toBeChecked();
  await user.click(within(dialog).getByRole("button", { name: button }));
  expect(await within(dialog).findByText(missing)).toBeVisible();
  expect(sent).toEqual([]);
  const on = new Date(Date.now() + 9 * 86_400_000);
  await user.type(within(dialog).getByRole("textbox", { name: day }), on.toLocaleDateString("en-GB"));
  await user.clear(within(dialog).getByLabelText(time));
  await user.type(within(dialog).getByLabelText(time), "10:30");
  await user.type(within(dialog).getByRole("textbox", { name: place }), "Main building");
  await user.click(within(dialog).getByRole("button", { name: button }));
  const [iso = ""] = on.toISOString().split("T");
  await waitFor(() => expect(sent).toEqual([{ to: "S/scheduled", notify: true, appointment: { at: new Date(`${iso}T10:30:00+04:00`).toISOString(), place: "Main building" } }]));
});

it("says when and where a child is seen", async () => {
  await open(applicationAt("S/scheduled", { appointment: { at: "2026-12-06T06:00:00.000Z", place: "Main building" } }));
  expect(await screen.findByText(/06-Dec-2026.*10:00/)).toBeVisible();
  expect(screen.getByText("Main building")).toBeVisible();
});

it("asks for no reason where only what nobody waits for is missing", async () => {
  const { user, sent } = await open(applicationAt("W/review", { allowed: [way("S/to_schedule")] }), { papers: [paper("Photo", "accepted"), paper("Report", "missing", false)] });
  await user.click(await screen.findByRole("button", { name: "Shortlist" }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("All documents are accepted or waived.")).toBeVisible();
  await user.click(within(dialog).getByRole("button", { name: "Shortlist" }));
  await waitFor(() => expect(sent).toEqual([{ to: "S/to_schedule", notify: false }]));
});

it("says of one on the waiting list where its position is, and how a place is offered in a round that wants the shortlist first", async () => {
  await open(applicationAt("W/waitlist", { allowed: [way("S/to_schedule"), way("R/school", true)] }));
  expect(await screen.findByText("Shortlist it first, then make an offer.")).toBeVisible();
  expect(screen.getByRole("link", { name: "Its position in the list" })).toHaveAttribute("href", "/seats?round=2027&waitlist=kg1");
});

it.each([
  ["an offer can be made at once", applicationAt("W/waitlist", { allowed: [way("S/to_schedule"), way("F/unconditional")] })],
  ["the caller does not shortlist", applicationAt("W/waitlist", { allowed: [way("R/school", true)] })],
  ["it is not on the waiting list", applicationAt("W/review", { allowed: [way("S/to_schedule")] })],
])("says nothing of the shortlist where %s", async (_why, application) => {
  await open(application);
  expect(await screen.findByText("ABQ27-00001")).toBeVisible();
  expect(screen.queryByText("Shortlist it first, then make an offer.")).toBeNull();
});

it("asks at once for the step that an address begins with, and not again", async () => {
  const { user } = await open(applicationAt("W/review", { allowed: [way("S/to_schedule")] }), { path: "/pre_admission/e1?move=S%2Fto_schedule" });
  const dialog = await screen.findByRole("dialog", { name: /^Shortlist: / });
  expect(location.search).toBe("");
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("asks for nothing that an address begins with and nobody may do", async () => {
  await open(applicationAt("W/review", { allowed: [way("R/school", true)] }), { path: "/pre_admission/e1?move=S%2Fto_schedule" });
  expect(await screen.findByText("ABQ27-00001")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("tells of the places that are chosen, and of no others", async () => {
  const { user } = await open(applicationAt("S/assessed", { allowed: [way("F/unconditional")] }));
  await user.click(await screen.findByRole("button", { name: "Make an offer" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent(/A place in .?KG 1.? is kept.*18 of 44/);
  await user.selectOptions(await within(dialog).findByRole("combobox", { name: "For a place in" }), "G1 (available: 21)");
  expect(dialog).toHaveTextContent(/A place in .?G1.? is kept.*21 of 50/);
  expect(dialog).not.toHaveTextContent(/A place in .?KG 1/);
});

it("says of a proposal that no place is kept before it is approved", async () => {
  const { user } = await open(applicationAt("S/assessed", { allowed: [{ ...way("F/unconditional"), asks: ["offer", "approval"] }] }));
  await user.click(await screen.findByRole("button", { name: "Propose: Make an offer" }));
  expect(await screen.findByRole("dialog")).toHaveTextContent(/Once somebody else approves it, a place in .?KG 1.? is kept.*No place is kept before\./);
});

it.each([
  ["en", "Accepted, payment due", 3, "3 conditions of the offer are still open."],
  ["en", "Accepted, payment due", 1, "1 condition of the offer is still open."],
  ["ar", "تسجيل القبول، بانتظار الدفع", 2, "لا يزال شرطان من شروط العرض دون استيفاء."],
] as const)("says that conditions are open which a step goes past, and nothing speaks for it (%s, %s, %i)", async (language, button, open_conditions, said) => {
  const { user } = await open(applicationAt("A/conditions_open", { open_conditions, allowed: [{ ...way("A/fee_due"), asks: ["conditions"] }] }), { language });
  const onward = await screen.findByRole("button", { name: button });
  expect(onward).toHaveAttribute("data-variant", "default");
  await user.click(onward);
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("note")).toHaveTextContent(said);
  expect(dialog.getByRole("button", { name: button })).toHaveAttribute("data-variant", "default");
});

it("says nothing of conditions where a step goes past none", async () => {
  const { user } = await open(applicationAt("A/conditions_open", { open_conditions: 0, allowed: [way("A/fee_due")] }));
  const onward = await screen.findByRole("button", { name: "Accepted, payment due" });
  expect(onward).toHaveAttribute("data-variant", "filled");
  await user.click(onward);
  expect(within(await screen.findByRole("dialog")).queryByRole("note")).toBeNull();
});
