import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Financial } from "./api";
import { FinancialPage } from "./FinancialPage";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-an-hour";
const none = { amount: "", iban: "", cheques: [] };
const letter: Financial = {
  school: { en: "Example School", ar: "مدرسة المثال" },
  kind: "financial_request",
  reference: "ABQ-2026-FR-00001",
  status: "draft",
  languages: "both",
  title: { en: "Request for financial documents", ar: "طلب مستندات مالية" },
  subject: { en: "Documents", ar: "مستندات" },
  facts: [],
  body: [{ en: { k: "para", c: ["Please send these."] }, ar: { k: "para", c: ["نرجو إرسالها."] } }],
  child: { first_name: "Sara", grade: null },
  expires_at: "2026-12-06T20:00:00Z",
  signers: [],
  second_proof: "phone",
  proved: true,
  is_signed: false,
  text_sha256: "a".repeat(64),
  document_sha256: "b".repeat(64),
  form_version: "v1",
  items: [
    { code: "salary", kind: "salary", label: { en: "Salary certificate", ar: "شهادة راتب" }, asks_amount: true, asks_iban: false, state: "returned", is_open: true, reason: "It is too old", answer: none, files: [] },
    { code: "cheques", kind: "cheques", label: { en: "Schedule of cheques", ar: "جدول الشيكات" }, asks_amount: true, asks_iban: true, state: "requested", is_open: true, reason: null, answer: none, files: [] },
    { code: "sponsor", kind: "sponsor", label: { en: "Letter of the sponsor", ar: "خطاب الكفيل" }, asks_amount: false, asks_iban: false, state: "verified", is_open: false, reason: null, answer: none, files: [{ id: "f0", name: "sponsor.pdf" }] },
  ],
};
const closed = { ...letter, proved: false, subject: null, body: null, items: [], text_sha256: null, document_sha256: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

async function load({ refuse, language = "en", saving, stays }: { refuse?: object; language?: "en" | "ar"; saving?: Promise<void>; stays?: string } = {}) {
  const sent: Array<{ values: Record<string, object>; formData: { action: string } }> = [];
  const removed: unknown[] = [];
  let now: Financial = letter;
  stubServer({
    "GET /public/form_values": (_body, _url, headers) => ({ status: 200, body: headers.get("x-letter-grant") === GRANT ? now : closed }),
    "POST /public/letter_proof": () => ({ grant: GRANT }),
    "POST /public/form_values": async (body) => {
      const said = body as (typeof sent)[number];
      sent.push(said);
      if (said.formData.action === "save") await saving;
      if (said.formData.action === "submit") {
        if (refuse) return refuse;
        now = { ...now, status: stays ? "draft" : "submitted", items: now.items.map((item) => item.code === stays ? item : ({ ...item, state: item.is_open ? ("submitted" as const) : item.state, is_open: false })) };
      }
      return { status: 200, body: { status: now.status } };
    },
    "POST /public/financial_uploads/remove": (body) => {
      removed.push(body);
      return { items: now.items };
    },
    "POST /public/financial_uploads": () => ({ status: 201, body: { items: now.items.map((item) => (item.code === "salary" ? { ...item, files: [{ id: "f1", name: "new.pdf" }] } : item)) } }),
  });
  const page = (
    <SchoolContext value={school}>
      <FinancialPage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/financial_document/:token", element: page }, { path: "/financial_document", element: page }], { path: `/financial_document/${TOKEN}`, language });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(language === "en" ? /phone/i : /هاتف/), "92345678");
  await user.click(screen.getByRole("button", { name: language === "en" ? "Read the letter" : "قراءة الخطاب" }));
  await screen.findByRole("heading", { name: language === "en" ? "Schedule of cheques" : "جدول الشيكات" });
  return { user, sent, removed };
}

const card = (name: string) => screen.getByRole("region", { name });

it("shows how each document stands, keeps what is written, and sends it", async () => {
  const { user, sent } = await load();
  expect(within(card("Salary certificate")).getByText("It is too old")).toBeVisible();
  expect(within(card("Letter of the sponsor")).getByText("Verified")).toBeVisible();
  expect(within(card("Letter of the sponsor")).queryByRole("button")).toBeNull();
  expect((await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } })).violations.map(({ id }) => id)).toEqual([]);
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, new File(["x"], "new.pdf", { type: "application/pdf" }));
  expect(await within(card("Salary certificate")).findByText("new.pdf")).toBeVisible();
  await user.type(within(card("Salary certificate")).getByRole("textbox"), "350");
  await user.tab();
  await waitFor(() => expect(sent.at(-1)?.formData.action).toBe("save"));
  expect(sent.at(-1)?.values.salary).toMatchObject({ amount: "350" });
  expect(sent.at(-1)?.values).not.toHaveProperty("sponsor");
  const iban = within(card("Schedule of cheques")).getByRole("textbox", { name: /IBAN/ });
  await user.type(iban, "om810180000001299123456");
  expect(iban).toHaveValue("OM81 0180 0000 0129 9123 456");
  await user.click(within(card("Schedule of cheques")).getByRole("button", { name: "Add a cheque" }));
  await user.type(screen.getByRole("textbox", { name: "Bank" }), "Bank Muscat");
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  expect(await screen.findByText("Your documents were sent")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ formData: { action: "submit" }, values: { cheques: { iban: "OM810180000001299123456", cheques: [{ bank: "Bank Muscat" }] } } });
});

it("sends by the press that leaves a field, though what it holds is still being kept", async () => {
  let keep = () => {};
  const saving = new Promise<void>((done) => (keep = done));
  const { user, sent } = await load({ saving });
  await user.type(within(card("Salary certificate")).getByRole("textbox"), "350");
  const send = screen.getByRole("button", { name: "Send the documents" });
  await user.pointer({ keys: "[MouseLeft>]", target: send });
  await waitFor(() => expect(sent).toHaveLength(1));
  await user.pointer({ keys: "[/MouseLeft]", target: send });
  keep();
  expect(await screen.findByText("Your documents were sent")).toBeVisible();
  expect(sent.map(({ formData }) => formData.action)).toEqual(["save", "submit"]);
});

it("takes a file back before it is sent", async () => {
  const { user, removed } = await load();
  const file = new File(["x"], "new.pdf", { type: "application/pdf" });
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);
  await user.click(await within(card("Salary certificate")).findByRole("button", { name: /^Remove the file .?new\.pdf.?$/ }));
  await waitFor(() => expect(within(card("Salary certificate")).queryByText("new.pdf")).toBeNull());
  expect(removed).toEqual([{ token: TOKEN, grant: GRANT, code: "salary", file: "f1" }]);
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);
  expect(await within(card("Salary certificate")).findByText("new.pdf"), "the same file is sent again").toBeVisible();
  expect(within(card("Letter of the sponsor")).queryByRole("button"), "what was sent stays").toBeNull();
});

it("says at its place what is wrong", async () => {
  const errors = [
    { path: "/values/salary/files", code: "required" },
    { path: "/values/cheques/iban", code: "ibanChecksum" },
    { path: "/values/cheques/cheques", code: "required" },
  ];
  const { user } = await load({ refuse: { status: 422, body: { messageId: "F003", errors } } });
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  expect(await within(card("Salary certificate")).findByText("Please add the document.")).toBeVisible();
  expect(within(card("Salary certificate")).getByRole("button", { name: "Add a file: Salary certificate" }), "the first of them").toHaveFocus();
  expect(within(card("Schedule of cheques")).getByText(/The check digits of this IBAN are wrong/)).toBeVisible();
  expect(within(card("Schedule of cheques")).getByText("Please add the cheques, one by one.")).toBeVisible();
  expect(screen.getByText(/^Nothing is sent yet\. Please look at: .?Salary certificate.? and .?Schedule of cheques.?\.$/)).toBeVisible();
});

it("leads to the first answer that is wrong", async () => {
  const errors = [{ path: "/values/cheques/iban", code: "ibanChecksum" }];
  const { user } = await load({ refuse: { status: 422, body: { messageId: "F003", errors } } });
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  await waitFor(() => expect(within(card("Schedule of cheques")).getByRole("textbox", { name: /IBAN/ })).toHaveFocus());
});

it("says what was sent and what is still to come, until more is written", async () => {
  const { user } = await load({ stays: "cheques" });
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  expect(await screen.findByText(/^Sent to the school: .?Salary certificate.?\. Not sent yet: .?Schedule of cheques.?\.$/)).toBeVisible();
  expect(screen.queryByText("Saved")).toBeNull();
  await user.type(within(card("Schedule of cheques")).getByRole("textbox", { name: /IBAN/ }), "OM");
  expect(screen.queryByText(/^Sent to the school/)).toBeNull();
});

it("says of what each amount is, and tells where the cheques come to another sum, which is sent all the same", async () => {
  const { user, sent } = await load();
  expect(within(card("Salary certificate")).getByRole("textbox", { name: "Monthly salary (OMR)" })).toBeVisible();
  const cheques = within(card("Schedule of cheques"));
  await user.type(cheques.getByRole("textbox", { name: "Sum of the cheques (OMR)" }), "4000");
  await user.click(cheques.getByRole("button", { name: "Add a cheque" }));
  expect(cheques.queryByText(/^The cheques come to/)).toBeNull();
  await user.type(cheques.getByRole("textbox", { name: "Amount of the cheque (OMR)" }), "3,000");
  expect(cheques.getByText(/^The cheques come to .?OMR\s3,000\.000.?, and the sum above says .?OMR\s4,000\.000.?\./)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  expect(await screen.findByText("Your documents were sent")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ values: { cheques: { amount: "4000" } } });
  expect(cheques.getByRole("textbox", { name: "Sum of the cheques (OMR)" }), "as amounts are written everywhere").toHaveValue("4,000.000");
});

it("shows that all was sent", async () => {
  const shown = vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  const { user } = await load();
  await user.click(screen.getByRole("button", { name: "Send the documents" }));
  expect(await screen.findByText("Your documents were sent")).toBeVisible();
  await waitFor(() => expect(shown).toHaveBeenCalledOnce());
  shown.mockRestore();
});

it("reads in Arabic", async () => {
  await load({ language: "ar" });
  expect(screen.getByRole("button", { name: "إرسال المستندات" })).toBeVisible();
  expect(within(card("شهادة راتب")).getByText("أعادته المدرسة")).toBeVisible();
});
