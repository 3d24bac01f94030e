import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { student } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { StaffHome } from "./StaffHome";
import { WaitingForYou } from "./WaitingForYou";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

it.each(["en", "ar"] as const)("starts the day with what they look after, and asks for no numbers of all (%s)", async (language) => {
  const { calls } = stubServer({
    "GET /enquiries": () => ({ items: [{ id: "e1", reference: "ABQ-1", person: "Sara", person_ar: null, state: "new", submitted_at: "2026-11-20T08:00:00Z", grade: null }], total: 1, next_cursor: null, counts: {} }),
    "GET /tasks": () => ({ items: [], next_cursor: null, counts: { mine: 0, overdue: 0, unassigned: 0 } }),
  });
  await renderWith(
    <SchoolContext value={school}>
      <StaffHome />
    </SchoolContext>,
    { store: staffStore("reviewer"), language },
  );
  expect(await screen.findByText("Sara")).toBeVisible();
  expect(calls.filter((call) => /seats|overview|student_list/.test(call))).toEqual([]);
});

it.each([["en", "Your appointments"], ["ar", "مواعيدكم"]] as const)("says whom they see next, when and where (%s)", async (language, title) => {
  const asked: unknown[] = [];
  stubServer({
    "GET /enquiries": () => ({ items: [], total: 0, next_cursor: null, counts: {} }),
    "GET /enquiries/choices": () => ({ grade: [], school_year: [], enquiries: false, applications: true }),
    "GET /tasks": () => ({ items: [], next_cursor: null, counts: { mine: 0, overdue: 0, unassigned: 0 } }),
    "POST /student/student_list": (body) => {
      asked.push(body);
      return { students: [student("1", { appointment: { at: "2026-12-06T06:00:00.000Z", place: "Main building" } })], counts: {}, total: 1, next_cursor: null };
    },
  });
  await renderWith(
    <SchoolContext value={{ ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } }}>
      <StaffHome />
    </SchoolContext>,
    { store: staffStore("reviewer"), language },
  );
  const own = within(await screen.findByRole("region", { name: title }));
  expect(own.getByRole("link", { name: /Child 1.*10:00.*Main building/ })).toHaveAttribute("href", "/pre_admission/1");
  expect(asked).toEqual([{ status: ["S"], sub_status: ["scheduled"], assigned_to: "me", sort: "due_at", page_size: 5 }]);
});

it.each([["finance", false], ["reviewer", true]] as const)("asks what families wrote for those alone who read it (%s)", async (role, asks) => {
  const flags: Array<string | null> = [];
  stubServer({
    "GET /enquiries": (_body, url) => {
      flags.push(url.searchParams.get("flag"));
      return { items: [], total: 0, next_cursor: null, counts: {} };
    },
    "GET /tasks": () => ({ items: [], next_cursor: null, counts: { mine: 1, overdue: 0, unassigned: 0 } }),
  });
  await renderWith(
    <SchoolContext value={school}>
      <WaitingForYou />
    </SchoolContext>,
    { store: staffStore(role) },
  );
  expect(await screen.findByRole("link", { name: /1/ })).toBeVisible();
  expect(flags.includes("unread")).toBe(asks);
});
