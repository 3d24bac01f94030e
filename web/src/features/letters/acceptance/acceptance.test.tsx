import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { Language } from "@/i18n/languages";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { AcceptancePage } from "./AcceptancePage";
import type { Acceptance } from "./api";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-an-hour";
const plans: Acceptance["plans"] = [
  { code: "once", title: { en: "Once a year", ar: "مرة في السنة" }, payments: [{ due_on: "2027-08-15", amount_minor: 1_200_500 }], total_minor: 1_200_500 },
  {
    code: "two",
    title: { en: "Two payments", ar: "دفعتان" },
    payments: [{ due_on: "2027-08-15", amount_minor: 600_250 }, { due_on: "2028-01-15", amount_minor: 600_250 }],
    total_minor: 1_200_500,
  },
];
const letter: Acceptance = {
  school: { en: "Example School", ar: "مدرسة المثال" },
  kind: "acceptance",
  reference: "ABQ-2026-AL-00012",
  status: "choosing",
  languages: "both",
  title: { en: "Acceptance of a place", ar: "قبول المقعد الدراسي" },
  subject: { en: "The place of Sara", ar: "مقعد سارة" },
  facts: [{ en: ["Grade", "KG 1"], ar: ["الصف", "الروضة"] }],
  body: [{ en: { k: "para", c: ["You accept the place."] }, ar: { k: "para", c: ["تقبلون المقعد."] } }],
  child: { first_name: "Sara", grade: null },
  expires_at: "2026-12-12T20:00:00Z",
  signers: [
    { place: 0, role: "guardian1", name: "Huda", state: "invited", is_you: true, answered_at: null },
    { place: 1, role: "guardian2", name: "Salim", state: "waiting", is_you: false, answered_at: null },
  ],
  second_proof: "phone",
  proved: true,
  text_sha256: "a".repeat(64),
  document_sha256: "",
  is_signed: false,
  plans,
  plan: null,
  deposit: { due_on: "2026-12-12", amount_minor: 100_000 },
  currency: "OMR",
  choices_left: 8,
};
const [once, two] = plans as readonly [Acceptance["plans"][number], Acceptance["plans"][number]];
const drawn: Partial<Acceptance> = { status: "offered", plan: two, choices_left: 7, text_sha256: "b".repeat(64), document_sha256: "c".repeat(64) };
const closed = { ...letter, proved: false, subject: null, facts: [], body: null, signers: [], plans: [], plan: null, deposit: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

interface Said {
  values: { plan_code?: string; decision?: string };
}

async function load({ held = {}, chosen = drawn, refuse, language = "en" }: { held?: Partial<Acceptance>; chosen?: Partial<Acceptance>; refuse?: object; language?: Language } = {}) {
  const sent: Said[] = [];
  const reads: Record<"n", number> = { n: 0 };
  let now: Acceptance = { ...letter, ...held };
  stubServer({
    "GET /public/acceptance_data": (_body, url, headers) => {
      reads.n += 1;
      expect(url.searchParams.get("acceptanceLetterToken")).toBe(TOKEN);
      if (headers.get("x-letter-grant") !== GRANT) return { status: 200, body: closed };
      const shown = now;
      // What is being drawn is there the next time.
      if (now.status === "preparing") now = { ...now, status: "offered" };
      return { status: 200, body: shown };
    },
    "POST /public/letter_proof": () => ({ grant: GRANT }),
    "POST /public/acceptance_letter": (body) => {
      const said = body as Said;
      sent.push(said);
      if (refuse) return refuse;
      if (said.values.plan_code) now = { ...now, ...chosen };
      else now = { ...now, status: said.values.decision === "decline" ? "declined" : "offered", signers: now.signers.map((each) => (each.is_you ? { ...each, state: "signed" } : each)) };
      return { status: 200, body: { status: now.status, signers: now.signers } };
    },
  });
  const page = (
    <SchoolContext value={school}>
      <AcceptancePage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/acceptance/:acceptanceLetterToken", element: page }, { path: "/acceptance", element: page }], { path: `/acceptance/${TOKEN}`, language });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(language === "en" ? /phone/i : /هاتف/), "92345678");
  await user.click(screen.getByRole("button", { name: language === "en" ? "Read the letter" : "قراءة الخطاب" }));
  return { sent, reads, user };
}

it("shows each way to pay with all its payments, and chooses nothing beforehand", async () => {
  const { sent, user } = await load();
  const ways = await screen.findByRole("region", { name: "Choose how you pay" });
  for (const radio of within(ways).getAllByRole("radio")) expect(radio).not.toBeChecked();
  const table = within(ways).getByRole("table", { name: "Payments: Two payments" });
  expect(table).toHaveTextContent("15-Aug-2027");
  expect(table).toHaveTextContent("15-Jan-2028");
  expect(within(table).getByRole("row", { name: /Total/ })).toHaveTextContent("1,200.500");
  expect(ways).not.toHaveTextContent("more times");
  expect(within(ways).getByText(/^Deposit:/)).toHaveTextContent("12-Dec-2026");
  for (const name of ["Accept and sign", "Download as PDF", "Give up the place"]) expect(screen.queryByRole("button", { name })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Continue with this choice" }));
  expect(screen.getByText("Choose one of these.")).toBeVisible();
  expect(sent).toEqual([]);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("chooses, waits for the letter, and signs what was drawn", async () => {
  const { sent, user } = await load({ chosen: { ...drawn, status: "preparing" } });
  await user.click(await screen.findByRole("radio", { name: "Two payments" }));
  await user.click(screen.getByRole("button", { name: "Continue with this choice" }));
  expect(await screen.findByRole("heading", { name: "Your letter is being prepared" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Download as PDF" })).toBeNull();
  expect(sent).toEqual([{ values: { plan_code: "two" }, formData: { grant: GRANT, locale: "en" } }]);
  await user.type(await screen.findByLabelText("Your full name", undefined, { timeout: 10_000 }), "Huda Al-Said");
  const paid = within(screen.getByRole("region", { name: "How you pay" }));
  // The letter has each payment: here it is folded.
  expect(paid.getByText(/^Two payments/)).toHaveTextContent("1,200.500");
  expect(paid.getByText("Due by")).not.toBeVisible();
  await user.click(paid.getByText("Each payment and its day"));
  expect(paid.getByRole("table", { name: "Payments: Two payments" })).toBeVisible();
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Accept and sign" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const given = { typed_name: "Huda Al-Said", strokes: [], agreed_text_hash: "b".repeat(64), document_hash: "c".repeat(64) };
  expect(sent[1]).toEqual({ values: { decision: "accept" }, formData: { grant: GRANT, locale: "en", signatures: [given] } });
  expect(await screen.findByRole("heading", { name: "You have signed" })).toBeVisible();
});

it("leads to the choice, which says what the application named", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const { user } = await load({ held: { preferred_plan: "two" } });
  await user.click(await screen.findByRole("button", { name: "Go to your answer" }));
  const ways = screen.getByRole("region", { name: "Choose how you pay" });
  expect(ways).toHaveFocus();
  expect(shown.mock.instances).toEqual([ways]);
  shown.mockRestore();
  expect(within(ways).getByRole("radio", { name: "Two payments", description: "As in your application" })).toBeChecked();
  expect(within(ways).getAllByText("As in your application")).toHaveLength(1);
});

it("lets another way be chosen before anybody signs, and keeps the first where nobody wants to", async () => {
  const { sent, user } = await load({ held: { ...drawn, plan: once } });
  await user.click(await screen.findByRole("button", { name: "Choose another way to pay" }));
  expect(screen.getByRole("radio", { name: "Once a year" })).toBeChecked();
  expect(screen.getByText(/You can choose 7 more times\./)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Accept and sign" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Keep what is chosen" }));
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Choose another way to pay" }));
  await user.click(screen.getByRole("radio", { name: "Two payments" }));
  await user.click(screen.getByRole("button", { name: "Continue with this choice" }));
  expect(await screen.findByRole("button", { name: "Accept and sign" })).toBeVisible();
  expect(sent).toHaveLength(1);
});

it("offers no other way once there are no choices left", async () => {
  await load({ held: { ...drawn, plans: [], choices_left: 0 } });
  expect(await screen.findByRole("button", { name: "Accept and sign" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Choose another way to pay" })).toBeNull();
});

it("gives the place up with a reason", async () => {
  const { sent, user } = await load({ held: drawn });
  await user.click(await screen.findByRole("button", { name: "Give up the place" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Give up this place?" }));
  await user.selectOptions(dialog.getByLabelText("Why?"), "fees");
  await user.click(dialog.getByRole("button", { name: "Give up the place" }));
  expect(await screen.findByRole("heading", { name: "The place is given up" })).toBeVisible();
  expect(sent).toEqual([{ values: { decision: "decline", decline_reason: "fees" }, formData: { grant: GRANT, locale: "en" } }]);
});

it("asks for the proof again once the hour is over", async () => {
  const { user } = await load({ refuse: { status: 404, body: { messageId: "L010" } } });
  await user.click(await screen.findByRole("radio", { name: "Two payments" }));
  await user.click(screen.getByRole("button", { name: "Continue with this choice" }));
  expect(await screen.findByRole("button", { name: "Read the letter" })).toBeVisible();
});

it("asks again what stands where somebody signed meanwhile", async () => {
  const { reads, user } = await load({ refuse: { status: 409, body: { messageId: "A021" } } });
  await user.click(await screen.findByRole("radio", { name: "Two payments" }));
  const before = reads.n;
  await user.click(screen.getByRole("button", { name: "Continue with this choice" }));
  await waitFor(() => expect(reads.n).toBe(before + 1));
  expect(screen.getByRole("alert")).toBeVisible();
});

it("shows what is due once all have signed, in Arabic too", async () => {
  await load({ held: { ...drawn, status: "accepted", is_signed: true, plans: [] }, language: "ar" });
  expect(await screen.findByRole("heading", { name: "اكتمل توقيع خطاب القبول" })).toBeVisible();
  // The letter above has each payment: here it is folded.
  expect(screen.getByText("تُستحق في")).not.toBeVisible();
  expect(screen.getByText(/^العربون:/)).toBeVisible();
  expect(screen.getAllByRole("button", { name: "تنزيل النسخة الموقّعة PDF" }), "above the letter, and where it ends").toHaveLength(2);
});

it("tells whose turn is later that somebody else chooses", async () => {
  await load({ held: { plans: [] } });
  expect(await screen.findByRole("heading", { name: "Somebody else chooses how to pay" })).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});
