import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { drawRows } from "@/test/drawRows";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { staffStore } from "@/test/staff";
import { InboxPage } from "../../InboxPage";

vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
  drawRows();
});

const row = (id: string, state: string) => ({
  id, version: 1, reference: `E-${id}`, registration_id: state.includes("/") ? `ABQ27-0000${id}` : null, form: "abq", form_title: { en: "Apply", ar: "طلب" }, person: `Child ${id}`, person_for: null,
  state, owner: null, submitted_at: "2026-11-20T08:00:00Z", score: null, tags: [], route: null, flags: [], notes: 0, unread: 0, shared: [], guardian: null, grade: null, school_year: null, closed_for: null,
});

it("moves applications that are selected in the list of everything, and says what became of that", async () => {
  const asked: unknown[] = [];
  stubServer({
    "GET /enquiries": () => ({ items: [row("1", "W/waitlist"), row("2", "W/waitlist"), row("3", "new")], next_cursor: null, total: 3, counts: { new: 1, contacted: 0, toured: 0, applying: 0, lost: 0 } }),
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /enquiries/choices": () => ({ grade: [], school_year: [] }),
    "GET /student/moves": () => ({ items: [], reasons: [], ways: [{ to: "S/to_schedule", needs_reason: false, from: ["W/waitlist"] }, { to: "C", needs_reason: false, from: ["B/originals_due"] }] }),
    "POST /student/moves/preview": (body) => {
      asked.push(body);
      return { total: 2, will_move: 2, will_propose: 0, withdrawn: 0, notified: 0, refused: [], over_seats: [] };
    },
    "POST /student/moves": () => ({ status: 201, body: { moves: { id: "m1", state: "waiting" } } }),
  });
  await renderWith(
    <SchoolContext value={{ ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } }}>
      <InboxPage />
    </SchoolContext>,
    { path: "/pre_admission", store: staffStore() },
  );
  const user = userEvent.setup();
  for (const name of [/Child 1/, /Child 2/]) await user.click(await screen.findByRole("checkbox", { name }));
  await user.click(await screen.findByRole("button", { name: "Change the status" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change the status of applications: 2" }));
  const to = dialog.getByRole("combobox", { name: "To which status" });
  expect(within(to).getAllByRole("option").map((one) => one.textContent)).toEqual(["Choose a status", "Shortlist"]);
  await user.selectOptions(to, "Shortlist");
  await user.click(dialog.getByRole("button", { name: "Show what happens" }));
  await user.click(await dialog.findByRole("button", { name: "Change the status: 2" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(asked).toEqual([{ to: "S/to_schedule", notify: false, lng: "en", ids: ["1", "2"] }]);
});
