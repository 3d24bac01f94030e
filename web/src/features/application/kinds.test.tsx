import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyApplication, PaperTold } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationView } from "./ApplicationView";

const both = (en: string) => ({ en, ar: en });
const paper = (more: Partial<PaperTold>): PaperTold => ({ field: "scan", title: both("Passport"), wanted: true, state: "missing", limit: 2 << 20, kinds: ["pdf"], files: [], ...more });
const sent: MyApplication = {
  reference: "ABQ-1",
  form: "abq",
  kind: "application",
  form_title: both("Form"),
  person: "Sara",
  state: "new",
  since: "2026-11-01T08:00:00Z",
  submitted_at: "2026-11-01T08:00:00Z",
  withdrawn: false,
  may_withdraw: true,
  may_return: false,
  papers: [],
  messages: [],
  contact: [],
  history: [],
  values: { name: "Sara", phone: "+96892123456", agree: true },
  computed: [],
  document: {
    title: "Apply",
    steps: [{ id: "one", title: "All", fields: ["name", "phone", "scan", "letter", "agree"] }],
    schema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name" },
        phone: { type: "string", format: "phone", title: "Phone" },
        scan: { type: "string", format: "upload", title: "Passport" },
        letter: { type: "null", title: "What you agree to", description: "The deposit is kept." },
        agree: { type: "boolean", const: true, title: "We agree" },
      },
    },
    ui: { phone: { "ui:widget": "phone" }, scan: { "ui:widget": "upload" } },
    subject: {},
    messages: { "label.grade": "Grade by age" },
  },
  files: [],
};

beforeEach(() => storeSchoolId("abq"));

async function view(application: MyApplication, at: Partial<SchoolDetails> = {}, handlers: Parameters<typeof stubServer>[0] = {}) {
  stubServer({ "GET /public/applications/grant": () => ({ application }), ...handlers });
  const { unmount } = await renderWith(
    <SchoolContext value={{ ...school, ...at }}>
      <ApplicationView application="grant" onGone={vi.fn<() => void>()} />
    </SchoolContext>,
  );
  await screen.findByRole("heading", { level: 1 });
  return { user: userEvent.setup(), unmount };
}

const applicationForm: SchoolDetails["forms"][number] = { id: "place", path: "/apply", title: both("Apply"), kind: "application", version: "1.0.0", open: true };
const offering: Partial<SchoolDetails> = { forms: [applicationForm], application: { form: "place", grades: [], minutes: 10, papers: [] }, schoolDates: [] };

it.each([
  ["application", "Withdraw the application", ["Received", "In contact", "Visit", "Decision"]],
  ["enquiry", "Withdraw the enquiry", ["Received", "Answered"]],
  ["job", "Withdraw the application", ["Received", "In contact", "Interview", "Decision"]],
  ["other", "Withdraw the form", ["Received", "In contact"]],
] as const)("calls by its own name what was sent as %s, and has no steps that it never takes", async (kind, withdraw, steps) => {
  await view({ ...sent, kind });
  expect(screen.getByRole("button", { name: withdraw })).toBeVisible();
  expect(within(screen.getByRole("list", { name: /^The steps/ })).getAllByRole("listitem").map((one) => one.textContent)).toEqual(steps);
});

it("offers whoever asked to apply, where applications are taken", async () => {
  const { unmount } = await view({ ...sent, kind: "enquiry" }, offering);
  expect(screen.getByRole("link", { name: "Apply for a place" })).toBeVisible();
  unmount();
  const closed = await view({ ...sent, kind: "enquiry" }, { ...offering, forms: [{ ...applicationForm, open: false }] });
  expect(screen.queryByRole("link", { name: "Apply for a place" })).toBeNull();
  closed.unmount();
  await view(sent, offering);
  expect(screen.queryByRole("link", { name: "Apply for a place" })).toBeNull();
});

it("says of each way to reach them whose it is, and speaks to a college's student of no family", async () => {
  const contact: MyApplication["contact"] = [
    { field: "email", kind: "email", whose: "child", title: both("E-mail"), value: "a@example.org", sent: "a@example.org" },
    { field: "phone", kind: "phone", whose: "guardian", title: both("Phone"), value: "+96892123456", sent: "+96892123456" },
  ];
  await view({ ...sent, contact }, { kind_of_institution: "college" });
  const ways = screen.getByRole("region", { name: "How we reach you" });
  expect(ways).toHaveTextContent(/Student: E-mail.*a@example.org.*Guardian: Phone/);
  expect(screen.getByText("Have you decided otherwise?")).toBeVisible();
  expect(document.body).not.toHaveTextContent(/your family/i);
});

it("prints at the place itself what is otherwise since, what was agreed to and what followed from the answers", async () => {
  const contact: MyApplication["contact"] = [{ field: "phone", kind: "phone", whose: "guardian", title: both("Phone"), value: "+96892123457", sent: "+96892123456", corrected_at: "2026-11-19T08:00:00Z" }];
  const file = { file: "f", field: "scan", name: "passport.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-20T08:00:00Z" };
  const computed: MyApplication["computed"] = [{ key: "grade", label_code: "label.grade", kind: "text", value: "KG 1", params: {} }];
  const { user } = await view({ ...sent, contact, files: [file], computed });
  await user.click(screen.getByRole("button", { name: "Show" }));
  const copy = screen.getByRole("region", { name: "What you sent" });
  const answerOf = (question: string) => within(copy).getByText(question).parentElement?.querySelector("dd");
  expect(answerOf("Phone")).toHaveTextContent(/92123457\s*\(was .*92123456.*19-Nov-2026\)/);
  expect(answerOf("Passport")).toHaveTextContent(/passport.pdf.*added on 20-Nov-2026/);
  expect(copy).not.toHaveTextContent(/Not added|corrected to|Added on/);
  expect(answerOf("What you agree to")).toHaveTextContent("The deposit is kept.");
  expect(within(copy).getByRole("region", { name: "What your answers meant" })).toHaveTextContent(/01-Nov-2026.*Grade by age.*KG 1/);
});

it("keeps the row in its place that a document was added in, and says so there", async () => {
  const first = paper({ field: "scan", due_on: "2026-12-01" });
  const second = paper({ field: "photo", title: both("Photo") });
  const file = { file: "f", field: "scan", name: "scan.pdf", bytes: 4, media_type: "application/pdf", given_at: new Date().toISOString(), state: "received" as const, comment: "" };
  const { user } = await view({ ...sent, papers: [first, second] }, {}, {
    "POST /public/applications/grant/files": () => ({ application: { ...sent, papers: [{ ...first, state: "received", files: [file] }, second] } }),
  });
  const region = screen.getByRole("region", { name: "2 documents are missing" });
  const input = region.querySelector("input[type=file]") as HTMLInputElement;
  await user.upload(input, new File(["%PDF"], "scan.pdf", { type: "application/pdf" }));
  expect(await screen.findByRole("region", { name: "1 document is missing" })).toBeVisible();
  const rows = within(region).getAllByRole("list")[0]?.children ?? [];
  expect(rows[0]).toHaveTextContent(/Passport.*Received: .?scan.pdf.?, today/);
  expect(rows[1]).toHaveTextContent("Photo");
  await waitFor(() => expect(region.querySelector("[aria-live]")).toHaveTextContent(/Received: .?scan.pdf/));
  expect(within(region).queryByRole("heading", { name: "Already with the school" })).toBeNull();
});

it("sends the same file again after it did not arrive", async () => {
  let answer: object = { status: 503, body: { success: false, messageId: "S001", errors: [] } };
  const asked: object[] = [];
  const { user } = await view({ ...sent, papers: [paper({ field: "scan" })] }, {}, {
    "POST /public/applications/grant/files": () => {
      asked.push(answer);
      return answer;
    },
  });
  const input = document.querySelector<HTMLInputElement>("input[type=file]")!;
  const same = new File(["%PDF"], "scan.pdf", { type: "application/pdf" });
  await user.upload(input, same);
  await screen.findByRole("alert");
  answer = { application: sent };
  await user.upload(input, same);
  await waitFor(() => expect(asked).toHaveLength(2));
});

it("has the way back from a withdrawal where it says that it is withdrawn", async () => {
  await view({ ...sent, state: "lost", withdrawn: true, may_withdraw: false, may_return: true });
  expect(within(screen.getByRole("heading", { level: 1 }).closest("header")!).getByRole("button", { name: "Undo the withdrawal" })).toBeVisible();
});

it("tells in the history what was asked and answered", async () => {
  const message = (id: string, from: string, text: string, sent_at: string) => ({ id, from, text, sent_at, read_at: sent_at });
  await view({
    ...sent,
    history: [{ kind: "submitted", at: "2026-11-01T08:00:00Z", state: "new" }],
    messages: [message("m1", "family", "May we visit?", "2026-11-02T08:00:00Z"), message("m2", "school", "Yes.", "2026-11-03T08:00:00Z")],
  });
  const items = within(screen.getByRole("region", { name: "What happened so far" })).getAllByRole("listitem");
  expect(items.map((one) => one.textContent)).toEqual([expect.stringMatching(/^The school wrote: .?Yes\./), expect.stringMatching(/^You wrote: .?May we visit\?/), expect.stringMatching(/^You sent it/)]);
});
