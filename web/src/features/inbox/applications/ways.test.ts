import { expect, it } from "vitest";
import { way } from "@/test/applications";
import { effectOf, keepsPlace, nameOf, onwardOf } from "./ways";

it("the usual next way leads, where it is allowed", () => {
  expect(onwardOf("W/review", { allowed: [way("W/waitlist"), way("S/to_schedule")], held_from: null })?.to).toBe("S/to_schedule");
  expect(onwardOf("S/assessed", { allowed: [way("W/waitlist")], held_from: null })).toBeUndefined();
  expect(onwardOf("O/payment", { allowed: [way("R/school", true), way("A/fee_due")], held_from: "A/fee_due" })?.to).toBe("A/fee_due");
  expect(onwardOf("R/expired", { allowed: [way("F/unconditional")], held_from: null })).toBeUndefined();
});

it("a way that undoes something is called so", () => {
  expect(nameOf({ from: "S/assessed", to: "F/unconditional", held_from: null })).toBe("move.F/unconditional");
  expect(nameOf({ from: "F/unconditional", to: "S/assessed", held_from: null })).toBe("move.revoke");
  expect(nameOf({ from: "O/other", to: "S/scheduled", held_from: "S/scheduled" })).toBe("move.resume");
  expect(nameOf({ from: "O/other", to: "O/payment", held_from: "S/scheduled" })).toBe("move.O/payment");
});

it("says what becomes of a place", () => {
  const effect = (from: Parameters<typeof effectOf>[0]["from"], to: Parameters<typeof effectOf>[0]["to"], held_from: Parameters<typeof effectOf>[0]["held_from"] = null) => effectOf({ from, to, held_from });
  expect(effect("S/assessed", "F/unconditional")).toBe("effect.offer");
  expect(effect("F/unconditional", "S/assessed")).toBe("effect.revoke");
  expect([effect("W/review", "O/documents"), effect("A/fee_due", "O/payment")]).toEqual(["effect.hold", "effect.hold.kept"]);
  expect([effect("W/review", "R/school"), effect("B/consents_due", "R/withdrawn"), effect("O/seat", "R/school", "A/fee_due")]).toEqual(["effect.over", "effect.over.seat", "effect.over.seat"]);
  expect([effect("R/school", "W/review"), effect("W/review", "W/waitlist"), effect("S/to_schedule", "S/scheduled")]).toEqual(["effect.reopen", "effect.waitlist", null]);
  expect([keepsPlace("C", null), keepsPlace("O/other", "W/review"), keepsPlace("S/assessed", null)]).toEqual([true, false, false]);
});
