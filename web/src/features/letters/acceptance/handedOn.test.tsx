import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { handOn } from "../handedOn";
import { AcceptancePage } from "./AcceptancePage";
import type { Acceptance } from "./api";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-the-offer-s-signer";
const plan = (code: string, en: string) => ({ code, title: { en, ar: "دفعات" }, payments: [{ due_on: "2027-08-15", amount_minor: 1_200_500 }], total_minor: 1_200_500 });
const letter: Acceptance = {
  school: { en: "Example School", ar: "مدرسة المثال" },
  kind: "acceptance",
  reference: "ABQ-2026-AL-00012",
  status: "choosing",
  languages: "en",
  title: { en: "Acceptance of a place", ar: "قبول المقعد الدراسي" },
  subject: { en: "The place of Sara", ar: "مقعد سارة" },
  facts: [],
  body: [{ k: "para", c: ["You accept the place."] }],
  child: { first_name: "Sara", grade: null },
  expires_at: "2026-12-12T20:00:00Z",
  signers: [{ place: 0, role: "guardian1", name: "Huda", state: "invited", is_you: true, answered_at: null }],
  second_proof: "birth_date",
  proved: true,
  text_sha256: "a".repeat(64),
  document_sha256: "",
  is_signed: false,
  plans: [plan("once", "Once a year"), plan("two", "Two payments")],
  plan: null,
  preferred_plan: "two",
  deposit: null,
  currency: "OMR",
  choices_left: 8,
};
const closed = { ...letter, proved: false, subject: null, facts: [], body: null, signers: [], plans: [], preferred_plan: null };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

async function load() {
  stubServer({ "GET /public/acceptance_data": (_body, _url, headers) => ({ status: 200, body: headers.get("x-letter-grant") === GRANT ? letter : closed }) });
  const page = (
    <SchoolContext value={school}>
      <AcceptancePage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/acceptance/:acceptanceLetterToken", element: page }, { path: "/acceptance", element: page }], { path: `/acceptance/${TOKEN}` });
}

it("asks nothing again of who comes from the signed offer, and begins with the plan of the application", async () => {
  handOn(`/acceptance/${TOKEN}`, GRANT);
  await load();
  const ways = await screen.findByRole("region", { name: "Choose how you pay" });
  expect(within(ways).getByRole("radio", { name: "Two payments" })).toBeChecked();
  expect(within(ways).getByRole("radio", { name: "Once a year" })).not.toBeChecked();
  const kept = JSON.stringify([localStorage, sessionStorage, history.state, location.href]);
  expect(kept).not.toContain(GRANT);
  expect(kept).not.toContain(TOKEN);
});

it("takes what was handed on once, and for that letter alone", async () => {
  handOn(`/acceptance/${"o".repeat(43)}`, GRANT);
  await load();
  expect(await screen.findByRole("button", { name: "Read the letter" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "Choose how you pay" })).toBeNull();
});
