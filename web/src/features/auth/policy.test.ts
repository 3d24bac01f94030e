import { describe, expect, it } from "vitest";
import { judge, tokenOf } from "./policy";

describe("the live password policy", () => {
  it.each([
    ["short", "short", { longEnough: false, varied: true, same: true }],
    ["aaaaaaaaaaaa", "aaaaaaaaaaaa", { longEnough: true, varied: false, same: true }],
    ["river lamp quiet", "river lamp quiet", { longEnough: true, varied: true, same: true }],
    ["river lamp quiet", "river lamp quite", { longEnough: true, varied: true, same: false }],
    ["", "", { longEnough: false, varied: false, same: false }],
    ["x".repeat(200), "", { longEnough: false, varied: false, same: false }],
  ])("case %#", (password, again, state) => {
    expect(judge(password, again)).toEqual(state);
  });
});

it.each([
  ["#token=abc-_1", "abc-_1"],
  ["#abc-_1", "abc-_1"],
  ["#other=1", ""],
  ["", ""],
])("the token of %s is %s", (fragment, token) => {
  expect(tokenOf(fragment)).toBe(token);
});
