import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { PaperTold } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { UploadPage } from "./UploadPage";
import { WhosePage } from "./WhosePage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function show(role: "guardian" | "admissions_officer", handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en") {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Huda", email: "h@abq.example", authority: [role], kind: role === "guardian" ? "family" : "staff" }));
  const { calls } = stubServer(handlers);
  await renderRoutes([{ path: "/upload/:id", element: <SchoolContext value={school}><UploadPage /></SchoolContext> }], { store, path: "/upload/a1", language });
  return { calls, user: userEvent.setup({ applyAccept: false }) };
}

const both = (en: string, ar = en) => ({ en, ar });
const paper = (more: Partial<PaperTold>): PaperTold => ({ field: "scan", title: both("Passport", "جواز السفر"), wanted: true, state: "missing", limit: 1_000, kinds: ["pdf"], files: [], ...more });
const given = (state: PaperTold["state"], more = {}) => ({ file: `f-${state}`, field: "scan", name: `${state}.pdf`, bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", state, comment: "", opens: false, takes_back: false, ...more });
const mine = (papers: PaperTold[]) => ({ application: { person: "Sara", reference: "ABQ-1", registration_id: "ABQ27-00001", may_withdraw: true, papers } });
const NONE = { "GET /family/library": () => ({ items: [] }) };

it("says of each document what is wanted, by when, and how it stands", async () => {
  const papers = [
    paper({ due_on: "2026-12-01" }),
    paper({ field: "birth", title: both("Birth certificate"), state: "refused", files: [given("refused", { reason: "unreadable", comment: "The stamp is cut off." })] }),
    paper({ field: "visa", title: both("Visa"), state: "expired", files: [given("expired")] }),
    paper({ field: "card", title: both("Card"), state: "infected", files: [given("infected")] }),
    paper({ field: "report", title: both("Report"), state: "scanning", files: [given("scanning")] }),
    paper({ field: "photo", title: both("Photo"), state: "accepted", files: [given("accepted")] }),
    paper({ field: "letter", title: both("Letter"), state: "waived" }),
    paper({ field: "more", title: both("Award"), wanted: false }),
  ];
  await show("guardian", { "GET /public/applications/a1": () => mine(papers), ...NONE });
  expect(await screen.findByRole("heading", { level: 1, name: "Documents" })).toBeVisible();
  expect(screen.getByText("4 documents are still needed.")).toBeVisible();
  const region = screen.getByRole("region", { name: "What is asked for" });
  for (const said of [/Passport.*Missing.*01-Dec-2026/, /Birth certificate.*Not accepted.*It cannot be read.*The stamp is cut off/, /Visa.*Expired.*Please send the new one/, /Card.*Harmful, removed.*something harmful/, /Report.*Being checked/, /Photo.*Accepted/, /Letter.*Waived/]) {
    expect(region).toHaveTextContent(said);
  }
  expect(region).not.toHaveTextContent("Award");
  expect(screen.getByText("Award")).toBeInTheDocument();
  expect(screen.getByText("ABQ27-00001")).toBeVisible();
});

it("sends a file, keeps its row in its place, and says there what the server refused", async () => {
  let papers = [paper({}), paper({ field: "birth", title: both("Birth certificate") })];
  let answer: object | null = null;
  let asked = 0;
  const { user } = await show("guardian", {
    "GET /public/applications/a1": () => mine(papers),
    "POST /public/applications/a1/files": () => {
      asked += 1;
      if (answer) return answer;
      papers = [paper({ state: "received", files: [given("received")] }), papers[1]!];
      return { status: 201, body: mine(papers) };
    },
    ...NONE,
  });
  const [passport, birth] = [await screen.findByText("Passport"), screen.getByText("Birth certificate")].map((each) => each.closest("li")!);
  const choose = (row: HTMLElement, file: File) => user.upload(row.querySelector<HTMLInputElement>('input[type="file"]')!, file);
  await choose(passport!, new File(["p"], "received.pdf", { type: "application/pdf" }));
  expect(await within(passport!).findByText(/^Received: .*received.pdf/)).toBeVisible();
  expect(screen.getByText("1 document is still needed.")).toBeVisible();
  expect(passport!.compareDocumentPosition(birth!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await choose(birth!, new File(["p".repeat(1_001)], "large.pdf", { type: "application/pdf" }));
  expect(await within(birth!).findByRole("alert")).toHaveTextContent(/large.pdf.* is larger than/);
  answer = { status: 415, body: { success: false, messageId: "D002", errors: [] } };
  const refused = new File(["p"], "false.pdf", { type: "application/pdf" });
  await choose(birth!, refused);
  await waitFor(() => expect(within(birth!).getByRole("alert")).toHaveTextContent(/false.pdf.* was not received/));
  expect(within(passport!).queryByRole("alert")).toBeNull();
  expect(asked).toBe(2);
  await choose(birth!, refused);
  await waitFor(() => expect(asked, "the same file is sent again").toBe(3));
});

it("uses what was sent with another application by one press", async () => {
  const bodies: unknown[] = [];
  const file = { file: "f9", name: "passport.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", label: both("Passport"), of: both("Omar"), reference: "ABQ-0", of_family: true };
  const { user } = await show("guardian", {
    "GET /public/applications/a1": () => mine([paper({})]),
    "GET /family/library": (_body, url) => {
      expect(url.searchParams.get("for")).toBe("a1");
      return { items: bodies.length > 0 ? [] : [file] };
    },
    "POST /family/papers/reuse": (body) => {
      bodies.push(body);
      return { status: 201, body: mine([paper({ state: "received", files: [given("received")] })]) };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Use one you sent before: Passport" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog).toHaveTextContent(/Passport.*Omar.*02-Nov-2026.*passport.pdf/);
  await user.click(within(dialog).getByRole("button", { name: "Use passport.pdf" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toEqual([{ application: "a1", field: "scan", from_file: "f9", locale: "en" }]);
  expect(screen.getByText("No document is missing at the moment.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Use one you sent before/ })).toBeNull());
});

it("offers the same document at one press and the others behind a second, and takes it back until the school has looked at it", async () => {
  const bodies: unknown[] = [];
  let papers = [paper({})];
  const file = (id: string, label: string) => ({ file: id, name: `${id}.pdf`, bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", label: both(label), of: both("Omar"), reference: "ABQ-0", of_family: true });
  let isLate = false;
  const { user } = await show("guardian", {
    "GET /public/applications/a1": () => mine(papers),
    "GET /family/library": () => ({ items: [file("report", "Report"), file("passport", "Passport")] }),
    "POST /family/papers/reuse": (body) => {
      bodies.push(body);
      papers = [paper({ state: "received", files: [given("received")] })];
      return { status: 201, body: mine(papers) };
    },
    "DELETE /public/applications/a1/files/f-received": () => {
      bodies.push("taken back");
      if (isLate) return { status: 423, body: { success: false, messageId: "D007", errors: [] } };
      papers = [paper({})];
      return { body: mine(papers) };
    },
  });
  await user.click(await screen.findByRole("button", { name: "Use one you sent before: Passport" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole("button", { name: "Use passport.pdf" })).toBeVisible();
  expect(within(dialog).getByText("Show 1 other document").closest("details")).not.toHaveAttribute("open");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const once = () => screen.getByRole("button", { name: "Use the one of Omar: Passport" });
  await user.click(once());
  const undo = await screen.findByRole("button", { name: "Undo: received.pdf" });
  expect(bodies).toEqual([{ application: "a1", field: "scan", from_file: "passport", locale: "en" }]);
  await user.click(undo);
  await waitFor(() => expect(bodies[1]).toBe("taken back"));
  expect(await screen.findByText("1 document is still needed.")).toBeVisible();
  isLate = true;
  await user.click(once());
  await user.click(await screen.findByRole("button", { name: "Undo: received.pdf" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("The school has said something of it already, so it stays.");
});

it.each([
  ["en", "Open", "Remove", "was removed", "Undo"],
  ["ar", "فتح", "سحب الملف", "سُحب", "تراجع"],
] as const)("a family opens its own file, takes it back and brings it back (%s)", async (language, open, back, said, undo) => {
  const own = { opens: true, takes_back: true, media_type: "image/jpeg" };
  const here = () => mine([paper({ state: "received", files: [given("received", own), given("accepted", { opens: false, takes_back: false })] })]);
  const { user, calls } = await show(
    "guardian",
    {
      "GET /public/applications/a1": here,
      "POST /public/applications/a1/files/f-received/show": () => ({ address: "/api/v1/oa/common/own-files/name" }),
      "DELETE /public/applications/a1/files/f-received": () => mine([paper({})]),
      "POST /public/applications/a1/files/f-received/restore": here,
      ...NONE,
    },
    language,
  );
  await user.click(await screen.findByRole("button", { name: new RegExp(`^${open}.*received.pdf`) }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByRole("img", { name: "received.pdf" })).toHaveAttribute("src", "/api/v1/oa/common/own-files/name");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: new RegExp(`(${open}|${back}).*accepted.pdf`) }), "the school's own").toBeNull();
  await user.click(screen.getByRole("button", { name: new RegExp(`^${back}.*received.pdf`) }));
  expect(await screen.findByText((text) => text.includes(said) && text.includes("received.pdf"))).toBeVisible();
  await user.click(screen.getByRole("button", { name: new RegExp(`^${undo}.*received.pdf`) }));
  expect(await screen.findByRole("button", { name: new RegExp(`^${back}.*received.pdf`) })).toBeVisible();
  expect(calls.filter((call) => call.includes("/files/")).length).toBe(3);
});

it.each([["en", "Replaced", /cannot be read/], ["ar", "استُبدل بغيره", /غير واضح/]] as const)("does not repeat why a file was refused once another came (%s)", async (language, replaced, why) => {
  const files = [given("refused", { reason: "unreadable" }), given("received", { opens: true, takes_back: true })];
  await show("guardian", { "GET /public/applications/a1": () => mine([paper({ state: "received", files })]), ...NONE }, language);
  expect(await screen.findByText(replaced)).toBeVisible();
  expect(screen.queryByText(why)).toBeNull();
});

it.each([
  ["en", "Use one you sent before: Passport", /^Use the one of/, "Use passport.pdf", /Passport.* of .*Omar.*and not of the child of this application/, "Yes, use it"],
  ["ar", /^استخدام مستند سبق إرساله:/, /^استخدام مستند .*Omar/, "استخدام passport.pdf", /Passport.*يخص .*Omar/, "نعم، استخدامه"],
] as const)("gives another child's own document only to who says so once more (%s)", async (language, before, once, use, whose, yes) => {
  const bodies: unknown[] = [];
  const file = { file: "f9", name: "passport.pdf", bytes: 9, media_type: "application/pdf", given_at: "2026-11-02T08:00:00Z", label: both("Passport"), of: both("Omar"), reference: "ABQ-0", of_family: false };
  const { user } = await show(
    "guardian",
    {
      "GET /public/applications/a1": () => mine([paper({})]),
      "GET /family/library": () => ({ items: [file] }),
      "POST /family/papers/reuse": (body) => {
        bodies.push(body);
        return { status: 201, body: mine([paper({ state: "received", files: [given("received")] })]) };
      },
    },
    language,
  );
  await user.click(await screen.findByRole("button", { name: before }));
  expect(screen.queryByRole("button", { name: once }), "no single press").toBeNull();
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: use }));
  expect(within(dialog).getByRole("alert")).toHaveTextContent(whose);
  expect(bodies).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: yes }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(bodies).toHaveLength(1);
});

it("what is nobody's of theirs is not there", async () => {
  const gone = { status: 404, body: { success: false, messageId: "L010", errors: [] } };
  await show("guardian", { "GET /public/applications/a1": () => gone, "GET /family/library": () => gone }, "ar");
  expect(await screen.findByRole("heading", { level: 1, name: "لا يوجد شيء هنا" })).toBeVisible();
});

it("staff add what came over the counter, and see it at once", async () => {
  let items = [{ field: "scan", label: both("Passport"), wanted: true, due_on: null, state: "missing", files: [] as object[] }];
  const { user, calls } = await show("admissions_officer", {
    "GET /enquiries/a1/papers": () => ({ items, removed: [] }),
    "GET /enquiries/a1": () => ({ enquiry: { id: "a1", person: "Sara", reference: "ABQ-1" } }),
    "POST /enquiries/a1/files": () => {
      items = [{ ...items[0]!, state: "received", files: [{ file: "f", name: "office.pdf", bytes: 9, media_type: "application/pdf", state: "received", comment: "" }] }];
      return { status: 201, body: { file: "f" } };
    },
  });
  const row = (await screen.findByText("Passport")).closest("li")!;
  expect(screen.getByRole("link", { name: "Back to the enquiry" })).toHaveAttribute("href", "/pre_admission/a1?tab=papers");
  expect(within(row).queryByRole("button", { name: /sent before/ })).toBeNull();
  await user.upload(row.querySelector<HTMLInputElement>('input[type="file"]')!, new File(["p"], "office.pdf", { type: "application/pdf" }));
  expect(await within(row).findByText("office.pdf")).toBeVisible();
  expect(calls).not.toContain("GET /family/library");
});

async function showAll(role: "guardian" | "admissions_officer" | null, children: object[], language: "en" | "ar" = "en") {
  const store = makeStore();
  if (role) store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Huda", email: "h@abq.example", authority: [role], kind: role === "guardian" ? "family" : "staff" }));
  stubServer({ "GET /family/home": () => ({ children, drafts: [], due: [], adoptable: [], offered: [] }) });
  const page = <SchoolContext value={school}><WhosePage /></SchoolContext>;
  return renderRoutes([{ path: "/upload", element: page }, { path: "*", element: null }], { store, path: "/upload", language });
}
const application = (id: string, missing: object[]) => ({ id, reference: `ABQ-${id}`, registration_id: `ABQ27-${id}`, form: "abq", form_title: both("Apply", "التقديم"), state: "W/review", submitted_at: "2026-11-02T08:00:00Z", missing });

it.each([["en", "Add documents: \u2068Sara\u2069", "Passport, Visa"], ["ar", "إضافة مستندات: \u2068Sara\u2069", "جواز السفر، تأشيرة"]] as const)("lists the applications that still want documents (%s)", async (language, add, missing) => {
  const children = [
    { name: "Sara", applications: [application("1", [both("Passport", "جواز السفر"), both("Visa", "تأشيرة")])] },
    { name: "Omar", applications: [application("2", [])] },
  ];
  await showAll("guardian", children, language);
  expect(await screen.findByRole("link", { name: add })).toHaveAttribute("href", "/upload/1");
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText(missing)).toBeVisible();
  expect(screen.getByText("ABQ27-1")).toBeVisible();
});

it("says so where nothing is missing, and where an account has nothing how the rest is found", async () => {
  const { unmount } = await showAll("guardian", [{ name: "Omar", applications: [application("2", [])] }]);
  expect(await screen.findByRole("heading", { level: 1, name: "No document is missing at the moment" })).toBeVisible();
  unmount();
  await showAll("guardian", []);
  expect(await screen.findByRole("link", { name: "I have a link" })).toHaveAttribute("href", "/my-application");
});

it.each([[null, "/my-application"], ["admissions_officer", "/pre_admission"]] as const)("leads %s to where documents are reached", async (role, path) => {
  const { router } = await showAll(role, []);
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});
