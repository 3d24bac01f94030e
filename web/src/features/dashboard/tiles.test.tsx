import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { StudentListRequest } from "@/api/generated";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { NO_COUNTS } from "@/api/standing";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { seatsLine } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { DashboardPage } from "./DashboardPage";

vi.setConfig({ testTimeout: 20_000 });

const applying = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } };

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(list: () => object, of: typeof school = applying, path = "/dashboard", { rounds = ["2027"], reads = { enquiries: true, applications: true } } = {}) {
  const asked: string[] = [];
  const listed: unknown[] = [];
  const { calls } = stubServer({
    "GET /enquiries": (_body, url) => {
      asked.push(url.searchParams.get("state") ?? "");
      return { items: [], next_cursor: null, total: 0, counts: { new: 3, contacted: 0, toured: 0, applying: 0, lost: 0 } };
    },
    "GET /tasks": () => ({ items: [], next_cursor: null, counts: { mine: 0, unassigned: 0, overdue: 0 } }),
    "GET /enquiries/assignees": () => ({ items: [{ id: "u2", name: "Noor", email: "n@abq.example" }] }),
    "GET /enquiries/choices": () => ({ grade: [{ value: "kg1", label: { en: "KG 1", ar: "الروضة الأولى" } }], school_year: [], ...reads }),
    "GET /seats": () => ({ rounds: rounds.map((id) => ({ id, year: "2027-2028", open: true, buckets: [seatsLine("kg1/north", { name: { en: "KG 1 · North", ar: "الروضة الأولى · الشمال" } }), seatsLine("kg2/north", { name: { en: "KG 2 · North", ar: "الروضة الثانية · الشمال" } })] })) }),
    "GET /student/overview": () => ({ funnel: [], waiting: [] }),
    "POST /student/student_list": (body) => {
      // Whom somebody sees next is a list of its own.
      if ((body as StudentListRequest).sub_status) return { students: [], counts: {}, total: 0, next_cursor: null };
      listed.push(body);
      return list();
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Salem", email: "s@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  await renderWith(
    <SchoolContext value={of}>
      <DashboardPage />
    </SchoolContext>,
    { path, store },
  );
  return { calls, asked, listed };
}

const tiles = () => within(screen.getByRole("region", { name: "Applications by status" })).getAllByRole("link");

it("counts applications by status, each a door to its list; nobody stands anywhere while it is asked", async () => {
  let answer = (_told: object) => {};
  await open(() => new Promise<object>((told) => (answer = told)));
  const region = await screen.findByRole("region", { name: "Applications by status" });
  expect(tiles().map((tile) => tile.textContent)).toEqual(["0Waiting", "0Shortlisted", "0On hold", "0Offer sent", "0Accepted", "0Place booked", "0Enrolled", "0Closed"]);
  expect(region).toHaveAttribute("aria-busy", "true");
  answer({ students: [], total: 5, next_cursor: null, counts: { ...NO_COUNTS, W: 4, O: 1 } });
  await waitFor(() => expect(tiles().map((tile) => tile.textContent).slice(0, 3)).toEqual(["4Waiting", "0Shortlisted", "1On hold"]));
  expect(tiles()[0]).toHaveAttribute("href", "/pre_admission?kind=applications&state=W");
});

it("says that it failed, and tries again", async () => {
  let fails = true;
  await open(() => (fails ? { status: 503, body: { messageId: "R008" } } : { students: [], total: 1, next_cursor: null, counts: { ...NO_COUNTS, B: 1 } }));
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("The applications could not be counted");
  fails = false;
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(tiles()[5]).toHaveTextContent("1Place booked"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("is narrowed by the address, and so are its doors; each filter can be taken off and chosen again", async () => {
  const { listed } = await open(() => ({ students: [], total: 0, next_cursor: null, counts: NO_COUNTS }), applying, "/dashboard?campus=north&owner=me");
  await waitFor(() => expect(listed).toEqual([{ grade: ["kg1/north", "kg2/north"], assigned_to: "me", page_size: 10 }]));
  expect(tiles()[0]).toHaveAttribute("href", "/pre_admission?kind=applications&state=W&grade=kg1%2Fnorth,kg2%2Fnorth&owner=me");
  const bar = within(screen.getByRole("group", { name: "Narrow the applications" }));
  expect(bar.getByRole("button", { name: /Campus or section: .?North/ })).toBeVisible();
  await userEvent.click(bar.getByRole("button", { name: /Assigned to: .?Me/ }));
  await waitFor(() => expect(listed.at(-1)).toEqual({ grade: ["kg1/north", "kg2/north"], page_size: 10 }));
  expect(location.search).toBe("?campus=north");
  await userEvent.click(bar.getByRole("button", { name: "Filter" }));
  const menu = await screen.findByRole("menu");
  expect(within(menu).getAllByRole("group").map((group) => group.getAttribute("aria-label")), "each year has one round: the year says it").not.toContain("Admission round");
  await userEvent.click(within(menu).getByRole("menuitemradio", { name: "2027-2028" }));
  await waitFor(() => expect(listed.at(-1)).toEqual({ academic_year: "2027-2028", grade: ["kg1/north", "kg2/north"], page_size: 10 }));
  expect(location.search).toBe("?campus=north&year=2027-2028");
});

it("is asked for nothing where the school has no application", async () => {
  const { calls } = await open(() => ({}), school);
  expect(await screen.findByRole("region", { name: "By status" })).toBeVisible();
  expect(calls).not.toContain("POST /student/student_list");
});

it("offers the rounds where a year has two", async () => {
  await open(() => ({ students: [], total: 0, next_cursor: null, counts: NO_COUNTS }), applying, "/dashboard", { rounds: ["2027", "2027b"] });
  await userEvent.click(await screen.findByRole("button", { name: "Filter" }));
  const rounds = await screen.findByRole("group", { name: "Admission round" });
  expect(within(rounds).getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual(["2027-2028", "2027-2028 · 2027b"]);
});

it("has how applications come along after the eight statuses, then one's own and the newest; enquiries are counted last", async () => {
  await open(() => ({ students: [], total: 0, next_cursor: null, counts: NO_COUNTS }));
  const parts = [screen.getByRole("region", { name: "Applications by status" }), screen.getByRole("region", { name: "How applications progress" }), await screen.findByRole("heading", { name: "My open enquiries and applications" }), screen.getByRole("heading", { name: "Newest applications" }), screen.getByRole("region", { name: "By status" })];
  for (const [at, part] of parts.slice(1).entries()) expect(parts[at]!.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it("counts no enquiries to whom no form of them is", async () => {
  await open(() => ({ students: [], total: 0, next_cursor: null, counts: NO_COUNTS }), applying, "/dashboard", { reads: { enquiries: false, applications: true } });
  expect(await screen.findByRole("heading", { name: "My open applications" })).toBeVisible();
  expect(screen.queryByRole("region", { name: "By status" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Enquiries" })).toBeNull();
});

it("what waits for an owner and what is mine are of both kinds", async () => {
  const { asked } = await open(() => ({ students: [], total: 0, next_cursor: null, counts: NO_COUNTS }));
  await waitFor(() => expect(asked.some((state) => state.startsWith("new,contacted,toured,applying,W/review,"))).toBe(true));
  expect(asked.some((state) => /R\/|(^|,)C(,|$)|lost/.test(state)), "nothing that is over").toBe(false);
});
