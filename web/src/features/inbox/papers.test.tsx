import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { PaperView, RemovedFileView } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { Papers } from "./Papers";

vi.setConfig({ testTimeout: 30_000 });

const enquiry = { id: "e1", locale: "en", files: [], contacts: [], owner: null, document: { schema: {} }, withheld: [] } as unknown as Enquiry;
const file = { file: "f1", name: "card.pdf", bytes: 2048, media_type: "application/pdf", state: "received" as const, reason: null, comment: "", reviewer: null, reviewed_at: null };
const missing: PaperView = { field: "birth", label: { en: "Birth certificate", ar: "شهادة الميلاد" }, wanted: true, due_on: null, state: "missing", files: [] };
const card: PaperView = { field: "card", label: { en: "Card", ar: "بطاقة" }, wanted: true, due_on: null, state: "received", files: [file] };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

/** The papers, as each answer leaves them. */
async function show(begin: { items: PaperView[]; removed?: RemovedFileView[] }, after: { items: PaperView[]; removed?: RemovedFileView[] }, call: string, role: "admissions_officer" | "auditor" = "admissions_officer") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const bodies: unknown[] = [];
  let now = { removed: [], ...begin };
  stubServer({
    "GET /enquiries/e1/papers": () => now,
    "GET /enquiries/e1/messages": () => ({ items: [], to: null, language: "en", replies: [] }),
    [call]: (body) => {
      bodies.push(body);
      now = { removed: [], ...after };
      return now;
    },
  });
  await renderWith(<SchoolContext value={school}><Papers enquiry={enquiry} /></SchoolContext>, { store });
  return { user: userEvent.setup(), bodies };
}

it("waives a wanted document for a reason, and asks for it after all", async () => {
  const waived: PaperView = { ...missing, state: "waived", waiver: { reason: "The school has it", by: "Noor", at: "2026-11-20T08:00:00Z" } };
  const { user, bodies } = await show({ items: [missing] }, { items: [waived] }, "POST /enquiries/e1/papers/waive");
  await user.click(await screen.findByRole("button", { name: "Waive: Birth certificate" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Waive" }));
  expect(dialog).toHaveTextContent("Write why.");
  await user.type(within(dialog).getByRole("textbox", { name: "Why" }), "The school has it");
  await user.click(within(dialog).getByRole("button", { name: "Waive" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText(/Noor.* waived it on .*20-Nov-2026/)).toHaveTextContent("The school has it");
  await user.click(screen.getByRole("button", { name: "Ask for it after all: Birth certificate" }));
  await waitFor(() => expect(bodies).toEqual([{ field: "birth", reason: "The school has it" }, { field: "birth", is_waived: false }]));
});

it("accepts a document until the day that stands on it", async () => {
  const accepted: PaperView = { ...card, state: "accepted", files: [{ ...file, state: "accepted", reviewer: "Noor", expires_on: "2027-01-05" }] };
  const { user, bodies } = await show({ items: [card] }, { items: [accepted] }, "PUT /enquiries/e1/files/f1/review");
  await user.click(await screen.findByRole("button", { name: "Accept with an expiry date: card.pdf" }));
  const dialog = await screen.findByRole("dialog");
  const day = within(dialog).getByRole("textbox", { name: "Last day, as on the document" });
  const accept = within(dialog).getByRole("button", { name: "Accept" });
  await user.click(accept);
  expect(dialog).toHaveTextContent("Enter the day that is on the document.");
  await user.type(day, "20-Nov-2026");
  await user.click(accept);
  expect(dialog).toHaveTextContent("This day is over.");
  expect(bodies).toEqual([]);
  await user.clear(day);
  await user.type(day, "05-Jan-2027");
  await user.click(accept);
  await waitFor(() => expect(bodies).toEqual([{ state: "accepted", expires_on: "2027-01-05" }]));
  expect(await screen.findByText(/Valid until .*05-Jan-2027/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove card.pdf" })).toBeNull();
});

const removed: RemovedFileView = { file: "f1", field: "card", label: card.label, name: "card.pdf", reason: "Another child's", replaced_by: null, removed_by: "Noor", removed_at: "2026-11-20T08:00:00Z", until: "2026-12-20T08:00:00Z" };

it("removes a file for a reason", async () => {
  const { user, bodies } = await show({ items: [card] }, { items: [{ ...card, state: "missing", files: [] }], removed: [removed] }, "DELETE /student/student_profile");
  await user.click(await screen.findByRole("button", { name: "Remove card.pdf" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByRole("textbox", { name: "Why" }), "Another child's");
  await user.click(within(dialog).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Removed (1)")).toBeVisible();
  expect(bodies).toEqual([{ admission_id: "e1", item: "document", doc_id: "f1", reason: "Another child's" }]);
});

it("tells who removed a file, why and until when it comes back, and restores it", async () => {
  const { user, bodies } = await show({ items: [], removed: [removed] }, { items: [card] }, "POST /student/student_profile/restore");
  await user.click(await screen.findByText("Removed (1)"));
  expect(screen.getByText(/Noor.* removed it on .*20-Nov-2026/)).toHaveTextContent(/Another child's.*Can be restored until .*20-Dec-2026/);
  await user.click(screen.getByRole("button", { name: "Restore card.pdf" }));
  expect(await screen.findByRole("button", { name: "Look at card.pdf" })).toBeVisible();
  expect(bodies).toEqual([{ admission_id: "e1", doc_id: "f1" }]);
});

it("says that a family removed its own file", async () => {
  const { user } = await show({ items: [], removed: [{ ...removed, removed_by: null, reason: "" }] }, { items: [] }, "POST /none");
  await user.click(await screen.findByText("Removed (1)"));
  expect(screen.getByText(/The family removed it on .*20-Nov-2026/)).not.toHaveTextContent("took its place");
});

it("who only reads changes nothing", async () => {
  await show({ items: [missing, card] }, { items: [] }, "POST /none", "auditor");
  expect(await screen.findByText("Birth certificate")).toBeVisible();
  for (const name of [/^Waive/, /^Remove/, /^Accept/, "Add documents"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: "Add documents" })).toBeNull();
});
