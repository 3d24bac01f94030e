import { expect, it } from "vitest";
import { isWholeNumber } from "./wholeNumber";

it.each(["ABQ27-00001", "abq27 00001", "ABQ-2027-0001", "abq20270001", "ABQ٢٧-٠٠٠٠١", "RUSH-2027-0001"])("%s can be a whole number", (typed) => {
  expect(isWholeNumber(typed)).toBe(true);
});

it.each(["", "ABQ27-0000", "Layla", "00001", "ABQ-27-00001-0000000", "Layla 2", "+968 9000 0000"])("%s is asked for nowhere", (typed) => {
  expect(isWholeNumber(typed)).toBe(false);
});
