import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Standing } from "@/api/standing";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { MoveManyDialog } from "./MoveManyDialog";
import { noUndo, revokes } from "./undoes";

vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const WAYS = (["W/waitlist", "S/assessed", "F/unconditional"] as const).map((to) => ({ to, needs_reason: false, from: [] }));
const REASONS = [{ code: "other", text: { en: "Another reason", ar: "سبب آخر" }, statuses: [] }];
const SEEN = { total: 2, will_move: 2, will_propose: 0, withdrawn: 0, notified: 0, refused: [] as object[], over_seats: [] };

async function open({ role = "admissions_officer", from = ["W/review"], preview = SEEN }: { role?: Role; from?: readonly Standing[]; preview?: typeof SEEN } = {}) {
  stubServer({ "POST /student/moves/preview": () => preview });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <MoveManyDialog chosen={{ ids: ["1", "2"] }} count={2} from={from} reach={[]} ways={WAYS} reasons={REASONS} onAsked={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />
    </SchoolContext>,
    { store },
  );
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole("dialog"));
  const look = async () => user.click(dialog.getByRole("button", { name: "Show what happens" }));
  const pick = async (way: string) => user.selectOptions(dialog.getByRole("combobox", { name: "To which status" }), way);
  return { user, dialog, look, pick };
}

it.each([
  ["admissions_officer", "Make an offer", /You cannot undo this: an offer that was sent is withdrawn by the principal or an administrator\./],
  ["admissions_officer", "Put on the waiting list", /^(?!.*undo)/],
  ["principal", "Make an offer", /^(?!.*undo)/],
] as const)("says before it is done whether it can be undone: %s, %s", async (role, way, said) => {
  const { dialog, look, pick } = await open({ role });
  await pick(way);
  await look();
  expect(await dialog.findByRole("region", { name: "What happens" })).toHaveTextContent(said);
});

it.each([
  [["F/unconditional", "S/scheduled"], "Assessed / Withdraw the offer"],
  [["F/unconditional", "F/conditional"], "Withdraw the offer"],
] as const)("calls it a withdrawal where offers go back, and says so before it is done: %s", async (from, name) => {
  const { dialog, look, pick } = await open({ role: "principal", from, preview: { ...SEEN, withdrawn: 1, notified: 1 } });
  await pick(name);
  await look();
  expect(await dialog.findByText("Offers that will be withdrawn: 1. Their families are always told, and the places become available again.")).toBeVisible();
  expect(dialog.getByText("Families that will get an e-mail: 1")).toBeVisible();
});

it("says that documents are gone on without for a reason, and how where none was given", async () => {
  const { user, dialog, look, pick } = await open({ preview: { ...SEEN, will_move: 1, refused: [{ message_id: "A015", guard: null, count: 1, examples: [] }] } });
  await pick("Assessed");
  await look();
  expect(await dialog.findByText("To move them all the same, choose “Change something” and give a reason.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Change something" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Reason" }), "Another reason");
  await look();
  expect(await dialog.findByText("With your reason, applications whose documents are missing are moved too.")).toBeVisible();
});

it("knows from where nothing of many is sent back", () => {
  const has = (...rights: string[]) => (right: string) => rights.includes(right);
  expect((["F/conditional", "A/fee_due", "C", "R/school", "R/withdrawn", "O/seat"] as const).map((to) => noUndo(to, has()))).toEqual(["offer", "none", "none", "none", "none", null]);
  expect((["F/conditional", "R/school", "R/withdrawn"] as const).map((to) => noUndo(to, has("application.offer", "application.reopen")))).toEqual([null, null, "none"]);
  expect([revokes(["F/conditional"], "S/assessed"), revokes(["F/conditional"], "R/school"), revokes(["W/review"], "S/assessed")]).toEqual([true, false, false]);
});
