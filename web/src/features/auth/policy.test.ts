import { describe, expect, it } from "vitest";
import { codeDigits } from "@/ui/fields/CodeInput";
import { strengthOf } from "@/ui/fields/strength";
import { judge } from "@/ui/passwordPolicy";
import { isMail } from "./parts/fields";
import { tokenOf } from "@/ui/useLinkToken";

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

describe("the meter", () => {
  it.each(["", "aaaaaaaaaaaaaaaa", "password1234", "123456789012", "qwerty12345", "huda.saleh", "Abq School"])("finds %s weak", (password) => {
    expect(strengthOf(password, ["Huda Saleh", "huda@abq.example", "Abq School"])).toBeLessThanOrEqual(1);
  });

  it.each(["river lamp quiet moss", "Orchid-Falcon-72-river", "قارب أزرق فوق التل"])("finds %s good", (password) => {
    expect(strengthOf(password, ["Huda Saleh"])).toBeGreaterThanOrEqual(3);
  });

  it("takes the person's own words for nothing", () => {
    const own = "zubaydah rustamani";
    expect(strengthOf(own, ["Zubaydah Rustamani"])).toBeLessThan(strengthOf(own));
  });
});

it.each([
  ["#token=abc-_1", "abc-_1"],
  ["#abc-_1", "abc-_1"],
  ["#other=1", ""],
  ["", ""],
  ["#%E0%A4%A", ""],
])("the token of %s is %s", (fragment, token) => {
  expect(tokenOf(fragment)).toBe(token);
});

it.each([
  ["123456", "123456"],
  ["123 456", "123456"],
  ["١٢٣٤٥٦", "123456"],
  ["۱۲۳-۴۵۶", "123456"],
  ["Your code: 987654.", "987654"],
  ["12345678", "123456"],
])("the code in %s is %s", (text, code) => {
  expect(codeDigits(text)).toBe(code);
});

it.each([
  ["huda@abq.example", true],
  ["huda@abq", false],
  ["huda abq@x.example", false],
  ["a@b@c.example", false],
])("an address: %s %s", (text, good) => {
  expect(isMail(text)).toBe(good);
});
