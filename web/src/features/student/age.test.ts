import { expect, it } from "vitest";
import { yearsBetween } from "./age";

it.each([
  ["2022-03-04", "2026-03-03", 3],
  ["2022-03-04", "2026-03-04", 4],
  ["2020-02-29", "2026-02-28", 5],
  ["2026-01-05", "2026-11-21", 0],
  ["2027-01-01", "2026-11-21", 0],
])("from %s to %s there are %i whole years", (from, to, years) => {
  expect(yearsBetween(from, to)).toBe(years);
});
