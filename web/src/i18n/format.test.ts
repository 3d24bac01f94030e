import { describe, expect, it } from "vitest";
import { formatAge, formatAmount, formatBytes, formatClock, formatCurrency, formatDate, formatDay, formatInstant, formatMoney, formatNumber, type FormatSettings } from "./format";

const en: FormatSettings = { language: "en", digits: "latn", timeZone: "Asia/Muscat" };
const ar: FormatSettings = { ...en, language: "ar" };
/** Bidi marks that Intl may put around parts; they do not show. */
const bare = (text: string) => text.replaceAll(/[\u200e\u200f\u061c]/g, "").replaceAll("\u00a0", " ");

describe("dates", () => {
  it.each([
    ["2018-03-05", en, "05-Mar-2018"],
    ["2018-09-01", en, "01-Sep-2018"],
    ["2018-03-05", ar, "05 مارس 2018"],
    ["2018-03-05", { ...ar, digits: "arab" as const }, "٠٥ مارس ٢٠١٨"],
    ["2018-03-05", { ...en, digits: "arab" as const }, "05-Mar-2018"],
    ["not a date", en, "not a date"],
    ["2018-13-45", en, "2018-13-45"],
  ])("%s", (iso, settings, shown) => {
    expect(bare(formatDate(iso, settings))).toBe(shown);
  });

  it("of an instant follow the school's time zone, not the device's", () => {
    expect(formatDay("2026-01-31T21:30:00Z", en)).toBe("01-Feb-2026");
    expect(formatInstant("2026-01-31T21:30:00Z", en)).toBe("01-Feb-2026, 01:30");
    expect(bare(formatInstant("2026-01-31T21:30:00Z", ar))).toBe("01 فبراير 2026، 01:30");
  });
});

describe("money", () => {
  it.each([
    [1_850_500, "OMR", "OMR 1,850.500"],
    [5, "OMR", "OMR 0.005"],
    [-5, "AED", "-AED 0.05"],
    [1200, "JPY", "JPY 1,200"],
    [9_007_199_254_740_991, "KWD", "KWD 9,007,199,254,740.991"],
  ])("%d %s", (minor, currency, shown) => {
    expect(bare(formatMoney(minor, currency, en))).toBe(shown);
  });

  it("has the currency's own sign in Arabic, behind the figure whatever the figure's sign", () => {
    expect(bare(formatMoney(1_682_774, "OMR", ar))).toBe("1,682.774 ر.ع.");
    expect(bare(formatMoney(-66_951, "OMR", ar))).toBe("-66.951 ر.ع.");
    expect(bare(formatMoney(500, "PKR", ar))).toBe("5.00 PKR");
  });

  it("in a column is the figure alone, with the currency at the head", () => {
    expect([formatAmount(50_000, "OMR", en), formatAmount(-66_951, "OMR", en), formatCurrency("OMR", en)]).toEqual(["50.000", "-66.951", "OMR"]);
    expect([formatAmount(50_000, "OMR", ar), formatAmount(-66_951, "OMR", ar), formatCurrency("OMR", ar)].map(bare)).toEqual(["50.000", "-66.951", "ر.ع."]);
    expect(bare(formatAmount(-66_951, "OMR", { ...ar, digits: "arab" }))).toBe("-٦٦٫٩٥١");
  });
});

it("ages use the largest whole unit", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  expect(formatAge("2026-11-21T11:59:40Z", now, en)).toBe("this minute");
  expect(formatAge("2026-11-18T11:00:00Z", now, en)).toBe("3 days ago");
  expect(bare(formatAge("2026-11-18T11:00:00Z", now, ar))).toBe("قبل 3 أيام");
});

it("numbers and sizes use the school's digits", () => {
  expect(formatNumber(50_000, en)).toBe("50,000");
  expect(bare(formatNumber(50_000, { ...ar, digits: "arab" }))).toBe("٥٠٬٠٠٠");
  expect(formatBytes(2_621_440, en)).toBe("2.5 MB");
  expect(formatBytes(300, en)).toBe("1 kB");
});

it.each([
  [0, en, "0:00"],
  [27.9, en, "0:27"],
  [600, en, "10:00"],
  [3725, en, "1:02:05"],
  [27, { ...ar, digits: "arab" as const }, "٠:٢٧"],
])("%s seconds on a clock", (seconds, settings, text) => {
  expect(bare(formatClock(seconds, settings))).toBe(text);
});
