import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { useGetEnquiryQuery } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Actions } from "../Actions";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const place: NonNullable<ApplicationStanding["answers_place"]> = {
  round: "2027",
  bucket: "g4",
  name: { en: "Year 4", ar: "السنة الرابعة" },
  was: { en: "Grade 1", ar: "الصف الأول" },
  seats: { places: 75, on_roll: 20, booked: 1, accepted: 2, offered: 3, free: 21, over_offer: 0, waitlist: 0 },
  may_settle: true,
};

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  return data ? <Actions enquiry={data.enquiry} /> : null;
}

/** A record of which the answers say another place; `answer` says what becomes of that. */
async function open(first: ApplicationStanding, answer: object = applicationAt("A/fee_due"), language: Language = "en") {
  let now: object = first;
  const sent: unknown[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1": () => ({ enquiry: { id: "e1", version: 1, state: "A/fee_due", owner: null, timeline: [], next_states: [], document: { schema: {}, messages: {} } } }),
    "GET /enquiries/e1/application": () => now,
    "PUT /enquiries/e1/application/place": (body) => {
      sent.push(body);
      if (!(answer as { body?: unknown }).body) now = answer;
      return answer;
    },
  });
  await renderWith(
    <SchoolContext value={school}>
      <Opened />
    </SchoolContext>,
    { language },
  );
  return { user: userEvent.setup(), sent };
}

it.each([
  ["Move the place", "move", /gets its place in .?Year 4.?, and the one in .?Grade 1.? becomes available/u],
  ["Keep the place", "keep", /stays in .?Grade 1.?, although the answers say .?Year 4/u],
] as const)("says that the answers say another place: %s", async (name, choice, says) => {
  const { user, sent } = await open(applicationAt("A/fee_due", { version: 7, answers_place: place }));
  const alert = await screen.findByText(/The answers now say .?Year 4.?; the place is in .?Grade 1/u);
  expect(alert).toBeVisible();
  expect(screen.getByText(/Places available in .?Year 4.?: 21 of 75/u)).toBeVisible();
  await user.click(screen.getByRole("button", { name }));
  const dialog = await screen.findByRole("dialog", { name });
  expect(dialog).toHaveTextContent(says);
  await user.click(within(dialog).getByRole("button", { name }));
  await waitFor(() => expect(sent).toEqual([{ version: 7, choice }]));
  await waitFor(() => expect(screen.queryByText(/The answers now say/u)).toBeNull());
});

it("says of an offer that the family is told, and why nothing is moved", async () => {
  const waits = { status: 422, body: { success: false, messageId: "A012", guard: "decision_pending" } };
  const { user } = await open(applicationAt("F/unconditional", { answers_place: place }), waits);
  await user.click(await screen.findByRole("button", { name: "Move the place" }));
  const dialog = await screen.findByRole("dialog", { name: "Move the place" });
  expect(dialog).toHaveTextContent("The family is told by e-mail.");
  await user.click(within(dialog).getByRole("button", { name: "Move the place" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("Something waits for its release or for an approval.");
});

it("is read by who decides nothing, in Arabic too", async () => {
  await open(applicationAt("A/fee_due", { answers_place: { ...place, may_settle: false, seats: null } }), undefined, "ar");
  expect(await screen.findByText(/تشير الإجابات الآن إلى .?السنة الرابعة.?، والمقعد في .?الصف الأول/u)).toBeVisible();
  expect(screen.queryByRole("button", { name: "نقل المقعد" })).toBeNull();
  expect(screen.queryByText(/المقاعد المتاحة في/u)).toBeNull();
});
