import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { NO_COUNTS } from "@/api/standing";
import type { Role } from "@/api/roles";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { seatsLine } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationProgress, ApplicationTiles } from "./ApplicationTiles";
import { overviewOf, placesLeft } from "./numbers";

vi.setConfig({ testTimeout: 30_000 });

const applying = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } };
const STEPS = ["applied", "shortlisted", "offered", "accepted", "booked", "enrolled"];
const funnel = (...reached: number[]) => STEPS.map((step, index) => ({ step, reached: reached[index] ?? 0 }));
const waits = (status: string, n: number, more: object = {}) => ({ status, n, median_days: n > 0 ? 3 : null, oldest_days: n > 0 ? 9 : null, target_days: null, over_target: null, ...more });
const seats = (bucket: string, places: number | null, free: number | null) => seatsLine(bucket, { places, free });
const rounds = [
  { id: "2027", year: "2027-2028", open: true, buckets: [seats("kg1/north", 20, 5), seats("kg1/south", 20, -2), seats("kg2/north", 10, 1), seats("g1", null, null)] },
  { id: "2028", year: "2028-2029", open: false, buckets: [seats("g1", null, null)] },
];

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

interface Shown {
  overview?: () => object;
  path?: string;
  language?: Language;
  role?: Role;
}

async function open({ overview = () => ({ funnel: funnel(40, 20, 10, 8, 5, 2), waiting: [waits("W", 4, { target_days: 5, over_target: 3 }), waits("S", 2), waits("F", 0)] }), path = "/dashboard", language = "en", role = "admissions_officer" }: Shown = {}) {
  const asked: string[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/choices": () => ({ grade: [], school_year: [] }),
    "GET /seats": () => ({ rounds }),
    "POST /student/student_list": () => ({ students: [], counts: NO_COUNTS, total: 0, next_cursor: null }),
    "POST /student/clocks/resume": () => {
      asked.push("resumed");
      return {};
    },
    "GET /student/overview": (_body, url) => {
      asked.push(url.search);
      return overview();
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={applying}>
      <ApplicationTiles />
      <ApplicationProgress />
    </SchoolContext>,
    { path, store, language },
  );
  return { asked, user: userEvent.setup() };
}

const cells = (table: HTMLElement) => within(table).getAllByRole("row").slice(1).map((row) => [...row.children].map((cell) => cell.textContent));

describe("the numbers of the address", () => {
  it("are asked for as the list is", () => {
    expect(overviewOf({}, {})).toEqual({});
    expect(overviewOf({ year: "2027-2028", owner: "me" }, { academic_year: "2027-2028", assigned_to: "me" })).toEqual({ academicYear: "2027-2028", owner: "me" });
    expect(overviewOf({ round: "2027", campus: "north" }, { academic_year: "2027", grade: ["kg1/north", "kg2/north"] })).toEqual({ round: "2027", grade: "kg1/north,kg2/north" });
  });

  it("are of the places that are meant; what one grade has too many is no other's", () => {
    expect(placesLeft(rounds, {})).toEqual([{ id: "2027", year: "2027-2028", free: 6, places: 50 }, { id: "2028", year: "2028-2029", free: null, places: 0 }]);
    expect(placesLeft(rounds, { round: "2027", campus: "north" })).toEqual([{ id: "2027", year: "2027-2028", free: 6, places: 30 }]);
    expect(placesLeft(rounds, { year: "2027-2028", grade: "kg1" })).toEqual([{ id: "2027", year: "2027-2028", free: 5, places: 40 }]);
  });
});

it("tells how many reached each step, in numbers beside the bars", async () => {
  const { asked } = await open({ path: "/dashboard?campus=north&owner=me" });
  const table = await screen.findByRole("table", { name: "Steps reached" });
  expect(cells(table)).toEqual([["Applied", "40", "100%"], ["Shortlisted", "20", "50%"], ["Offer sent", "10", "25%"], ["Offer accepted", "8", "20%"], ["Place booked", "5", "13%"], ["Enrolled", "2", "5%"]]);
  expect(asked).toEqual(["?grade=kg1%2Fnorth%2Ckg2%2Fnorth&owner=me"]);
});

it("tells how long those that wait stand there; what is over its target is a door to the oldest", async () => {
  await open({ path: "/dashboard?round=2027" });
  const table = await screen.findByRole("table", { name: "Time in status" });
  expect(cells(table)).toEqual([["Waiting", "3 days", "9 days", "3Target: 5 days"], ["Shortlisted", "3 days", "9 days", "No target"]]);
  const door = within(table).getByRole("link", { name: /Waiting.*, over the target of 5 days: 3\. Open the list, longest in the status first/ });
  expect(door).toHaveAttribute("href", "/pre_admission?kind=applications&state=W&year=2027&sort=status_since");
  expect(screen.queryByRole("link", { name: "Set target days" }), "there are some").toBeNull();
});

it("leads whoever may to where targets are set, while there are none", async () => {
  await open({ overview: () => ({ funnel: funnel(1), waiting: [waits("W", 1)] }), role: "school_admin" });
  expect(await screen.findByRole("link", { name: "Set target days" })).toHaveAttribute("href", "/settings/rounds");
});

it("tells which places are left, with the way to all of them", async () => {
  await open();
  expect(await screen.findByText("6 of 50")).toBeVisible();
  expect(screen.getByText("No limit")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the places of every grade" })).toHaveAttribute("href", "/seats");
});

it("says where numbers come from while there are none", async () => {
  await open({ overview: () => ({ funnel: funnel(), waiting: [] }) });
  expect(await screen.findByText(/^No numbers to show\./)).toBeVisible();
  expect(screen.getByText("No application is waiting for a next step.")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

it("says that it failed, and tries again", async () => {
  let fails = true;
  const { user } = await open({ overview: () => (fails ? { status: 503, body: { messageId: "R008" } } : { funnel: funnel(3), waiting: [] }) });
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The numbers could not be loaded");
  fails = false;
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("table", { name: "Steps reached" })).toBeVisible();
});

it("says it in Arabic too", async () => {
  await open({ language: "ar" });
  const table = await screen.findByRole("table", { name: "المدة في الحالة" });
  expect(cells(table)[0]?.slice(1)).toEqual(["3 أيام", "9 أيام", "3المستهدف: 5 أيام"]);
});

describe("clocks that are held after a restore", () => {
  const held = (asked: () => readonly string[]) => ({ funnel: funnel(1, 0, 0, 0, 0, 0), waiting: [], clocks_held: !asked().includes("resumed") });
  it("go on when who makes offers says so", async () => {
    let asked: readonly string[] = [];
    const shown = await open({ role: "principal", overview: () => held(() => asked) });
    asked = shown.asked;
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("Applications stand still since the school was restored from a backup");
    await userEvent.click(within(notice).getByRole("button", { name: "Let them continue" }));
    await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
  });

  it("are told to an officer, who cannot", async () => {
    await open({ overview: () => held(() => []) });
    const notice = await screen.findByRole("alert");
    expect(within(notice).queryByRole("button")).toBeNull();
    expect(notice).toHaveTextContent("Those who make offers can let them continue.");
  });
});
