import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { GivenFile, MessageTold, MyApplication, PaperTold } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationView } from "./ApplicationView";

const both = (en: string) => ({ en, ar: en });
const paper = (more: Partial<PaperTold>): PaperTold => ({ field: "scan", title: both("Passport"), wanted: true, state: "missing", limit: 2 << 20, kinds: ["pdf"], files: [], ...more });
const birth: GivenFile = { file: "f", field: "birth", name: "birth.jpg", bytes: 9, media_type: "image/jpeg", given_at: "2026-11-02T08:00:00Z" };
const message = (more: Partial<MessageTold>): MessageTold => ({ id: "m1", from: "school", text: "Yes, on Sunday.", sent_at: "2026-11-22T08:00:00Z", ...more });
const sent: MyApplication = {
  reference: "ABQ-1",
  form: "abq",
  kind: "application",
  form_title: both("Apply for a place"),
  person: "Sara",
  state: "new",
  since: "2026-11-01T08:00:00Z",
  submitted_at: "2026-11-01T08:00:00Z",
  withdrawn: false,
  may_withdraw: true,
  may_return: false,
  papers: [
    paper({ due_on: "2026-12-01" }),
    paper({ field: null, title: both("Attestation") }),
    paper({ field: "birth", title: both("Birth certificate"), state: "received", files: [{ ...birth, state: "received", comment: "", opens: true, takes_back: true }] }),
    paper({ field: "photo", title: both("Photo"), wanted: false }),
  ],
  messages: [],
  contact: [
    { field: "guardian_email", kind: "email", whose: "guardian", title: both("E-mail"), value: "huda@example.org", sent: "huda@example.org" },
    { field: "guardian_phone", kind: "phone", whose: "guardian", title: both("Phone number"), value: "+96892123456", sent: "+96892123456" },
  ],
  history: [],
  values: {},
  computed: [],
  document: { title: "Apply", steps: [], schema: { type: "object", properties: {} }, ui: {}, subject: {}, messages: {} },
  files: [birth],
};
const withdrawn: MyApplication = { ...sent, state: "lost", withdrawn: true, may_withdraw: false, may_return: true };

beforeEach(() => storeSchoolId("abq"));

async function view(application: MyApplication, handlers: Parameters<typeof stubServer>[0] = {}, language: Language = "en") {
  stubServer({ "GET /public/applications/grant": () => ({ application }), "POST /public/applications/grant/read": () => ({}), ...handlers });
  await renderWith(
    <SchoolContext value={school}>
      <ApplicationView application="grant" onGone={vi.fn<() => void>()} />
    </SchoolContext>,
    { language },
  );
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup();
}

it("takes a corrected telephone as a family writes it, in the country of the school", async () => {
  const bodies: unknown[] = [];
  const user = await view(sent, {
    "PATCH /public/applications/grant/contact": (body) => {
      bodies.push(body);
      return { application: sent };
    },
  });
  await user.click(screen.getByRole("button", { name: "Correct" }));
  const field = screen.getByRole("textbox", { name: "Guardian: Phone number" });
  await user.clear(field);
  await user.type(field, "921");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Enter a full phone number/)).toBeVisible();
  expect(bodies).toEqual([]);
  await user.type(field, "23457");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("button", { name: "Correct" })).toBeVisible();
  expect(bodies).toEqual([{ values: { guardian_phone: "+96892123457" }, locale: "en" }]);
});

it.each([
  ["withdrawn", withdrawn],
  ["closed", { ...withdrawn, withdrawn: false, may_return: false }],
])("asks for nothing once it is %s, and shows what came", async (_, over) => {
  const refused = { ...birth, file: "r", name: "blur.pdf", state: "refused" as const, reason: "unreadable" as const, comment: "Cut off.", opens: false, takes_back: false };
  const papersThen = over.papers.map((one) => ({ ...one, files: one.files.map((file) => ({ ...file, takes_back: false })) }));
  await view({ ...over, papers: [...papersThen, paper({ field: "report", title: both("Report"), state: "refused", files: [refused] })] });
  const papers = screen.getByRole("region", { name: "Documents" });
  expect(papers).toHaveTextContent(/Birth certificate.*birth.jpg.*Report.*blur.pdf.*not accepted/);
  expect(papers).not.toHaveTextContent(/missing|Passport|Attestation|Photo|Please/);
  expect(within(papers).getAllByRole("button").map((button) => button.textContent), "what came is still theirs to look at").toEqual(["Open"]);
});

it("has no list of documents where none came and none is wanted any more", async () => {
  await view({ ...withdrawn, papers: [paper({})] });
  expect(screen.queryByRole("region", { name: /Documents|missing/ })).toBeNull();
});

it("counts documents, and keeps their day in one piece", async () => {
  await view({ ...sent, papers: Array.from({ length: 7 }, () => paper({ due_on: "2026-12-27" })) }, {}, "ar");
  expect(screen.getByRole("region", { name: "تنقص 7 مستندات" })).toBeVisible();
  expect(screen.getAllByText("27 ديسمبر 2026")[0]?.tagName).toBe("BDI");
});

it("tells at the head that the school wrote last, and leads there", async () => {
  const user = await view({ ...sent, messages: [message({ id: "m0", from: "family", text: "May we visit?", sent_at: "2026-11-21T08:00:00Z" }), message({})] });
  expect(screen.getByText(/The school wrote to you on/)).toHaveTextContent("The school wrote to you on 22-Nov-2026.");
  await user.click(screen.getByRole("button", { name: "Read the message" }));
  expect(screen.getByRole("heading", { name: "Questions and answers" })).toHaveFocus();
  // A fragment would be read as a link's secret.
  expect(location.hash).toBe("");
});

it("tells of no message where the family wrote last", async () => {
  await view({ ...sent, messages: [message({}), message({ id: "m2", from: "family", sent_at: "2026-11-23T08:00:00Z" })] });
  expect(screen.queryByText(/wrote to you/)).toBeNull();
});

it("names an added document in the history by its question", async () => {
  const told = (text: string, field: string | null) => ({ kind: "file" as const, at: "2026-11-02T08:00:01Z", state: null, text, field });
  // One that the family has taken back since is among its files no more.
  await view({ ...sent, files: [], history: [told("other.pdf", null), told("birth.jpg", "birth")] });
  const items = within(screen.getByRole("region", { name: "What happened so far" })).getAllByRole("listitem");
  expect(items.map((one) => one.textContent)).toEqual([expect.stringMatching(/You added .?Birth certificate/), expect.stringMatching(/You added .?other.pdf/)]);
});

it("brings before the family that it is withdrawn, and that it is not any more", async () => {
  const user = await view(sent, {
    "POST /public/applications/grant/withdraw": () => ({ application: withdrawn }),
    "POST /public/applications/grant/return": () => ({ application: sent }),
  });
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Withdraw the application" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.getByRole("status")).toHaveTextContent(/^You have withdrawn this application/));
  expect(screen.getByRole("status")).toHaveFocus();
  await user.click(screen.getByRole("button", { name: "Undo the withdrawal" }));
  expect(await screen.findByRole("button", { name: "Withdraw the application" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(/^Received/);
  expect(screen.getByRole("status")).toHaveFocus();
});

it("takes a file back in its place, and brings it back", async () => {
  const [passport, step, certificate, photo] = sent.papers as [PaperTold, PaperTold, PaperTold, PaperTold];
  const gone: MyApplication = { ...sent, papers: [passport, step, { ...certificate, state: "missing", files: [] }, photo], history: [{ kind: "taken_back", at: "2026-11-03T08:00:00Z", text: "birth.jpg" }] };
  const user = await view(sent, {
    "DELETE /public/applications/grant/files/f": () => ({ application: gone }),
    "POST /public/applications/grant/files/f/restore": () => ({ application: sent }),
  });
  expect(screen.getByRole("button", { name: /^Open .*birth.jpg/ })).toBeVisible();
  await user.click(screen.getByRole("button", { name: /^Remove .*birth.jpg/ }));
  const undo = await screen.findByRole("button", { name: "Undo: birth.jpg" });
  expect(screen.getByRole("region", { name: "2 documents are missing" })).toContainElement(undo);
  expect(screen.getByRole("region", { name: "What happened so far" })).toHaveTextContent(/You removed .?birth.jpg/);
  await user.click(undo);
  expect(await screen.findByRole("button", { name: /^Remove .*birth.jpg/ })).toBeVisible();
});

it.each([["en", "replaced", /cannot be read/], ["ar", "استُبدل بغيره", /غير واضح/]] as const)("calls a file replaced once another came, and has a camera for photographs alone (%s)", async (language, replaced, why) => {
  const refused = { ...birth, file: "r", name: "blur.pdf", state: "refused" as const, reason: "unreadable" as const, comment: "", opens: true, takes_back: false };
  const came = { ...birth, state: "received" as const, comment: "", opens: true, takes_back: true };
  await view({ ...sent, papers: [paper({ field: "birth", title: both("Birth certificate"), state: "received", kinds: ["pdf", "image"], files: [refused, came] })] }, {}, language);
  const region = screen.getByRole("region", { name: language === "en" ? "Documents" : "المستندات" });
  expect(region).toHaveTextContent(replaced);
  expect(region).not.toHaveTextContent(why);
  expect(region.querySelectorAll(".tabler-icon-camera")).toHaveLength(1);
});
