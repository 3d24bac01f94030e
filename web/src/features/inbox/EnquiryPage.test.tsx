import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { PaperFileView, PaperView } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { SchoolContext } from "@/api/school";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { applicationAt, way } from "@/test/applications";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { EnquiryPage } from "./EnquiryPage";

vi.setConfig({ testTimeout: 30_000 });

const enquiry = {
  id: "e1", version: 1, reference: "ABQ-1", person: "Sara", person_for: null, form: "form", form_title: { en: "Enquiry", ar: "استفسار" }, state: "new", closed_for: null, submitted_at: "2026-11-20T08:00:00Z", locale: "en", owner: null, tags: [], flags: [], shared: [], notes: 0, unread: 0,
  contacts: [], duplicates: [], persons: [], document: { title: "Application", steps: [], schema: { type: "object", properties: {} }, ui: {}, messages: {} }, values: {}, withheld: [], files: [], verdict: null, plugin_failure: null, timeline: [], timeline_cursor: null, next_states: ["contacted", "lost"],
};
const file = { file: "f1", name: "card.pdf", bytes: 1, media_type: "application/pdf", state: "received", reason: null, comment: "", reviewer: null, reviewed_at: null } satisfies PaperFileView;
const paper = (field: string, change: Partial<PaperView>): PaperView => ({ field, label: { en: field, ar: field }, wanted: true, due_on: null, state: "missing", files: [], ...change });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it("has status, next step, tasks and documents before the answers, so that they come first on a phone", async () => {
  stubServer({
    "GET /enquiries/e1": () => ({ enquiry }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1/notes": () => ({ items: [] }),
    "GET /enquiries/e1/tasks": () => ({ items: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], to: null, language: "en", replies: [] }),
    "GET /enquiries/e1/papers": () => ({ items: [paper("a", {}), paper("b", {}), paper("c", { wanted: false }), paper("d", { state: "received", files: [file] })] }),
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  await renderRoutes([{ path: "/pre_admission/:id", element: <SchoolContext value={school}><EnquiryPage /></SchoolContext> }], { path: "/pre_admission/e1", store });
  const answers = await screen.findByRole("tablist");
  const documents = (await screen.findByRole("link", { name: "Open the documents" })).closest("section");
  if (!documents) throw new Error("the documents have no part of their own");
  const parts = [screen.getByRole("group", { name: "Next step" }), screen.getByRole("button", { name: "Add a note" }), screen.getByRole("region", { name: "What to do" }), screen.getByRole("heading", { name: "Tasks" }), documents, answers, screen.getByRole("heading", { name: "History" })];
  for (const [at, part] of parts.slice(1).entries()) expect(parts[at]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(within(documents).getAllByRole("listitem").map((each) => each.textContent)).toEqual(["Missing 2", "Received 1"]);
});

it("has the ways of an application in its head, before whom to turn to", async () => {
  stubServer({
    "GET /enquiries/e1": () => ({ enquiry: { ...enquiry, state: "W/review", registration_id: "ABQ27-00001", next_states: [], contacts: [{ name: "Huda", relation: null, phone: "+96891234567", email: null, language: null }] } }),
    "GET /enquiries/e1/application": () => applicationAt("W/review", { allowed: [way("S/to_schedule"), way("R/school", true)] }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1/notes": () => ({ items: [] }),
    "GET /enquiries/e1/tasks": () => ({ items: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], to: null, language: "en", replies: [] }),
    "GET /enquiries/e1/papers": () => ({ items: [] }),
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  await renderRoutes([{ path: "/pre_admission/:id", element: <SchoolContext value={school}><EnquiryPage /></SchoolContext> }], { path: "/pre_admission/e1", store });
  const change = await screen.findByRole("button", { name: "Change the status" });
  const block = screen.getByRole("region", { name: "What to do" });
  expect(within(block).getByText("Since"), "what is known of the status stays there").toBeVisible();
  expect(block).not.toContainElement(change);
  for (const after of [screen.getByRole("group", { name: "Next step" }), block]) expect(change.compareDocumentPosition(after) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText("ABQ27-00001", { selector: "p bdi" }), "one number").toBeVisible();
  expect(screen.queryByText("ABQ-1")).toBeNull();
});

it("asks neither notes nor messages for who may not read them", async () => {
  const { calls } = stubServer({
    "GET /enquiries/e1": () => ({ enquiry }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/e1/tasks": () => ({ items: [] }),
    "GET /enquiries/e1/papers": () => ({ items: [] }),
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["finance"], kind: "staff" }));
  await renderRoutes([{ path: "/pre_admission/:id", element: <SchoolContext value={school}><EnquiryPage /></SchoolContext> }], { path: "/pre_admission/e1", store });
  expect(await screen.findByRole("tab", { name: "Documents" })).toBeVisible();
  expect(screen.queryByRole("tab", { name: /Messages/ })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Notes" })).toBeNull();
  expect(calls.filter((call) => /notes|messages/.test(call))).toEqual([]);
});
