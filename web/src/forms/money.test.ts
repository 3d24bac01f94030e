import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { currencyDecimals } from "@/i18n/currency";
import { formatCurrency, formatMoney } from "@/i18n/format";
import { minorToText, parseMinor } from "./digits";

interface Golden {
  decimals: Record<string, number>;
  read: [string, string, number | null][];
  written: { money: { minor: number; currency: string }; figure: string; en: string; ar: string }[];
}

/** What the server's `Money` is held to as well (`plugins/rules/src/money/tests.rs`). */
const golden = JSON.parse(readFileSync(path.join(import.meta.dirname, "../../../plugins/rules/golden/money.json"), "utf8")) as Golden;

describe("money is the server's", () => {
  it("in the decimals of every currency", () => {
    const own = Object.keys(golden.decimals).map((code) => [code, currencyDecimals(code)]);
    expect(Object.fromEntries(own)).toEqual(golden.decimals);
    expect(Object.keys(golden.decimals).length).toBeGreaterThan(150);
  });

  it.each(golden.read)("in reading %j %s as %j", (typed, currency, minor) => {
    expect(parseMinor(typed, currency)).toBe(minor);
  });

  it.each(golden.written)("in writing $figure $money.currency", ({ money: { minor, currency }, figure, en, ar }) => {
    expect(minorToText(minor, currency)).toBe(figure);
    expect(formatMoney(minor, currency, { language: "en", digits: "latn" })).toBe(en);
    // The server's papers write the code; on the screen stands the currency's own sign in its place.
    const settings = { language: "ar", digits: "latn" } as const;
    expect(formatMoney(minor, currency, settings).replace(/\u200f$/, "")).toBe(ar.replace(currency, formatCurrency(currency, settings)));
  });
});
