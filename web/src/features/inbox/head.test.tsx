import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { useGetEnquiryQuery, type PaperView } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { SchoolContext } from "@/api/school";
import { storeToken } from "@/api/session";
import { forgetTab } from "@/api/tab";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { makeStore } from "@/app/store";
import { usePageActions } from "@/ui/pageActions";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { EnquiryHead } from "./EnquiryHead";

vi.setConfig({ testTimeout: 30_000 });

const moved = (seq: number, from: string, to: string, at: string): TimelineEntry => ({ seq, at, actor: { id: "u2", name: "Salim" }, role: "admissions_officer", kind: "state", from, to, reason: null, comment: null });
const base = {
  id: "e1", version: 1, reference: "ABQ-1", form_title: { en: "Apply for a place", ar: "طلب مقعد" }, person: "Sara", person_for: null, state: "contacted", closed_for: null, submitted_at: "2026-02-20T08:00:00Z", locale: "ar", owner: null, tags: [], flags: [], shared: [], unread: 0,
  contacts: [], duplicates: [], document: { schema: {}, messages: {} }, values: {}, withheld: [], files: [], timeline: [moved(2, "new", "contacted", "2026-03-03T08:00:00Z")], timeline_cursor: null,
  next_states: ["new", "toured", "applying", "lost"],
};
const missing: PaperView = { field: "birth", label: { en: "Birth certificate", ar: "شهادة الميلاد" }, wanted: true, due_on: null, state: "missing", files: [] };

beforeEach(() => {
  forgetTab();
  storeSchoolId("abq");
  storeToken("t", 600);
});

const onNote = vi.fn<() => void>();

function Opened() {
  const { data } = useGetEnquiryQuery({ id: "e1", lng: "en" });
  const offered = usePageActions();
  return (
    <>
      {data && <EnquiryHead enquiry={data.enquiry} order={1} onNote={onNote} />}
      <ul aria-label="offered">
        {offered.map(({ id, label, run }) => (
          <li key={id}>
            <button type="button" onClick={run}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

async function open(change: Partial<Record<keyof Enquiry, unknown>> = {}, { papers = [] as PaperView[], role = "admissions_officer", written = [] as unknown[] } = {}) {
  let enquiry = { ...base, ...(change as object) };
  const sent: unknown[] = [];
  const { calls } = stubServer({
    "GET /enquiries/e1": () => ({ enquiry }),
    "GET /enquiries/assignees": () => ({ items: [{ id: "u1", name: "Noor", email: "n@abq.example" }] }),
    "GET /enquiries/e1/papers": () => ({ items: papers }),
    "GET /enquiries/e1/messages": () => ({ items: written, to: "a@example.org", language: "en", replies: [{ name: "ask_papers", subject: "Documents", text: "Please send:\n• Birth certificate" }] }),
    "POST /enquiries/e1/messages": (body) => {
      sent.push(body);
      return { status: 201, body: { message: { mailed: true, sent_at: new Date().toISOString() } } };
    },
    "PATCH /enquiries/e1": (body) => {
      sent.push(body);
      const { owner, state = enquiry.state } = body as { owner?: string; state?: string };
      enquiry = { ...enquiry, version: enquiry.version + 1, state, ...(owner && { owner: { id: owner, name: "Noor" } }) } as typeof enquiry;
      return { enquiry };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" } as never));
  await renderWith(<SchoolContext value={school}><Opened /></SchoolContext>, { store });
  await screen.findByRole("heading", { level: 1 });
  return { sent, calls, user: userEvent.setup(), next: () => within(screen.getByRole("group", { name: "Next step" })) };
}

const offered = () => within(screen.getByRole("list", { name: "offered" })).queryAllByRole("button").map((each) => each.textContent);

it("begins with where it stands, since when, whose it is, and the next step", async () => {
  const { sent, user, next } = await open();
  expect(screen.getByText("since 03-Mar-2026")).toBeVisible();
  expect(screen.getByText("Unassigned")).toBeVisible();
  await user.click(await next().findByRole("button", { name: "Assign to me" }));
  await waitFor(() => expect(sent).toEqual([{ version: 1, owner: "u1" }]));
  await waitFor(() => expect(next().queryByRole("button", { name: "Assign to me" })).toBeNull());
  await user.click(next().getByRole("button", { name: "Mark as toured" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual({ version: 2, state: "toured" });
});

it("says why it is closed, and opens it again where it stood", async () => {
  const timeline = [...base.timeline, moved(3, "contacted", "lost", "2026-03-05T08:00:00Z")];
  const { sent, user, next } = await open({ state: "lost", closed_for: "another_school", timeline, next_states: ["new", "contacted", "toured", "applying"], owner: { id: "u2", name: "Salim" } });
  expect(screen.getByText("Closed: They chose another school")).toBeVisible();
  expect(screen.getByText("since 05-Mar-2026")).toBeVisible();
  expect(screen.getByText(/Assigned to/)).toHaveTextContent("Salim");
  await user.click(next().getByRole("button", { name: "Open again" }));
  await waitFor(() => expect(sent).toEqual([{ version: 1, state: "contacted" }]));
});

it("leaves an application to its own ways: says its status and since when, and opens none again from here", async () => {
  const timeline = [{ ...moved(2, "F/unconditional", "R/expired", "2026-03-05T08:00:00Z"), kind: "status" }];
  const twin = { id: "7", reference: "ABQ-7", person: "Omar", person_ar: null, state: "W/review", submitted_at: "2026-02-01T08:00:00Z", shared: ["email"], is_sibling: false };
  const { next } = await open({ state: "R/expired", timeline, next_states: [], duplicates: [twin] }, { papers: [missing] });
  expect(screen.getByText("offer expired")).toBeVisible();
  expect(screen.getByText("since 05-Mar-2026")).toBeVisible();
  expect(next().getAllByRole("button").map((each) => each.textContent)).toEqual(["Write to the family"]);
  expect(offered()).not.toContainEqual(expect.stringMatching(/status|Close/));
  expect(screen.getByText("under review").closest("li")).toHaveTextContent("Omar · ABQ-7");
});

it("says first what is applied for", async () => {
  const label = (text: string) => ({ value: text, label: { en: text, ar: text } });
  await open({ grade: label("Grade 1"), school_year: label("2027-2028") });
  expect(screen.getByText("Grade 1").parentElement).toHaveTextContent("Grade 1 · 2027-2028 · Apply for a place");
});

it("writes to the family from a dialog, and asks for what is missing by a letter that is seen before it goes", async () => {
  const { sent, user, next } = await open({}, { papers: [missing] });
  await user.click(next().getByRole("button", { name: "Write to the family" }));
  const dialog = await screen.findByRole("dialog", { name: "Write to the family" });
  const text = await within(dialog).findByRole("textbox", { name: "Message to the family" });
  await waitFor(() => expect(text).toHaveFocus());
  await user.type(text, "Welcome");
  await user.click(within(dialog).getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Your message was sent by e-mail.")).toBeVisible();
  expect(sent).toEqual([{ text: "Welcome", subject: null }]);
  await user.click(next().getByRole("button", { name: "Ask for the missing document" }));
  const letter = await screen.findByRole("dialog", { name: "Write to the family" });
  expect(await within(letter).findByRole("textbox", { name: "Message to the family" })).toHaveValue("Please send:\n• Birth certificate");
  expect(sent).toHaveLength(1);
  await user.click(within(letter).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // A second one on the same day is a question first.
  await user.click(await next().findByRole("button", { name: "Asked today. Ask again" }));
  await user.click(within(await screen.findByRole("dialog", { name: "Ask again today?" })).getByRole("button", { name: "Show the letter" }));
  expect(await screen.findByRole("dialog", { name: "Write to the family" })).toBeVisible();
  expect(sent).toHaveLength(2);
});

it("has a letter that was left half written again, whatever closed it", async () => {
  const { user, next } = await open();
  await user.click(next().getByRole("button", { name: "Write to the family" }));
  await user.type(await screen.findByRole("textbox", { name: "Message to the family" }), "Dear family");
  await user.type(screen.getByRole("textbox", { name: /Subject/ }), "Visit");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(next().getByRole("button", { name: "Write to the family" }));
  expect(await screen.findByRole("textbox", { name: "Message to the family" })).toHaveValue("Dear family");
  expect(screen.getByRole("textbox", { name: /Subject/ })).toHaveValue("Visit");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(next().getByRole("button", { name: "Write to the family" }));
  expect(await screen.findByRole("textbox", { name: "Message to the family" })).toHaveValue("");
});

it("lists who shares what with it, as far as they are seen", async () => {
  const twin = (id: string, person: string, shared: string[]) => ({ id, reference: `ABQ-${id}`, person, person_ar: null, state: "contacted", submitted_at: "2026-02-01T08:00:00Z", shared, is_sibling: false });
  const sister = { ...twin("9", "Layla", ["email"]), is_sibling: true };
  await open({ duplicates: [twin("7", "Omar", ["email", "phone"]), twin("8", "", ["phone"]), sister] });
  const summary = screen.getByText(/Same e-mail address, phone number as 2 others/);
  const items = within(summary.closest("details")!).getAllByRole("listitem", { hidden: true }).map((item) => item.textContent);
  expect(items[0]).toContain("Omar · ABQ-7");
  expect(items[0]).toContain("Contacted01-Feb-2026e-mail address, phone number");
  expect(items[1]).toMatch(/^ABQ-8/);
  expect(items).toHaveLength(2);
  const family = screen.getByText("Another child of this family").closest("details")!;
  expect(within(family).getByRole("listitem", { hidden: true })).toHaveTextContent("Layla · ABQ-9");
});

it("shows in the dialog what is answered", async () => {
  const said = (id: string, text: string, read_at: string | null = null) => ({ id, from: "family", author: null, text, mailed: false, sent_at: "2026-03-03T08:00:00Z", read_at });
  const { user, next } = await open({ unread: 1 }, { written: [said("m1", "Long ago", "2026-03-03T09:00:00Z"), said("m2", "Which day?")] });
  await user.click(next().getByRole("button", { name: "Write to the family" }));
  const asked = await screen.findByRole("region", { name: "What the family wrote last" });
  expect(within(asked).getByText("Which day?")).toBeVisible();
  expect(within(asked).queryByText("Long ago")).toBeNull();
});

it("offers to the command palette what can be done with it, and takes that back when it is left", async () => {
  const { user, next } = await open();
  await waitFor(() => expect(offered()).toEqual(["Assign to me", "Change status to: New", "Change status to: Toured", "Change status to: Applying", "Close this enquiry", "Write to the family", "Add a note", "Print this page"]));
  expect(next().queryByRole("button", { name: /missing/ })).toBeNull();
  const press = (name: string) => user.click(within(screen.getByRole("list", { name: "offered" })).getByRole("button", { name }));
  await press("Add a note");
  expect(onNote).toHaveBeenCalledOnce();
  await press("Close this enquiry");
  expect(await screen.findByRole("dialog", { name: "Close this enquiry" })).toBeVisible();
});

it("leaves the rest to those who may work on it", async () => {
  await open({}, { role: "auditor", papers: [missing] });
  await act(async () => {});
  expect(screen.queryByRole("group", { name: "Next step" })).toBeNull();
  expect(offered()).toEqual(["Print this page"]);
});
