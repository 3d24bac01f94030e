import { expect, it } from "vitest";
import { whyOf } from "./whyNot";

it("says why by the guard where it has words for it, and by the message where it has not", () => {
  expect(whyOf("A012", "decision_pending")).toBe("A012.decision_pending");
  expect(whyOf("A012", null)).toBe("A012");
  expect(whyOf("A014", "seat_free")).toBe("A014");
  expect(whyOf("F003", undefined)).toBe("F003");
  expect(whyOf("R999", null)).toBeUndefined();
});
