import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { EnquiryMessageView, PaperView, TaskView } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { SchoolContext } from "@/api/school";
import { storeToken } from "@/api/session";
import { forgetTab } from "@/api/tab";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Contacts } from "./Contacts";
import { Messages } from "./Messages";
import { Papers } from "./Papers";
import { Tasks } from "./Tasks";

vi.setConfig({ testTimeout: 30_000 });

const enquiry = { id: "e1", locale: "ar", files: [], contacts: [], owner: null, document: { schema: {} }, withheld: [] } as unknown as Enquiry;

beforeEach(() => {
  forgetTab();
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function show(what: ReactNode, handlers: Parameters<typeof stubServer>[0], role: "admissions_officer" | "auditor" = "admissions_officer") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  stubServer(handlers);
  await renderWith(<SchoolContext value={school}>{what}</SchoolContext>, { store });
  return userEvent.setup();
}

it("whom to call, to chat with and to write to is one press away", async () => {
  const contacts = [{ role: "guardian", name: "Ahmed", phone: "+968 9123 4567", email: "ahmed@example.org" }, { role: "second_guardian", name: "Salma", phone: "+96892345678", email: null }, { role: "contact", name: null, phone: "2412 3456", email: null }];
  await show(<Contacts enquiry={{ ...enquiry, contacts }} />, {});
  expect(screen.getByRole("link", { name: "Call +968 9123 4567" })).toHaveAttribute("href", "tel:+968 9123 4567");
  expect(screen.getAllByRole("link", { name: "WhatsApp" }).map((link) => link.getAttribute("href"))).toEqual(["https://wa.me/96891234567", "https://wa.me/96892345678"]);
  expect(screen.getByRole("link", { name: "Call +968 92345678" })).toHaveAttribute("href", "tel:+96892345678");
  expect(screen.getByRole("link", { name: "Write to ahmed@example.org" })).toHaveAttribute("href", "mailto:ahmed@example.org");
  expect(screen.getByText("The family reads Arabic")).toBeVisible();
});

const file = { file: "f1", name: "card.pdf", bytes: 2048, media_type: "application/pdf", state: "received" as const, reason: null, comment: "", reviewer: null, reviewed_at: null };
const papers: PaperView[] = [
  { field: "card", label: { en: "Vaccination card", ar: "بطاقة التطعيم" }, wanted: true, due_on: null, state: "received", files: [file] },
  { field: "birth", label: { en: "Birth certificate", ar: "شهادة الميلاد" }, wanted: true, due_on: "2026-12-10", state: "missing", files: [] },
];

it("a document is refused with a reason, and what is missing is asked for by a letter", async () => {
  let items = papers;
  let written: EnquiryMessageView[] = [];
  const said: unknown[] = [];
  const text = "السلام عليكم،\n• بطاقة التطعيم (نحتاج إلى بديل عنه: the back, please)\n• شهادة الميلاد";
  const user = await show(<Papers enquiry={enquiry} />, {
    "GET /enquiries/e1/papers": () => ({ items }),
    "PUT /enquiries/e1/files/f1/review": (body) => {
      said.push(body);
      items = [{ ...papers[0]!, state: "refused", files: [{ ...file, state: "refused", reason: "other", comment: "the back, please", reviewer: "Noor" }] }, papers[1]!];
      return { items };
    },
    "GET /enquiries/e1/messages": () => ({ items: written, to: "ahmed@example.org", language: "ar", replies: [{ name: "ask_papers", subject: "المستندات", text }] }),
    "POST /enquiries/e1/messages": () => {
      written = [{ id: "m1", from: "school", author: "Noor", text, mailed: true, accepts_offer: false, sent_at: "2026-03-03T08:00:00Z", read_at: null }];
      return { status: 201, body: { message: written[0] } };
    },
  });
  expect(await screen.findByText("Wanted by 10-Dec-2026")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Refuse card.pdf" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent("The family sees this reason and your comment on the page “My application”");
  expect(within(dialog).getByRole("checkbox", { name: "Write to the family next" })).not.toBeChecked();
  const refuse = within(dialog).getByRole("button", { name: "Refuse" });
  await user.click(refuse);
  expect(dialog).toHaveTextContent("Choose a reason.");
  await user.click(within(dialog).getByRole("radio", { name: "Something else" }));
  await user.click(refuse);
  expect(dialog).toHaveTextContent("Write what the family should send instead.");
  await user.type(within(dialog).getByRole("textbox"), "the back, please");
  await user.click(refuse);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(said).toEqual([{ state: "refused", reason: "other", comment: "the back, please" }]);
  expect(await screen.findByText(/Something else: the back, please/)).toBeVisible();
  expect(screen.queryByText(/Asked on/)).toBeNull();
  await user.click(screen.getByRole("button", { name: "Ask for the 2 missing documents" }));
  await user.click(within(await screen.findByRole("dialog", { name: "Write to the family" })).getByRole("button", { name: "Send" }));
  expect(await screen.findByText("The family was asked by e-mail.")).toBeVisible();
  expect(await screen.findAllByText("Asked on 03-Mar-2026")).toHaveLength(2);
  expect(screen.getByText("Documents were last asked for on 03-Mar-2026.")).toBeVisible();
});

it("a refusal leads to a message that asks for another, where that is wished", async () => {
  const sent: unknown[] = [];
  const user = await show(<Papers enquiry={enquiry} />, {
    "GET /enquiries/e1/papers": () => ({ items: papers }),
    "PUT /enquiries/e1/files/f1/review": () => ({ items: papers }),
    "GET /enquiries/e1/messages": () => ({ items: [], to: "ahmed@example.org", language: "en", replies: [{ name: "ask_papers", subject: "Documents", text: "Please send:\n• Vaccination card\n" }] }),
    "POST /enquiries/e1/messages": (body) => {
      sent.push(body);
      return { status: 201, body: { message: { mailed: true } } };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Refuse card.pdf" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("radio", { name: "It cannot be read" }));
  await user.click(within(dialog).getByRole("checkbox"));
  await user.click(within(dialog).getByRole("button", { name: "Refuse" }));
  const writing = await screen.findByRole("dialog", { name: "Write to the family" });
  expect(await within(writing).findByRole("textbox", { name: "Message to the family" })).toHaveValue("Please send:\n• Vaccination card");
  await user.click(within(writing).getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ text: "Please send:\n• Vaccination card", subject: "Documents" }]);
});

it("who may only read sees documents, and says nothing of them", async () => {
  await show(<Papers enquiry={enquiry} />, { "GET /enquiries/e1/papers": () => ({ items: papers }), "GET /enquiries/e1/messages": () => ({ items: [], to: null, language: "en", replies: [] }) }, "auditor");
  expect(await screen.findByText("Vaccination card")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Refuse|Accept|Ask/ })).toBeNull();
});

it("a message begins with a text of the school's, and what was typed stays until the server has it", async () => {
  const asked: EnquiryMessageView = { id: "m1", from: "family", author: null, text: "Which day?", mailed: false, accepts_offer: false, sent_at: "2026-11-20T08:00:00Z", read_at: null };
  let fails = true;
  const sent: unknown[] = [];
  const replies = [{ name: "ask_call", subject: "A call", text: "When may we call?\n" }];
  const user = await show(<Messages enquiry={enquiry} />, {
    "GET /enquiries/e1/messages": () => ({ items: [asked], to: "ahmed@example.org", language: "ar", replies }),
    "POST /enquiries/e1/messages/preview": (body) => ({ subject: `${(body as { subject: string }).subject} · ABQ`, html: `<p>${(body as { text: string }).text}</p>` }),
    "POST /enquiries/e1/messages": (body) => {
      if (fails) {
        fails = false;
        return { status: 429, body: { success: false, messageId: "L002" } };
      }
      sent.push(body);
      return { status: 201, body: { message: asked } };
    },
  });
  expect(await screen.findByText("Which day?")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Ask for a call" }));
  const text = screen.getByRole("textbox", { name: "Message to the family" });
  expect(text).toHaveValue("When may we call?");
  expect(screen.getByRole("textbox", { name: /Subject/ })).toHaveValue("A call");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const preview = await screen.findByRole("dialog", { name: "As the family gets it" });
  expect(within(preview).getByText("A call · ABQ")).toBeVisible();
  expect(within(preview).getByTitle("As the family gets it")).toHaveAttribute("srcdoc", "<p>When may we call?</p>");
  await user.click(within(preview).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(text).toHaveValue("When may we call?");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(text).toHaveValue(""));
  expect(sent).toEqual([{ text: "When may we call?", subject: "A call" }]);
});

it("a family waits until somebody says that it needs no answer, which can be taken back; reading alone changes nothing", async () => {
  const asked: EnquiryMessageView = { id: "m1", from: "family", author: null, text: "Thanks, call +968 2450 0100", mailed: false, accepts_offer: false, sent_at: "2026-11-20T08:00:00Z", read_at: null };
  let readAt: string | null = null;
  const said: string[] = [];
  const user = await show(<Messages enquiry={enquiry} />, {
    "GET /enquiries/e1/messages": () => ({ items: [{ ...asked, read_at: readAt }], to: null, language: "ar", replies: [] }),
    "POST /enquiries/e1/messages/read": () => {
      said.push("settled");
      readAt = "2026-11-20T09:00:00Z";
      return {};
    },
    "DELETE /enquiries/e1/messages/read": () => {
      said.push("waits");
      readAt = null;
      return {};
    },
  });
  expect(await screen.findByRole("link", { name: "+968 2450 0100" })).toHaveAttribute("href", "tel:+96824500100");
  expect(screen.getByText(/Waiting for an answer/)).toBeVisible();
  expect(said).toEqual([]);
  await user.click(screen.getByRole("button", { name: "No answer needed" }));
  const undo = await screen.findByRole("button", { name: "Undo" });
  expect(undo).toHaveFocus();
  expect(screen.queryByText(/Waiting for an answer/)).toBeNull();
  await user.click(undo);
  expect(await screen.findByText(/Waiting for an answer/)).toBeVisible();
  expect(said).toEqual(["settled", "waits"]);
});

it("what the school answered has nothing more to settle", async () => {
  const at = { mailed: false, accepts_offer: false, sent_at: "2026-11-20T08:00:00Z", read_at: "2026-11-20T09:00:00Z" };
  const items: EnquiryMessageView[] = [{ id: "m1", from: "family", author: null, text: "Which day?", ...at }, { id: "m2", from: "school", author: "Noor", text: "Sunday", ...at }];
  await show(<Messages enquiry={enquiry} />, { "GET /enquiries/e1/messages": () => ({ items, to: null, language: "ar", replies: [] }) });
  expect(await screen.findByText("Sunday")).toBeVisible();
  expect(screen.queryByRole("button", { name: /No answer needed|Undo/ })).toBeNull();
});

const task = (change: Partial<TaskView>): TaskView => ({
  id: "t1", version: 1, enquiry: { id: "e1", reference: "ABQ-1", person: "Sara" }, text: { en: "Nurse to call", ar: "اتصال الممرضة" }, by_rules: true, assigned_to: null, due_on: "2020-01-02", author: null, done_at: null, done_by: null, created_at: "2026-11-20T08:00:00Z", ...change,
});

it("a task is taken, done, and asked for with a day", async () => {
  let items = [task({})];
  const changed: unknown[] = [];
  const user = await show(<Tasks enquiry={enquiry} order={2} />, {
    "GET /enquiries/e1/tasks": () => ({ items }),
    "GET /enquiries/assignees": () => ({ items: [{ id: "u1", name: "Noor", email: "n@abq.example" }] }),
    "PATCH /enquiries/e1/tasks/t1": (body) => {
      changed.push(body);
      items = changed.length === 1 ? [task({ version: 2, assigned_to: { id: "u1", name: "Noor" } })] : [task({ version: 3, done_at: "2026-11-20T09:00:00Z", done_by: "Noor" })];
      return { task: items[0] };
    },
    "POST /enquiries/e1/tasks": (body) => {
      changed.push(body);
      return { status: 201, body: { task: task({ id: "t2" }) } };
    },
  });
  expect(await screen.findByText("overdue since 02-Jan-2020")).toBeVisible();
  expect(screen.getByText("asked by the form's rules")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Assign to me" }));
  expect(await screen.findByText("Noor")).toBeVisible();
  await user.click(screen.getByRole("checkbox", { name: "Nurse to call" }));
  expect(await screen.findByText(/done by/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Add a task" }));
  await user.type(screen.getByRole("textbox", { name: "What is to be done" }), "Send the fee list");
  await user.type(screen.getByRole("textbox", { name: /Due date/ }), "05/12/2026");
  await user.click(screen.getByRole("button", { name: "Save the task" }));
  await waitFor(() => expect(changed).toHaveLength(3));
  expect(changed).toEqual([{ version: 1, assigned_to: "u1" }, { version: 2, done: true }, { text: "Send the fee list", assigned_to: null, due_on: "2026-12-05" }]);
});
