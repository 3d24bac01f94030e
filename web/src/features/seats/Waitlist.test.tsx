import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { ListWaitlistApiResponse, WaitlistItem } from "@/api/generated";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { seatsLine } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { SeatsPage } from "./SeatsPage";

vi.setConfig({ testTimeout: 20_000 });

const item = (rank: number, change: Partial<WaitlistItem> = {}): WaitlistItem => ({
  rank,
  id: `e${rank}`,
  registration_id: `ABQ27-0000${rank}`,
  student_name: `Child ${rank}`,
  student_name_ar: "",
  submitted_at: "2026-11-20T08:00:00Z",
  owner: null,
  because: [
    { rule: "sibling", value: rank === 1 ? "Y" : null, unconfirmed: false },
    { rule: "score", value: rank === 2 ? "95.5" : null, unconfirmed: false },
    { rule: "date", value: "2026-11-20", unconfirmed: false },
  ],
  ...change,
});
const page = (items: WaitlistItem[], change: Partial<ListWaitlistApiResponse> = {}) => ({ items, rules: ["sibling", "score", "date"], total: items.length, free: 1, next_cursor: null, ...change });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(answer: (url: URL) => object, { role = "school_admin", language = "en" }: { role?: Role; language?: Language } = {}) {
  const asked: string[] = [];
  stubServer({
    "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", open: true, buckets: [seatsLine("kg1", { name: { en: "KG 1", ar: "الروضة الأولى" } })] }] }),
    "GET /waitlist": (_body, url) => {
      asked.push(url.search);
      return answer(url);
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <SeatsPage />
    </SchoolContext>,
    { path: "/seats?round=2027&waitlist=kg1", language, store },
  );
  return { asked };
}

const rowsOf = (table: HTMLElement) => within(table).getAllByRole("row").slice(1).map((row) => [...row.children].map((cell) => cell.textContent));

it.each([["en", "Brother or sister here: yes, not confirmed"], ["ar", /نعم، ولم يتأكد بعد/]] as const)("says that nobody has confirmed a brother or sister yet (%s)", async (language, said) => {
  await open(() => page([item(1, { because: [{ rule: "sibling", value: "Y", unconfirmed: true }] })]), { language });
  expect(await screen.findByText(said)).toBeVisible();
});

it.each([["en", "Parent works here: not confirmed yet, does not count", "Parent works here: yes, not confirmed"], ["ar", /لم يُؤكَّد بعد ولا يُحتسب/, /نعم، ولم يتأكد بعد/]] as const)(
  "says whether a parent who works here counts before that is confirmed (%s)",
  async (language, waits, counts) => {
    const claimed = (rank: number, value: string | null) => item(rank, { because: [{ rule: "staff_child", value, unconfirmed: true }] });
    await open(() => page([claimed(1, "Y"), claimed(2, null)]), { language });
    expect(await screen.findByText(waits)).toHaveAttribute("data-quiet");
    expect(screen.getByText(counts)).not.toHaveAttribute("data-quiet");
  },
);

it("says who is next, why, and by which rules", async () => {
  const { asked } = await open(() => page([item(1, { owner: { id: "u2", name: "Huda" } }), item(2), item(3, { student_name: "" })]));
  expect(await screen.findByRole("heading", { level: 1, name: /Waiting list: .?KG 1/ })).toBeVisible();
  const table = await screen.findByRole("table", { name: "Waiting list" });
  expect(rowsOf(table)).toEqual([
    ["1", "Child 1ABQ27-00001", "20-Nov-2026", "Brother or sister here: yesScore: noneApplied on 20-Nov-2026", "Huda"],
    ["2", "Child 2ABQ27-00002", "20-Nov-2026", "Brother or sister here: noScore: 95.5%Applied on 20-Nov-2026", "Unassigned"],
    ["3", "ABQ27-00003ABQ27-00003", "20-Nov-2026", "Brother or sister here: noScore: noneApplied on 20-Nov-2026", "Unassigned"],
  ]);
  expect(within(table).getByRole("link", { name: "Child 1" })).toHaveAttribute("href", "/pre_admission/e1");
  const rules = within(screen.getByRole("list", { name: "What orders it" })).getAllByRole("listitem");
  expect(rules.map((rule) => rule.textContent)).toEqual(["Brother or sister here", "Score", "Day of the application"]);
  expect(screen.getByText("Places available now: 1")).toBeVisible();
  expect(screen.getByRole("link", { name: "Change the order" })).toHaveAttribute("href", "/settings/rounds");
  expect(screen.getByRole("link", { name: "All places" })).toHaveAttribute("href", "/seats");
  expect(new Set(asked)).toEqual(new Set(["?round=2027&bucket=kg1&page_size=100"]));
});

it("goes on where a page ends", async () => {
  await open((url) => (url.searchParams.get("cursor") === "after-one" ? page([item(2)], { total: 2 }) : page([item(1)], { total: 2, next_cursor: "after-one" })));
  const table = await screen.findByRole("table");
  await userEvent.click(await within(table).findByRole("button", { name: "Show more" }));
  expect(await within(table).findByRole("link", { name: "Child 2" })).toBeVisible();
  expect(within(table).getByRole("link", { name: "Child 1" })).toBeVisible();
  expect(within(table).queryByRole("button", { name: "Show more" })).toBeNull();
});

it("says what to do where nobody waits, and where there is no limit", async () => {
  await open(() => page([], { free: null }));
  expect(await screen.findByRole("heading", { name: "Nobody is waiting for a place here" })).toBeVisible();
  expect(screen.getByText(/An application comes here with “Put on the waiting list”/)).toBeVisible();
});

it("offers settings to nobody who has none", async () => {
  await open(() => page([item(1)], { free: null }), { role: "registrar" });
  expect(await screen.findByText("This grade has no limit of places.")).toBeVisible();
  expect(screen.queryByRole("link", { name: "Change the order" })).toBeNull();
});

it("says that it failed, and tries again", async () => {
  let fails = true;
  await open(() => (fails ? { status: 503, body: { messageId: "R008" } } : page([item(1)])));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The waiting list could not be loaded");
  fails = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table")).toBeVisible();
});

it("says it in Arabic too, with the name in Arabic", async () => {
  await open(() => page([item(1, { student_name_ar: "سارة" })]), { language: "ar" });
  const table = await screen.findByRole("table", { name: "قائمة الانتظار" });
  expect(within(table).getByRole("link", { name: "سارة" })).toBeVisible();
  expect(table).toHaveTextContent(/أخ أو أخت في المدرسة: نعم.*النقاط: لا توجد.*قُدّم الطلب في/);
});
