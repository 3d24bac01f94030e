import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { OfferLetter } from "./api";
import { OfferLetterPage } from "./OfferLetterPage";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-an-hour";
const dead = { status: 404, body: { messageId: "L010" } };
const letter: OfferLetter = {
  school: { en: "Example School", ar: "مدرسة المثال" },
  kind: "offer",
  reference: "ABQ-2026-OL-00417",
  status: "offered",
  languages: "both",
  title: { en: "Offer of a place", ar: "عرض مقعد دراسي" },
  subject: { en: "A place for Sara", ar: "مقعد لسارة" },
  facts: [{ en: ["Grade", "KG 1"], ar: ["الصف", "الروضة"] }],
  body: [{ en: { k: "para", c: ["We offer a place."] }, ar: { k: "para", c: ["نعرض مقعدًا."] } }],
  child: { first_name: "Sara", grade: null },
  expires_at: "2026-12-06T20:00:00Z",
  signers: [
    { place: 0, role: "guardian1", name: "Huda", state: "invited", is_you: true, answered_at: null },
    { place: 1, role: "guardian2", name: "Salim", state: "waiting", is_you: false, answered_at: null },
    { place: 2, role: "school", name: "Example School", state: "sealed", is_you: false, answered_at: null },
  ],
  second_proof: "phone",
  proved: true,
  text_sha256: "a".repeat(64),
  document_sha256: "b".repeat(64),
  is_signed: false,
};

const closed = { ...letter, proved: false, child: { first_name: "Sara", grade: null }, subject: null, facts: [], body: null, signers: [], text_sha256: null, document_sha256: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

type Handlers = Parameters<typeof stubServer>[0];

async function load({ path = `/offer-letter/${TOKEN}`, more = {} }: { path?: string; more?: Handlers } = {}) {
  const sent: unknown[] = [];
  stubServer({
    "GET /public/student_data": (_body, _url, headers) => ({ status: 200, body: headers.get("x-letter-grant") === GRANT ? letter : closed }),
    "POST /public/letter_proof": (body) => ((body as { proof: string }).proof === "92345678" ? { grant: GRANT } : { status: 422, body: { messageId: "L004", tries_left: 3 } }),
    "POST /public/offer_letter": (body) => {
      sent.push(body);
      const signers = letter.signers.map((each) => (each.is_you ? { ...each, state: "signed" as const } : each));
      return { status: 200, body: { status: "offered", signers } };
    },
    ...more,
  });
  const page = (
    <SchoolContext value={school}>
      <OfferLetterPage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/offer-letter/:offerLetterToken", element: page }, { path: "/offer-letter", element: page }], { path, store: makeStore() });
  return { sent, user: userEvent.setup() };
}

async function prove(user: ReturnType<typeof userEvent.setup>, proof = "92345678") {
  await user.type(await screen.findByLabelText(/phone/i), proof);
  await user.click(screen.getByRole("button", { name: "Read the letter" }));
}

it("shows the letter in the reader's language, and the other one by a press", async () => {
  const { user } = await load();
  await prove(user);
  expect(await screen.findByText("We offer a place.")).toBeVisible();
  expect(screen.queryByText("نعرض مقعدًا.")).toBeNull();
  expect(history.state === null || !location.pathname.includes(TOKEN)).toBe(true);
  await user.click(screen.getByRole("button", { name: "العربية" }));
  expect(screen.getByText("نعرض مقعدًا.")).toBeVisible();
  expect(screen.queryByText("We offer a place.")).toBeNull();
  const signers = within(screen.getByRole("region", { name: "Who signs" }));
  expect(signers.getByText("Gets a link once the others before have signed")).toBeVisible();
});

it("tells what stands on the envelope before the proof, and no more", async () => {
  await load();
  expect(await screen.findByRole("heading", { name: "Offer of a place: Sara" })).toBeVisible();
  expect(screen.getByText("ABQ-2026-OL-00417")).toBeVisible();
  expect(screen.getByText(/Please answer by/)).toBeVisible();
  for (const name of ["Download as PDF", "Accept and sign"]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("region", { name: "Who signs" })).toBeNull();
});

it("signs what was shown, once only the family's answer was right", async () => {
  const { sent, user } = await load();
  await prove(user, "1");
  expect(await screen.findByText(/3 tries left/)).toBeVisible();
  await user.clear(screen.getByLabelText(/phone/i));
  await prove(user);
  await user.click(await screen.findByRole("button", { name: "Accept and sign" }));
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText("Your full name"), "Huda Al-Said");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Accept and sign" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const given = { typed_name: "Huda Al-Said", strokes: [], agreed_text_hash: "a".repeat(64), document_hash: "b".repeat(64) };
  expect(sent[0]).toEqual({ values: { decision: "accept" }, formData: { grant: GRANT, locale: "en", signatures: [given] } });
});

it("leads from the letter to its answer, and the keyboard with it", async () => {
  const { user } = await load();
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  await prove(user);
  await user.click(await screen.findByRole("button", { name: "Go to your answer" }));
  const answer = screen.getByRole("region", { name: "Your answer" });
  expect(answer).toHaveFocus();
  expect(shown.mock.instances).toEqual([answer]);
  expect(location.hash).toBe("");
  shown.mockRestore();
});

it("brings into sight that all have signed, with the signed letter", async () => {
  const signers = letter.signers.map((each) => ({ ...each, state: "signed" }));
  const { user } = await load();
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  await prove(user);
  await user.type(await screen.findByLabelText("Your full name"), "Huda Al-Said");
  await user.click(screen.getByRole("checkbox"));
  stubServer({ "GET /public/student_data": () => ({ status: 200, body: { ...letter, status: "accepted", is_signed: true, signers } }), "POST /public/offer_letter": () => ({ status: 200, body: { status: "accepted", signers } }) });
  expect(shown).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Accept and sign" }));
  const end = (await screen.findByRole("heading", { name: "The offer is accepted" })).closest<HTMLElement>("[tabindex]")!;
  expect(end).toHaveFocus();
  expect(shown.mock.instances).toEqual([end]);
  expect(await within(end).findByRole("button", { name: "Download the signed PDF" })).toBeVisible();
  shown.mockRestore();
});

it("declines with a reason", async () => {
  const { sent, user } = await load();
  await prove(user);
  await user.click(await screen.findByRole("button", { name: "Decline the offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("Why?"), { target: { value: "fees" } });
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  await waitFor(() => expect(sent).toEqual([{ values: { decision: "decline", decline_reason: "fees" }, formData: { grant: GRANT, locale: "en" } }]));
});

it("says what became of a letter, and of a link that opens nothing", async () => {
  const { user } = await load({ more: { "GET /public/student_data": () => ({ status: 200, body: { ...letter, status: "declined" } }) } });
  await prove(user);
  expect(await screen.findByRole("heading", { name: "The offer is declined" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Read the letter" })).toBeNull();
});

it("shows nothing without a link that opens something", async () => {
  await load({ more: { "GET /public/student_data": () => dead } });
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeVisible();
});

it("asks nobody to sign a letter that is only read", async () => {
  const { user } = await load({ more: { "GET /public/student_data": () => ({ status: 200, body: { ...letter, status: "issued" } }) } });
  await screen.findByRole("heading", { name: "Offer of a place: Sara" });
  expect(screen.queryByText(/Please answer by/)).toBeNull();
  await prove(user);
  expect(await screen.findByText("We offer a place.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Download as PDF" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Who signs" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Accept and sign" })).toBeNull();
});

it("leads on to the acceptance once all have signed the offer", async () => {
  const signers = letter.signers.map((each) => ({ ...each, state: "signed" }));
  const { user } = await load();
  await prove(user);
  await user.type(await screen.findByLabelText("Your full name"), "Huda Al-Said");
  await user.click(screen.getByRole("checkbox"));
  stubServer({ "GET /public/student_data": () => ({ status: 200, body: { ...letter, status: "accepted", signers } }), "POST /public/offer_letter": () => ({ status: 200, body: { status: "accepted", signers, next_url: `/acceptance/${"n".repeat(43)}` } }) });
  await user.click(screen.getByRole("button", { name: "Accept and sign" }));
  expect(await screen.findByRole("link", { name: "Continue to your acceptance" })).toHaveAttribute("href", `/acceptance/${"n".repeat(43)}`);
});
