import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { RoundSeats } from "@/api/generated";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { NO_COUNTS } from "@/api/standing";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { seatsLine } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { SeatsPage } from "./SeatsPage";
import { totalOf } from "./columns";

vi.setConfig({ testTimeout: 20_000 });

const lines = [
  seatsLine("g9", { name: { en: "Grade 9", ar: "الصف التاسع" }, places: 6, on_roll: 4, booked: 1, accepted: 1, offered: 2, free: -2, waitlist: 5, counts: { ...NO_COUNTS, A: 1, B: 1, F: 2, W: 5 } }),
  seatsLine("as", { name: { en: "AS level", ar: "المستوى الثانوي المتقدم" } }),
];
const round: RoundSeats = { id: "2027", year: "2027-2028", open: true, buckets: lines };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(answer: (body: unknown, url: URL) => object, role: Role = "school_admin", language: Language = "en") {
  stubServer({ "GET /seats": answer });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <SeatsPage />
    </SchoolContext>,
    { path: "/seats", language, store },
  );
}

it("shows the places of each grade, and each number of somebody opens its list", async () => {
  await open(() => ({ rounds: [round] }));
  const table = await screen.findByRole("table", { name: /Places of .?2027-2028/ });
  const rows = within(table).getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows[0]).toEqual(["Grade or programme", "Places", "On roll", "Booked", "Accepted", "Offered", "Available", "Waiting list"]);
  // As the form has them, and not by the letter.
  expect(rows.slice(1)).toEqual([["Grade 9", "6", "4", "1", "1", "2", "-2", "5"], ["AS level", "10", "3", "0", "0", "0", "7", "0"], ["All grades", "16", "7", "1", "1", "2", "5", "5"]]);
  const doors = Object.fromEntries(within(table).getAllByRole("link").map((link) => [link.getAttribute("aria-label")?.replaceAll(/[\u2068\u2069]/g, ""), link.getAttribute("href")]));
  expect(doors["Grade 9, Booked: 1"]).toBe("/pre_admission?kind=applications&state=B&grade=g9&year=2027");
  expect(doors["Grade 9, Waiting list: 5"]).toBe("/seats?round=2027&waitlist=g9");
  expect(doors["All grades, Waiting list: 5"]).toBe("/pre_admission?kind=applications&state=W%2Fwaitlist&year=2027");
  expect(doors["All grades, Offered: 2"]).toBe("/pre_admission?kind=applications&state=F&year=2027");
  expect(Object.keys(doors).filter((door) => door.startsWith("AS level")), "nobody stands behind a nought").toEqual([]);
  expect(screen.getByText("Families can apply now")).toBeVisible();
});

it("has no sum of what has no limit, and names the offers beyond the places", async () => {
  await open(() => ({ rounds: [{ ...round, open: false, buckets: [seatsLine("any", { places: null, free: null, over_offer: 5 })] }] }));
  const table = await screen.findByRole("table");
  expect(within(table).getAllByRole("row").at(-1)).toHaveTextContent("All gradesno limit3000no limit0");
  expect(screen.getByText("Offers beyond the places of each grade: up to 5")).toBeVisible();
  expect(screen.getByText("Families cannot apply now")).toBeVisible();
  expect(totalOf(lines)).toMatchObject({ places: 16, free: 5, counts: { W: 5, A: 1 } });
});

it("asks for a round by itself whose grades are too many to be told with the others", async () => {
  const asked: string[] = [];
  const later = { ...round, id: "2028", year: "2028-2029" };
  await open((_body, url) => {
    asked.push(url.search);
    return { rounds: url.search ? [later] : [round, { ...later, is_cut: true, buckets: [] }] };
  });
  const table = await screen.findByRole("table", { name: /Places of .?2028-2029/ });
  expect(within(table).getByRole("rowheader", { name: "Grade 9" })).toBeVisible();
  expect(asked).toEqual(["", "?round=2028"]);
});

it.each([
  ["admissions_officer", true],
  ["principal", true],
  ["auditor", true],
  ["finance", false],
  ["registrar", false],
] as const)("tells of offers that are not released whoever may know of them alone: %s", async (role, knows) => {
  await open(() => ({ rounds: [round] }), role);
  await screen.findByRole("table");
  expect(screen.queryByText(/Offers that are not released yet/) !== null).toBe(knows);
  expect(screen.getByText(/Every number opens the list of its applications/)).toBeVisible();
});

it("says where places come from where there are none, to whom may set them", async () => {
  await open(() => ({ rounds: [] }));
  expect(await screen.findByRole("heading", { name: "No places to show" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Set the places" })).toHaveAttribute("href", "/settings/rounds");
});

it("offers settings to nobody who has none", async () => {
  await open(() => ({ rounds: [{ ...round, buckets: [] }] }), "registrar");
  expect(await screen.findByText(/nobody has applied yet/)).toBeVisible();
  expect(screen.queryByRole("link", { name: "Set the places" })).toBeNull();
});

it("says that it failed, and tries again", async () => {
  let fails = true;
  await open(() => (fails ? { status: 503, body: { messageId: "R008" } } : { rounds: [round] }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The places could not be loaded");
  fails = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table")).toBeVisible();
});

it("says it in Arabic too", async () => {
  await open(() => ({ rounds: [round] }), "auditor", "ar");
  const table = await screen.findByRole("table", { name: /مقاعد .?2027-2028/ });
  expect(within(table).getByRole("rowheader", { name: "الصف التاسع" })).toBeVisible();
});
