import { configure, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyApplication, PaperTold } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationView } from "./ApplicationView";
import { LinkPage } from "./LinkPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

const both = (en: string) => ({ en, ar: en });
const paper = (more: Partial<PaperTold>): PaperTold => ({ field: "scan", title: both("Passport"), wanted: true, state: "missing", limit: 2 << 20, kinds: ["pdf"], files: [], ...more });
const sent: MyApplication = {
  reference: "ABQ-1",
  form: "abq",
  kind: "application",
  form_title: both("Apply for a place"),
  person: "Sara",
  state: "contacted",
  since: "2026-11-20T08:00:00Z",
  submitted_at: "2026-11-01T08:00:00Z",
  withdrawn: false,
  may_withdraw: true,
  may_return: false,
  papers: [paper({ due_on: "2026-12-01" }), paper({ field: null, title: both("Attestation") })],
  messages: [],
  contact: [{ field: "guardian_email", kind: "email", whose: "guardian", title: both("E-mail"), value: "new@example.org", sent: "huda@example.org", corrected_at: "2026-11-19T08:00:00Z" }],
  history: [{ kind: "submitted", at: "2026-11-01T08:00:00Z", state: "new" }, { kind: "state", at: "2026-11-20T08:00:00Z", state: "contacted" }],
  values: { child_name: "Sara" },
  computed: [],
  document: { title: "Apply", steps: [{ id: "one", title: "The child", fields: ["child_name"] }], schema: { type: "object", properties: { child_name: { type: "string", title: "Name" } } }, ui: {}, subject: {}, messages: {} },
  files: [],
};

beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, "", "/my-application");
  storeSchoolId("abq");
});

async function view(application: MyApplication, handlers: Parameters<typeof stubServer>[0] = {}, onGone = vi.fn<() => void>()) {
  const server = stubServer({ "GET /public/applications/grant": () => ({ application }), ...handlers });
  await renderWith(
    <SchoolContext value={school}>
      <ApplicationView application="grant" onGone={onGone} />
    </SchoolContext>,
    { path: "/my-application" },
  );
  await screen.findByRole("heading", { level: 1 });
  return { ...server, onGone, user: userEvent.setup() };
}

it("says where it stands and since when, what is missing by which day, and what was corrected beside what was sent", async () => {
  const { user } = await view(sent);
  expect(screen.getByRole("heading", { level: 1, name: "The school has been in touch with you" })).toBeVisible();
  expect(screen.getByText("Since 20-Nov-2026")).toBeVisible();
  const missing = within(screen.getByRole("region", { name: "1 document is missing" })).getAllByRole("listitem");
  // What no file answers stands by itself, and has no place for one.
  expect(missing.map((one) => one.textContent)).toEqual([expect.stringMatching(/Passport.*01-Dec-2026.*Add/), "Attestation"]);
  expect(screen.getByRole("heading", { level: 3, name: "To do, without a file" })).toBeVisible();
  expect(screen.getByRole("region", { name: "How we reach you" })).toHaveTextContent(/new@example.org.*corrected 19-Nov-2026/);
  await user.click(screen.getByRole("button", { name: "Show" }));
  expect(screen.getByRole("region", { name: "What you sent" })).toHaveTextContent(/corrected to .*new@example.org.*NameSara/);
});

it("joins the photos of a document into one file, also for who came by a link", async () => {
  const { user } = await view(sent);
  await user.click(screen.getByRole("button", { name: "Take photos: Passport" }));
  expect(await screen.findByRole("dialog", { name: /^Photos of .?Passport/ })).toBeVisible();
});

it("is refused with the school's reason and wanted again", async () => {
  const file = { file: "f", field: "scan", name: "blur.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", state: "refused" as const, reason: "unreadable" as const, comment: "The stamp is cut off.", opens: true, takes_back: false };
  await view({ ...sent, papers: [paper({ state: "refused", files: [file] })] });
  const region = screen.getByRole("region", { name: "1 document is missing" });
  expect(region).toHaveTextContent(/Passport.*blur.pdf.*not accepted.*It cannot be read.*The stamp is cut off/);
  expect(within(region).getByRole("button", { name: "Add a file: Passport" })).toBeVisible();
});

it.each([
  ["infected", /blur.pdf.*not accepted: harmful.*carried something harmful/],
  ["expired", /blur.pdf.*expired.*Please send the new one/],
] as const)("says why another is wanted of what is %s", async (state, said) => {
  const file = { file: "f", field: "scan", name: "blur.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", state, comment: "", opens: false, takes_back: false };
  await view({ ...sent, papers: [paper({ state, files: [file] })] });
  const region = screen.getByRole("region", { name: "1 document is missing" });
  expect(region).toHaveTextContent(said);
  expect(within(region).getByRole("button", { name: "Add a file: Passport" })).toBeVisible();
});

it.each(["scanning", "waived"] as const)("waits for nothing of what is %s", async (state) => {
  const file = { file: "f", field: "scan", name: "blur.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", state, comment: "", opens: false, takes_back: false };
  await view({ ...sent, papers: [paper({ state, files: state === "waived" ? [] : [file] })] });
  expect(screen.getByRole("region", { name: "Documents" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "1 document is missing" })).toBeNull();
});

it("asks once before it withdraws, and then offers the way back", async () => {
  const bodies: unknown[] = [];
  const { user } = await view(sent, {
    "POST /public/applications/grant/withdraw": (body) => {
      bodies.push(body);
      return { application: { ...sent, state: "lost", withdrawn: true, may_withdraw: false, may_return: true } };
    },
  });
  await user.click(screen.getByRole("button", { name: "Withdraw the application" }));
  expect(bodies).toEqual([]);
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw" }));
  expect(await screen.findByRole("heading", { level: 1, name: "You have withdrawn this application" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo the withdrawal" })).toBeVisible();
  expect(bodies).toEqual([{ locale: "en" }]);
});

it("shows nothing before the proof, counts the tries, and says when the link is closed", async () => {
  const bodies: { proof?: string }[] = [];
  stubServer({
    "POST /public/applications/open": (body) => {
      const asked = body as { proof?: string };
      bodies.push(asked);
      if (asked.proof === undefined) return { asks: "phone" };
      const tries_left = asked.proof === "1" ? 1 : 0;
      return { status: 422, body: { success: false, messageId: "L004", errors: [], tries_left } };
    },
  });
  const user = userEvent.setup();
  await renderWith(
    <SchoolContext value={{ ...school, contact: { phone: "+96824500100", email: null, hours: null } }}>
      <LinkPage />
    </SchoolContext>,
    { path: "/my-application#token=secret" },
  );
  const phone = await screen.findByLabelText("Phone number on the application");
  expect(location.hash).toBe("");
  await user.type(phone, "1");
  await user.click(screen.getByRole("button", { name: "Open my application" }));
  expect(await screen.findByText(/1 try left/)).toBeVisible();
  await user.type(phone, "2");
  await user.click(screen.getByRole("button", { name: "Open my application" }));
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
  expect(screen.getByRole("link", { name: /^Call .?\+968 2450 0100/ })).toBeVisible();
  expect(bodies.map((body) => body.proof)).toEqual([undefined, "1", "12"]);
});

it("a history that may not name a file says that there was one", async () => {
  const history = [{ kind: "file" as const, at: "2026-11-03T08:00:00Z", state: null, text: null }, { kind: "contact" as const, at: "2026-11-04T08:00:00Z", state: null, text: null }];
  await view({ ...sent, history });
  const items = within(screen.getByRole("region", { name: "What happened so far" })).getAllByRole("listitem");
  expect(items.map((one) => one.textContent)).toEqual([expect.stringContaining("You corrected your contact details"), expect.stringContaining("You added a document")]);
});
