import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { Role } from "@/api/roles";
import type { BulkStep } from "@/ui/list/useBulk";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { SentLetters } from "../SentLetters";
import { ManyLetters } from "./ManyLetters";
import type { SentLetter } from "./calls";

vi.setConfig({ testTimeout: 30_000 });

const plain: SentLetter = {
  id: "l1",
  kind: "plain",
  reference: "ABQ-2026-LT-00001",
  title: { en: "Confirmation", ar: "إفادة" },
  state: "released",
  issued_on: "2026-11-20",
  expires_at: "2027-02-20T20:00:00Z",
  signers: [
    { place: 0, role: "school", name: "Example School", state: "sealed", opened_at: null, answered_at: null },
    { place: 1, role: "reader", name: "Huda", state: "invited", opened_at: "2026-11-20T09:00:00Z", answered_at: null },
  ],
  files: [{}],
  posts: [{ posted_on: "2026-11-21", note: "By courier" }],
  record: "a".repeat(64),
  terms: null,
};

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function load(items: readonly SentLetter[], role: Role, more: Parameters<typeof stubServer>[0] = {}, state = "F/offer_sent") {
  stubServer({
    "GET /enquiries/e1/letters": () => ({ items }),
    "GET /enquiries/letter-templates": () => ({ items: [{ code: "confirmation", title: plain.title, languages: "both" }] }),
    ...more,
  });
  void renderWith(
    <SchoolContext value={school}>
      <SentLetters id="e1" version={1} state={state} />
    </SchoolContext>,
    { store: staffStore(role) },
  );
  return userEvent.setup();
}

it("tells who opened a letter and when it was posted, and sends one in the language that was chosen", async () => {
  const sent: unknown[] = [];
  const user = load([plain], "admissions_officer", {
    "POST /enquiries/e1/letters": (body) => {
      sent.push(body);
      return { status: 201, body: { letter: plain } };
    },
  });
  const list = await screen.findByRole("region", { name: "Letters" });
  await within(list).findByText("ABQ-2026-LT-00001");
  expect(list).toHaveTextContent("Sent · 20-Nov-2026");
  expect(list).toHaveTextContent("Huda: Opened");
  expect(list).toHaveTextContent("Posted on paper on");
  expect(list).toHaveTextContent("By courier");
  await user.click(within(list).getByRole("button", { name: "Send a letter" }));
  const dialog = await screen.findByRole("dialog", { name: "Send a letter" });
  await user.selectOptions(await within(dialog).findByLabelText("Language of the letter"), "ar");
  await user.click(within(dialog).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ code: "confirmation", language: "ar" }]);
});

it("offers no consent among the letters: those are asked for where they stand", async () => {
  const templates = [
    { code: "photo", kind: "consent", title: { en: "Photographs", ar: "الصور" }, languages: "both" },
    { code: "confirmation", kind: "plain", title: plain.title, languages: "both" },
  ];
  const user = load([plain], "admissions_officer", { "GET /enquiries/letter-templates": () => ({ items: templates }) });
  await user.click(await screen.findByRole("button", { name: "Send a letter" }));
  const which = await within(await screen.findByRole("dialog", { name: "Send a letter" })).findByLabelText("Letter");
  expect(within(which).getAllByRole("option").map(({ textContent }) => textContent)).toEqual(["Confirmation"]);
});

it("sends a link again, and says why not", async () => {
  const user = load([plain], "admissions_officer", { "POST /enquiries/e1/letters/l1/send_again": () => ({ status: 422, body: { messageId: "A012", guard: "not_invited" } }) });
  await user.click(await screen.findByRole("button", { name: "More for the letter ABQ-2026-LT-00001" }));
  await user.click(await screen.findByRole("menuitem", { name: /Send the link again to/ }));
  await user.click(await screen.findByRole("button", { name: "Send the link" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This person has no link yet");
});

it("sends the link of a signed letter again to who has signed it", async () => {
  const signed = { ...plain.signers[1]!, role: "guardian1" as const, state: "signed" as const };
  const sent: unknown[] = [];
  const user = load([{ ...plain, kind: "acceptance", state: "signed", signers: [plain.signers[0]!, signed] }], "admissions_officer", {
    "POST /enquiries/e1/letters/l1/send_again": (body) => {
      sent.push(body);
      return { body: { letter: plain } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "More for the letter ABQ-2026-LT-00001" }));
  await user.click(await screen.findByRole("menuitem", { name: /Send the link again to .?Huda/ }));
  await user.click(await screen.findByRole("button", { name: "Send the link" }));
  await waitFor(() => expect(sent).toEqual([{ place: 1 }]));
});

it("says that a letter ended because the school accepted the place", async () => {
  load([{ ...plain, kind: "offer", state: "withdrawn", closed_why: "accepted_by_staff" }], "admissions_officer");
  expect(await screen.findByText(/Closed: the school accepted the place for the family/)).toBeVisible();
});

it("offers no withdrawal of an offer, which ends by its move", async () => {
  const user = load([{ ...plain, kind: "offer" }], "admissions_officer");
  await user.click(await screen.findByRole("button", { name: /More for/ }));
  expect(await screen.findByRole("menuitem", { name: "It was posted on another day too" }), "it was posted once").toBeVisible();
  expect(screen.queryByRole("menuitem", { name: "Withdraw the letter" })).toBeNull();
});

it("sends the link of an acceptance again, and withdraws it, before the family has chosen how it pays", async () => {
  const user = load([{ ...plain, kind: "acceptance", state: "choosing", files: [], posts: [], record: null }], "admissions_officer");
  await user.click(await screen.findByRole("button", { name: "More for the letter ABQ-2026-LT-00001" }));
  expect(await screen.findByRole("menuitem", { name: /Send the link again to .?Huda/ })).toBeVisible();
  expect(screen.getByRole("menuitem", { name: "Withdraw the letter" })).toBeVisible();
});

it("says of a letter that is withdrawn that nobody signed it, and of no link that is still to come", async () => {
  const signers = [{ ...plain.signers[1]!, role: "guardian1" as const, state: "waiting" as const, opened_at: null }, { ...plain.signers[1]!, place: 2, name: "Said", opened_at: null }];
  load([{ ...plain, kind: "acceptance", state: "withdrawn", signers }], "admissions_officer");
  const list = await screen.findByRole("region", { name: "Letters" });
  await within(list).findByText("ABQ-2026-LT-00001");
  expect(list).toHaveTextContent(/Huda: Has not signed(?! yet)/);
  expect(list).toHaveTextContent(/Said: Has not opened it(?! yet)/);
  expect(list).not.toHaveTextContent("Gets a link");
});

it("puts right the day that was written down last", async () => {
  const sent: unknown[] = [];
  const twice = { ...plain, posts: [{ posted_on: "2026-11-22", note: "" }, { posted_on: "2026-11-21", note: "By courier" }] };
  const user = load([twice], "admissions_officer", {
    "PATCH /enquiries/e1/letters/l1/posts": (body) => {
      sent.push(body);
      return { status: 200, body: { letter: plain } };
    },
  });
  await user.click(await screen.findByRole("button", { name: /More for/ }));
  await user.click(await screen.findByRole("menuitem", { name: "Correct the day of posting" }));
  const day = await screen.findByLabelText("Posted on");
  expect(day).toHaveValue("21-Nov-2026");
  await user.clear(day);
  await user.type(day, "20-Nov-2026");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ posted_on: "2026-11-20", note: "By courier" }]));
});

it("writes down no day that is still to come", async () => {
  const posted: unknown[] = [];
  const user = load([{ ...plain, posts: [] }], "admissions_officer", {
    "POST /enquiries/e1/letters/l1/posts": (body) => {
      posted.push(body);
      return { status: 201, body: { letter: plain } };
    },
  });
  await user.click(await screen.findByRole("button", { name: /More for/ }));
  await user.click(await screen.findByRole("menuitem", { name: "It was posted on paper" }));
  const day = await screen.findByLabelText("Posted on");
  await user.clear(day);
  await user.type(day, "31-Dec-2999");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a day from the date of the letter until today.")).toBeVisible();
  expect(posted).toEqual([]);
});

const acceptance: SentLetter = {
  ...plain,
  id: "l2",
  kind: "acceptance",
  reference: "ABQ-2026-AL-00001",
  title: { en: "Acceptance of a place", ar: "قبول المقعد" },
  signers: [],
  posts: [],
  terms: {
    plan: { code: "two", title: { en: "Two payments", ar: "دفعتان" }, payments: [{ due_on: "2027-01-10", amount_minor: 600_500 }, { due_on: "2027-04-10", amount_minor: 600_000 }], total_minor: 1_200_500 },
    deposit: { due_on: "2026-12-12", amount_minor: 100_000 },
    currency: "OMR",
  },
};

it("shows how a family pays, and sends no second acceptance", async () => {
  load([acceptance], "admissions_officer", {}, "A/fee_due");
  const table = await screen.findByRole("table", { name: "Payments: Two payments" });
  expect(table).toHaveTextContent("10-Jan-2027");
  expect(table).toHaveTextContent("1,200.500");
  expect(screen.getByText(/^Deposit:/)).toHaveTextContent("12-Dec-2026");
  expect(screen.queryByRole("button", { name: "Send the acceptance letter" })).toBeNull();
});

it("sends the acceptance of a place that was accepted otherwise, and says why not", async () => {
  let sent = 0;
  const refused = { ...acceptance, state: "withdrawn" as const };
  const user = load(
    [refused],
    "admissions_officer",
    {
      "POST /enquiries/e1/acceptance_letter": () => {
        sent += 1;
        return { status: 422, body: { messageId: "F003", errors: [{ path: "/code", code: "unfilled", params: {}, severity: "error" }] } };
      },
    },
    "A/fee_due",
  );
  await user.click(await screen.findByRole("button", { name: "Send the acceptance letter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Send the acceptance letter?" }));
  await user.click(dialog.getByRole("button", { name: "Send the acceptance letter" }));
  expect(await dialog.findByRole("alert")).toHaveTextContent("The application lacks something");
  expect(sent).toBe(1);
});

it("offers no acceptance letter before a place is accepted", async () => {
  load([plain], "admissions_officer");
  expect(await screen.findByText("ABQ-2026-LT-00001")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send the acceptance letter" })).toBeNull();
});

it("lets those who only read do nothing", async () => {
  load([{ ...plain, record: null }], "auditor");
  expect(await screen.findByRole("button", { name: "Download as PDF" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Send a letter" })).toBeNull();
  expect(screen.queryByRole("button", { name: /More for/ })).toBeNull();
});

it("prints the letters of many that were sent, and writes down one day on which they were posted", async () => {
  const runs: (readonly BulkStep[])[] = [];
  const [printed, posted]: [unknown[], unknown[]] = [[], []];
  stubServer({
    "GET /enquiries/letter-templates": () => ({ items: [{ code: "confirmation", title: plain.title, languages: "both" }] }),
    "POST /enquiries/e1/letters/posts": (body) => {
      posted.push(body);
      return { status: 201, body: { letter: plain } };
    },
    "POST /enquiries/e2/letters/posts": () => ({ status: 404, body: { messageId: "A001" } }),
    "POST /enquiries/letters/print": (body) => {
      printed.push(body);
      return { status: 422, body: { messageId: "F003", errors: [{ path: "/ids", code: "none", params: {}, severity: "error" }] } };
    },
  });
  const chosen = ["e1", "e2"].map((id) => ({ id, name: id }));
  void renderWith(
    <SchoolContext value={school}>
      <ManyLetters chosen={chosen} onRun={(steps) => runs.push(steps)} onSent={() => {}} />
    </SchoolContext>,
    { store: staffStore() },
  );
  const user = userEvent.setup();
  const open = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: "Letters" }));
    await user.click(await screen.findByRole("menuitem", { name }));
    return screen.findByRole("dialog");
  };
  const print = await open("Print letters");
  await within(print).findByLabelText("Letter");
  await user.click(within(print).getByRole("button", { name: "Download the PDF" }));
  expect(await within(print).findByRole("alert")).toHaveTextContent("None of these applications has such a letter");
  expect(printed).toEqual([{ ids: ["e1", "e2"], code: "confirmation" }]);
  await user.click(within(print).getByRole("button", { name: "Cancel" }));
  const post = await open("Posted on paper");
  await within(post).findByLabelText("Letter");
  await user.click(within(post).getByRole("button", { name: "Save" }));
  expect(await Promise.all((runs[0] ?? []).map(({ carry }) => carry()))).toEqual([{}, { refused: "A001" }]);
  expect(posted).toEqual([{ code: "confirmation", posted_on: school.today, note: "" }]);
});
