import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import type { Role } from "@/api/roles";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry, SchoolDetails } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import { EnquiryHead } from "./EnquiryHead";
import { NewOnBehalf } from "./NewOnBehalf";

vi.setConfig({ testTimeout: 30_000 });

const offered = (id: string, kind: "application" | "enquiry" | "job") => ({ id, path: `/enquiry/${id}`, title: { en: `Form ${id}`, ar: id }, kind, version: "1", open: true });
const school: SchoolDetails = { ...plain, application: { form: "abq", minutes: 10, papers: [], grades: [] }, forms: [offered("abq", "application"), offered("new", "enquiry"), offered("hr", "job")] };
const base = {
  id: "e1", version: 1, reference: "ABQ-1", form: "new", form_title: { en: "Ask", ar: "سؤال" }, person: "Sara", person_for: null, state: "new", closed_for: null, submitted_at: "2026-02-20T08:00:00Z", locale: "ar", owner: null, tags: [], flags: [], shared: [], unread: 0,
  contacts: [], duplicates: [], document: { schema: {}, messages: {} }, values: {}, withheld: [], files: [], timeline: [], timeline_cursor: null, next_states: [],
};
const begun = { draft: { token: "a-token", form: "abq", begun_at: "2026-11-21T08:00:00Z", mailed_at: null }, mailed: false };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

interface Opened {
  role?: Role;
  answer?: object;
  language?: "en" | "ar";
}

async function open(element: React.ReactNode, { role = "admissions_officer", answer = begun, language = "en" }: Opened = {}) {
  const sent: unknown[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1/papers": () => ({ items: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], to: null, language: "en", replies: [] }),
    "POST /enquiries/e1/convert": (body) => {
      sent.push(body);
      return "status" in answer ? answer : { status: 201, body: answer };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" } as never));
  const view = await renderWith(<SchoolContext value={school}>{element}</SchoolContext>, { store, language, path: "/pre_admission/e1" });
  return { ...view, sent, user: userEvent.setup() };
}

const head = (change: object = {}) => <EnquiryHead enquiry={{ ...base, ...change } as unknown as Enquiry} order={1} onNote={() => {}} />;

it("an officer makes an application from an enquiry, and completes it", async () => {
  const { sent, router, user } = await open(head());
  await user.click(await screen.findByRole("button", { name: "Make an application" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/pre_admission/new/abq", hash: "#draft=a-token" }));
  expect(sent).toEqual([{ send: false }]);
});

it.each([
  [{ ...begun, mailed: true }, "The link was sent to the family."],
  [begun, "The link was not sent: this address got too many e-mails already. Try again later."],
])("the family gets the link, or it is said that it does not", async (answer, words) => {
  const { sent, user } = await open(head(), { answer });
  await user.click(await screen.findByRole("button", { name: "Make an application" }));
  await user.click(await screen.findByRole("radio", { name: /The family completes it/ }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(sent).toEqual([{ send: true }]);
});

it.each([
  [null, /keeps this form in its account/],
  ["2026-11-21T08:00:00Z", /was sent to the family/],
])("what the family has is left to the family", async (mailed_at, words) => {
  const { user } = await open(head(), { answer: { ...begun, draft: { ...begun.draft, token: null, mailed_at } } });
  await user.click(await screen.findByRole("button", { name: "Make an application" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Continue" }));
  expect(await screen.findByText(words)).toBeVisible();
});

it("an enquiry without an address leads to nobody", async () => {
  const errors = [{ path: "/send", code: "required", severity: "error", params: {} }];
  const { user } = await open(head(), { answer: { status: 422, body: { success: false, messageId: "F003", errors } } });
  await user.click(await screen.findByRole("button", { name: "Make an application" }));
  await user.click(await screen.findByRole("radio", { name: /The family completes it/ }));
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("This enquiry has no e-mail address.");
});

it.each<[string, object, string?]>([
  ["an application", { state: "W/review" }],
  ["a closed enquiry", { state: "lost" }],
  ["one that an application was made from", { origin: { channel: "portal", application: { id: "s1", reference: "ABQ-2", registration_id: "ABQ27-00001" } } }],
  ["what somebody sent for work", { form: "hr" }],
  ["who only reads", {}, "auditor"],
])("is not offered to %s", async (_, change, role) => {
  await open(head(change), role ? { role: role as Role } : {});
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(screen.queryByRole("button", { name: "Make an application" })).toBeNull());
});

it("both records lead to each other, and say who filled it in", async () => {
  const application = { id: "s1", reference: "ABQ-2", registration_id: "ABQ27-00001" };
  const { unmount } = await open(head({ origin: { channel: "portal", application } }));
  expect(await screen.findByRole("link", { name: "ABQ27-00001" })).toHaveAttribute("href", "/pre_admission/s1");
  unmount();
  await open(head({ state: "W/review", origin: { channel: "staff", filed_by: "Noor", enquiry: { id: "e2", reference: "ABQ-1", registration_id: null } } }));
  expect(await screen.findByText("\u2068Noor\u2069 filled it in for the family")).toBeVisible();
  expect(screen.getByRole("link", { name: "ABQ-1" })).toHaveAttribute("href", "/pre_admission/e2");
});

it("what is begun is gone on with", async () => {
  await open(head({ origin: { channel: "portal", begun_at: "2026-11-20T08:00:00Z", mailed_at: "2026-11-21T08:00:00Z" } }));
  expect(await screen.findByRole("button", { name: "Continue the application" })).toBeVisible();
  expect(screen.getByText("An application was begun on 20-Nov-2026 and is not sent yet.")).toBeVisible();
  expect(screen.getByText("The family got the link on 21-Nov-2026.")).toBeVisible();
});

it.each([
  ["applications", "en", "New application", "/pre_admission/new/abq"],
  ["enquiries", "en", "New enquiry", "/pre_admission/new/new"],
  ["applications", "ar", "طلب التحاق جديد", "/pre_admission/new/abq"],
] as const)("the list of %s leads to its form (%s)", async (kind, language, name, href) => {
  await open(<NewOnBehalf kind={kind} />, { language });
  expect(await screen.findByRole("link", { name })).toHaveAttribute("href", href);
});

it("the list of everything offers each form, and to nobody who only reads", async () => {
  const { user, unmount } = await open(<NewOnBehalf kind={undefined} />);
  await user.click(await screen.findByRole("button", { name: "Fill in for a family" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Form abq", "Form new"]);
  unmount();
  await open(<NewOnBehalf kind={undefined} />, { role: "auditor" });
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});
