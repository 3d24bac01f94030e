import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { StaffHome } from "./StaffHome";

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
