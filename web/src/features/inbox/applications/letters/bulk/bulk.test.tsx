import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { ManyLetters, type Everything } from "../ManyLetters";
import type { BulkPreviewAnswer, LetterJob } from "./bulkCalls";
import { LetterJobs } from "./LetterJobs";

vi.setConfig({ testTimeout: 30_000 });

const title = { en: "Confirmation", ar: "إفادة" };
const job = (change: Partial<LetterJob> = {}): LetterJob => ({
  id: "j1", state: "done", action: "issue", code: "confirmation", title, of: null, total: 250, done: 250, issued: 240, sent: 240, opened: 12, ended: 0, withdrawn: 0, posted: 0, refused: 10, parts: [0, 2], can_withdraw: true, can_post: true, fault: null, created_at: "2026-11-23T09:00:00Z", expires_at: "2026-11-24T09:00:00Z", ...change,
});
const child = (id: string, change: object = {}) => ({ id, student_name: `Child ${id}`, student_name_ar: null, ...change });
const preview: BulkPreviewAnswer = {
  total: 4,
  will_send: 2,
  closed: 1,
  unmailed: 1,
  samples: [child("e1")],
  refused: [
    { message_id: "A012", guard: "unfilled", detail: "fee_total", count: 1, examples: [child("e2")] },
    { message_id: "A001", guard: null, detail: null, count: 1, examples: [] },
  ],
};

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

function many(answers: Parameters<typeof stubServer>[0], all?: Everything, language: "en" | "ar" = "en") {
  stubServer({ "GET /enquiries/letter-templates": () => ({ items: [{ code: "confirmation", title, languages: "both" }] }), ...answers });
  const sent = vi.fn<() => void>();
  void renderWith(
    <SchoolContext value={school}>
      <ManyLetters chosen={[{ id: "e1", name: "e1" }, { id: "e2", name: "e2" }]} all={all} onRun={() => {}} onSent={sent} />
    </SchoolContext>,
    { store: staffStore(), language },
  );
  return { sent, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

it("tells who gets the letter and who does not before it is begun for those that are chosen", async () => {
  const asked: unknown[] = [];
  const drawn: unknown[] = [];
  const { user, sent } = many({
    "POST /letters/bulk/preview": (body) => {
      asked.push(body);
      return preview;
    },
    "POST /enquiries/e1/letters/preview": (body) => {
      drawn.push(body);
      return { status: 422, body: { messageId: "F003", errors: [{ path: "/code", code: "unfilled", params: {}, severity: "error" }] } };
    },
    "POST /letters/bulk": (body) => {
      asked.push(body);
      return { status: 201, body: { letters: job({ state: "waiting" }) } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Letters" }));
  await user.click(await screen.findByRole("menuitem", { name: "Send a letter" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a letter to 2 applications" });
  const days = await within(dialog).findByLabelText("Days for which it can be opened");
  await user.clear(days);
  await user.type(days, "400");
  await user.click(within(dialog).getByRole("button", { name: "Show who gets it" }));
  expect(await within(dialog).findByText("Enter a number of days from 1 to 365.")).toBeVisible();
  expect(asked).toEqual([]);
  await user.clear(days);
  await user.type(days, "30");
  await user.selectOptions(within(dialog).getByLabelText("Language of the letter"), "ar");
  await user.click(within(dialog).getByRole("button", { name: "Show who gets it" }));
  const seen = await within(dialog).findByRole("region", { name: "Who gets the letter" });
  expect(within(dialog).getByText(/^.?Confirmation.?, Arabic$/), "which letter, and in which language").toBeVisible();
  expect(seen).toHaveTextContent("Applications that get the letter: 2");
  expect(seen).toHaveTextContent("without an e-mail address: 1");
  expect(seen).toHaveTextContent(/lacks something that the letter names: .*fee_total.*\(1\).*Child e2/);
  expect(seen).toHaveTextContent("There is no such application, or you cannot see it.");
  await user.click(within(seen).getByRole("button", { name: "Child e1" }));
  expect(await within(seen).findByRole("alert")).toHaveTextContent("lacks something that this letter names");
  expect(drawn).toEqual([{ code: "confirmation", language: "ar" }]);
  expect(sent).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole("button", { name: "Send 2 letters" }));
  await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
  const body = { code: "confirmation", language: "ar", days: 30, ids: ["e1", "e2"] };
  expect(asked).toEqual([body, body]);
});

it("means all that match, in Arabic too, and says how many are too many", async () => {
  const asked: unknown[] = [];
  const { user } = many(
    {
      "POST /letters/bulk/preview": (body) => {
        asked.push(body);
        return { status: 422, body: { messageId: "A009", limit: 1000 } };
      },
    },
    { filter: { status: ["W"] }, count: 1200 },
    "ar",
  );
  await user.click(await screen.findByRole("button", { name: "الخطابات" }));
  expect(screen.queryByRole("menuitem", { name: "طباعة الخطابات" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "إرسال خطاب" }));
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByLabelText("الخطاب");
  await user.click(within(dialog).getByRole("button", { name: "عرض من يصله الخطاب" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("دفعة واحدة");
  expect(asked).toEqual([{ code: "confirmation", language: "both", days: 90, filter: { status: ["W"] } }]);
});

function jobs(first: readonly LetterJob[], answers: Parameters<typeof stubServer>[0] = {}) {
  const state = { items: [...first] };
  stubServer({ "GET /letters/bulk": () => ({ items: state.items }), ...answers });
  void renderWith(
    <SchoolContext value={school}>
      <LetterJobs />
    </SchoolContext>,
    { store: staffStore() },
  );
  return { state, user: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}

it("shows how far it is, and asks on until the last one is drawn", async () => {
  const { state } = jobs([job({ state: "running", done: 125, issued: 125, sent: 0, parts: [], can_post: false, can_withdraw: false })]);
  expect(await screen.findByRole("listitem")).toHaveTextContent(/Letters: .*Confirmation.*125 of 250/);
  expect(screen.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "50");
  expect(screen.getByRole("status")).toHaveTextContent("Letters are being prepared.");
  state.items = [job({ sent: 100 })];
  await vi.advanceTimersByTimeAsync(1100);
  await waitFor(() => expect(screen.getByRole("listitem")).toHaveTextContent(/Made: 240 · Ready and out: 100 · Opened: 12 · No letter: 10/));
  state.items = [job()];
  await vi.advanceTimersByTimeAsync(1100);
  await waitFor(() => expect(screen.getByRole("listitem")).toHaveTextContent("Ready and out: 240"));
});

it("prints a part, writes down the post, and withdraws for a reason", async () => {
  const said: unknown[] = [];
  const { user } = jobs([job()], {
    "POST /enquiries/letters/print": (body) => {
      said.push(body);
      return { status: 422, body: { messageId: "F003", errors: [{ path: "/part", code: "none", params: {}, severity: "error" }] } };
    },
    "POST /letters/bulk/j1/posts": (body) => {
      said.push(body);
      return { status: 201, body: { letters: job({ id: "j2", action: "post" }) } };
    },
    "POST /letters/bulk/j1/withdraw": (body) => {
      said.push(body);
      return { status: 409, body: { messageId: "A008" } };
    },
  });
  const pick = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: "Print and more" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  };
  await pick("Print 201 to 250 as one PDF");
  expect(await screen.findByRole("alert")).toHaveTextContent("None of these applications has such a letter");
  await pick("Posted on paper");
  await user.type(await screen.findByLabelText(/^Note/), "Courier 7");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await pick("Withdraw those that nobody opened");
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await within(dialog).findByText("Say why.")).toBeVisible();
  await user.type(within(dialog).getByLabelText("Reason, for colleagues"), "Wrong year");
  await user.click(within(dialog).getByRole("button", { name: "Withdraw" }));
  expect(await within(dialog).findByRole("alert")).toHaveTextContent("still under way");
  expect(said).toEqual([{ bulk: "j1", part: 2 }, { posted_on: school.today, note: "Courier 7" }, { reason: "Wrong year" }]);
});

it("tells what became of each, and leads to its record", async () => {
  const one = (id: string, change: object) => ({ ...child(id), registration_id: `ABQ27-0000${id}`, outcome: "issued", reference: `ABQ-2026-LT-0000${id}`, letter_state: "released", opened: false, message_id: null, guard: null, detail: null, ...change });
  const asked: string[] = [];
  const { user } = jobs([job()], {
    "GET /letters/bulk/j1/results": (_body, url) => {
      asked.push(url.search);
      if (url.searchParams.get("cursor")) return { items: [one("4", { outcome: "withdrawn" })], next_cursor: null };
      return { items: [one("1", { opened: true }), one("2", { outcome: "refused", reference: null, letter_state: null, message_id: "A012", guard: "has_one" }), one("3", { registration_id: "", student_name: "", outcome: "refused", reference: null, message_id: "A001" })], next_cursor: "next" };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Results" }));
  const dialog = await screen.findByRole("dialog", { name: "What became of each letter" });
  const link = await within(dialog).findByRole("link", { name: /Child 1/ });
  expect(link).toHaveAttribute("href", expect.stringContaining("/1"));
  expect(dialog).toHaveTextContent("Opened by the family");
  expect(dialog).toHaveTextContent("The family has this letter already, or has signed it.");
  expect(dialog).toHaveTextContent("An application that you cannot see");
  await user.click(within(dialog).getByRole("button", { name: "Show more" }));
  expect(await within(dialog).findByText(/Withdrawn/)).toBeVisible();
  expect(asked).toEqual(["", "?cursor=next"]);
});
