import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry, TimelineEntry } from "@/api/types";
import { renderRoutes } from "@/test/render";
import { stubServer } from "@/test/server";
import { Timeline } from "./Timeline";

const DOCUMENT = { schema: { type: "object", properties: { birth: { type: "string", title: "Birth certificate" } } }, messages: { "doc.visa": "Visa copy" } };

const entries = (from: number, to: number): TimelineEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    seq: from + index, at: "2026-11-20T08:00:00Z", actor: { id: "u1", name: "Noor" }, kind: "comment", comment: `Comment ${from + index}`, role: null, reason: null, from: null, to: null,
  }));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("shows the newest entries, and those before them page by page until there are no more", async () => {
  const asked: string[] = [];
  let fails = true;
  stubServer({
    "GET /enquiries/e1/timeline": (_body, url) => {
      if (fails) return { status: 503, body: { messageId: "R008" } };
      const cursor = url.searchParams.get("cursor") ?? "";
      asked.push(cursor);
      return cursor === "c2" ? { items: entries(3, 4), next_cursor: "c1" } : { items: entries(1, 2), next_cursor: null };
    },
  });
  const enquiry = { id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline: entries(5, 6), timeline_cursor: "c2" } as unknown as Enquiry;
  await renderRoutes([{ path: "/", element: <Timeline enquiry={enquiry} /> }], { path: "/" });
  const user = userEvent.setup();
  const told = () => screen.getAllByText(/^Comment/).map((comment) => comment.textContent);
  expect(told()).toEqual(["Comment 6", "Comment 5"]);

  const before = screen.getByRole("button", { name: "Show earlier entries" });
  await user.click(before);
  expect(await screen.findByRole("alert")).toHaveTextContent("That did not work. Try again.");
  fails = false;
  await user.click(before);
  await waitFor(() => expect(told()).toEqual(["Comment 6", "Comment 5", "Comment 4", "Comment 3"]));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(before);
  await waitFor(() => expect(told()).toHaveLength(6));
  expect(asked).toEqual(["c2", "c1"]);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("list").parentElement).toHaveFocus();
});

it("says what let somebody, and why they closed it", async () => {
  const closed: TimelineEntry = {
    seq: 1, at: "2026-11-20T08:00:00Z", actor: { id: "u1", name: "Noor" }, role: "admissions_officer", kind: "state", from: "new", to: "lost", reason: "no_place", comment: null,
  };
  const newer: TimelineEntry = { ...closed, seq: 2, role: "role of tomorrow", reason: "full moon" };
  const enquiry = { id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline: [closed, newer] } as unknown as Enquiry;
  await renderRoutes([{ path: "/", element: <Timeline enquiry={enquiry} /> }], { path: "/" });
  const [second, first] = screen.getAllByRole("listitem").map((item) => (item.textContent ?? "").replaceAll(/[\u2068\u2069]/g, ""));
  expect(first).toContain("Noor: New → Closed (No place available)");
  expect(first).toContain("Admissions officer");
  expect(second).toMatch(/Noor: New → Closed(?! \()/);
  expect(second).not.toContain("·");
});

it("keeps the sign before a phone number, and an address, in Arabic too", async () => {
  const corrected = (seq: number, from: string, to: string): TimelineEntry => ({
    seq, at: "2026-11-20T08:00:00Z", actor: { id: null, name: "Huda" }, role: null, kind: "contact", from, to, reason: "phone", comment: null,
  });
  const timeline = [corrected(1, "+968 9123 4567", "+96892345678"), corrected(2, "a@example.org", "هدى")];
  await renderRoutes([{ path: "/", element: <Timeline enquiry={{ id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline } as unknown as Enquiry} /> }], { path: "/", language: "ar" });
  const [second, first] = screen.getAllByRole("listitem").map((item) => item.textContent ?? "");
  expect(first).toContain("\u2066+968 9123 4567\u2069");
  expect(first).toContain("\u2066+96892345678\u2069");
  expect(second).toContain("\u2066a@example.org\u2069");
  expect(second).toContain("\u2068هدى\u2069");
});

it.each([
  [{ kind: "file", from: "birth", to: "birth.png", actor: { id: null, name: "Huda" } }, "Huda added Birth certificate: birth.png"],
  [{ kind: "file", from: "wanted:doc.visa:2", to: null, actor: { id: null, name: "" } }, "The family added Visa copy"],
  [{ kind: "file", from: null, to: "old.png", actor: { id: null, name: "Huda" } }, "Huda added old.png"],
  [{ kind: "file", from: null, to: null }, "A file was added"],
  [{ kind: "paper", from: "birth", to: "accepted", comment: "birth.png" }, "Noor accepted Birth certificate: birth.png"],
  [{ kind: "paper", from: "birth", to: "refused", comment: null, reason: "other" }, "Noor refused Birth certificate"],
  [{ kind: "paper", from: "received", to: "refused", comment: null, reason: "other" }, "Noor refused a document"],
  [{ kind: "paper", from: "birth", to: "waived", comment: "It was seen" }, "Noor waived Birth certificate: It was seen"],
  [{ kind: "paper", from: null, to: "wanted" }, "Noor asked for a waived document after all"],
  [{ kind: "paper", from: "birth", to: "infected", comment: "birth.png", actor: { id: null, name: "" } }, "A check found something harmful in Birth certificate: birth.png; the file was removed"],
  [{ kind: "paper", from: "birth", to: "placed", comment: "office.pdf" }, "Noor moved a file to Birth certificate: office.pdf"],
  [{ kind: "paper", from: "birth", to: "removed", comment: "birth.png: not theirs" }, "Noor removed Birth certificate: birth.png: not theirs"],
  [{ kind: "paper", from: null, to: "restored" }, "Noor restored a file"],
  [{ kind: "message", from: null, to: "Missing documents" }, "Noor wrote to the family: Missing documents"],
  [{ kind: "message", from: null, to: null }, "Noor wrote to the family"],
  [{ kind: "task", from: null, to: "added", comment: "Call the mother" }, "Noor added a task"],
  [{ kind: "letter", from: "ABQ-2026-FR-00001", to: "financial_sent" }, "Noor sent financial documents of ABQ-2026-FR-00001"],
  [{ kind: "letter", from: "ABQ-2026-FR-00001", to: "financial_verified" }, "Noor verified a financial document of ABQ-2026-FR-00001"],
  [{ kind: "letter", from: "ABQ-2026-FR-00001", to: "financial_returned" }, "Noor returned a financial document of ABQ-2026-FR-00001"],
])("names the document, the letter, the task: %o", async (change, said) => {
  const entry: TimelineEntry = { ...entries(1, 1)[0]!, comment: null, ...change };
  await renderRoutes([{ path: "/", element: <Timeline enquiry={{ id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline: [entry] } as unknown as Enquiry} /> }], { path: "/" });
  expect((screen.getByRole("listitem").textContent ?? "").replaceAll(/[\u2066\u2068\u2069]/g, "")).toContain(said);
  expect(screen.queryByText(/→/)).toBeNull();
});

it.each([
  ["en", "Call the family", "Competes for other places: ⁨Grade 1⁩ → ⁨Year 4⁩"],
  ["ar", "اتصلوا بالأسرة", "ينافس على مقاعد أخرى: ⁨الصف الأول⁩ ← ⁨السنة الرابعة⁩"],
] as const)("says in the reader's language what the server asked, and which places (%s)", async (language, asked, places) => {
  const plain: TimelineEntry = { seq: 1, at: "2026-11-20T08:00:00Z", actor: { id: "u1", name: "Noor" }, role: null, kind: "task", from: "open", to: "done", reason: null, comment: null };
  const task: TimelineEntry = { ...plain, reason_words: { en: "Call the family", ar: "اتصلوا بالأسرة" } };
  const bucket: TimelineEntry = { ...plain, seq: 2, kind: "bucket", from: null, to: null, from_words: { en: "Grade 1", ar: "الصف الأول" }, to_words: { en: "Year 4", ar: "السنة الرابعة" } };
  const enquiry = { id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline: [task, bucket] } as unknown as Enquiry;
  await renderRoutes([{ path: "/", element: <Timeline enquiry={enquiry} /> }], { path: "/", language });
  expect(screen.getByText(asked)).toBeVisible();
  expect(screen.getByText(places)).toBeVisible();
});

it.each([
  ["mailed", "s…@example.com", /The family was mailed at .?s…\u2060@example\.com/],
  ["no_address", null, /The family was not told: there is no e-mail address/],
  ["texted", "••• 567", /got a text message at .?••• 567/],
  ["unmailed", "s…@example.com", /too many messages went to its address/],
  ["silent", null, /no e-mail was wanted/],
])("says whether the family was mailed: %s", async (to, comment, words) => {
  const [one] = entries(1, 1) as [TimelineEntry];
  const told = { ...one, kind: "told", to, comment, actor: { id: null, name: "" } } as unknown as TimelineEntry;
  const enquiry = { id: "e1", version: 6, document: DOCUMENT, verdict: null, timeline: [told], timeline_cursor: null } as unknown as Enquiry;
  await renderRoutes([{ path: "/", element: <Timeline enquiry={enquiry} /> }], { path: "/" });
  const entry = screen.getByRole("listitem");
  expect(entry).toHaveTextContent(words);
  expect(entry.textContent.split("s•••").length, "it is said once at most").toBeLessThan(3);
});
