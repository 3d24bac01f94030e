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
  expect(await screen.findByText("Declared: OMR 350.000")).toBeVisible();
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
