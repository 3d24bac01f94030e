import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { FinancialBlock } from "./FinancialBlock";

vi.setConfig({ testTimeout: 30_000 });

const one = (code: string, state: string, more: object = {}) => ({ code, kind: "salary", label: { en: `Document ${code}`, ar: "مستند" }, state, amount_minor: null, iban: null, cheques: [], files: [], reason: null, decided_by: null, decided_at: null, ...more });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function load(items: object[]) {
  const sent: object[] = [];
  const request = { letter_id: "l1", reference: "ABQ-2026-FR-00001", state: "released", expires_at: "2026-12-06T20:00:00Z", items };
  stubServer({
    "GET /enquiries/e1/financial": () => ({ status: 200, body: { currency: "OMR", request } }),
    "PATCH /enquiries/e1/financial/salary": (body) => {
      sent.push(body as object);
      return { status: 200, body: { currency: "OMR", request } };
    },
    "POST /enquiries/e1/financial/salary/iban": (body) => {
      sent.push(body as object);
      return { status: 200, body: { iban: "OM810180000001299123456" } };
    },
  });
  void renderWith(
    <SchoolContext value={school}>
      <FinancialBlock id="e1" version={1} />
    </SchoolContext>,
    { store: staffStore("finance") },
  );
  return { sent, user: userEvent.setup() };
}

it("shows what came, verifies it, returns it for a reason, and shows the whole account for one", async () => {
  const came = { amount_minor: 350_000, iban: "OM•• •••• 3456", files: [{ id: "f1", name: "salary.pdf", given_at: "2026-11-22T07:00:00Z" }] };
  const { sent, user } = await load([one("salary", "submitted", came), one("sponsor", "requested")]);
  expect(await screen.findByText(/^Monthly salary: .?OMR\s350\.000.?$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "salary.pdf" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(sent).toEqual([{ state: "verified", reason: "" }]));
  await user.click(screen.getByRole("button", { name: "Return" }));
  const back = await screen.findByRole("dialog", { name: "Return this document?" });
  await user.click(within(back).getByRole("button", { name: "Return" }));
  expect(within(back).getByText("Please say why, in five characters or more.")).toBeVisible();
  await user.type(within(back).getByRole("textbox"), "Too old");
  await user.click(within(back).getByRole("button", { name: "Return" }));
  await waitFor(() => expect(sent.at(-1)).toEqual({ state: "returned", reason: "Too old" }));
  await user.click(screen.getByRole("button", { name: "Show the whole IBAN" }));
  const whole = await screen.findByRole("dialog", { name: "Document salary" });
  await user.type(within(whole).getByRole("textbox"), "The bank asks");
  await user.click(within(whole).getByRole("button", { name: "Show the whole IBAN" }));
  expect(await within(whole).findByText("OM81 0180 0000 0129 9123 456")).toBeVisible();
});

it("says of what each amount is, adds no salary up, and tells where cheques come to another sum", async () => {
  const cheque = (amount: string) => ({ date: "2027-09-01", amount, bank: "Bank Muscat", number: "" });
  const cheques = { kind: "cheques", amount_minor: 4_000_000, cheques: [cheque("1000"), cheque("2000.000")] };
  await load([one("salary", "submitted", { amount_minor: 350_000 }), one("cheques", "submitted", cheques), one("bank", "submitted", { kind: "guarantee", amount_minor: 500_000 })]);
  expect(await screen.findByText(/^Sum of the cheques: .?OMR\s4,000\.000.?$/)).toBeVisible();
  expect(screen.getByText(/^Guaranteed: .?OMR\s500\.000.?$/)).toBeVisible();
  expect(screen.getByText(/Declared in all, without the salary: OMR\s4,500\.000/)).toBeVisible();
  expect(within(screen.getByRole("list", { name: "Cheques" })).getByText(/^OMR\s1,000\.000$/)).toBeVisible();
  expect(screen.getByRole("note")).toHaveTextContent(/The cheques come to .?OMR\s3,000\.000.?, and the family says .?OMR\s4,000\.000/);
});
