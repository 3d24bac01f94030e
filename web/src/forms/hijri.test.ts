import { describe, expect, it } from "vitest";
import { hijriMonthDays, hijriOf, isoOfHijri, parseEither, parseHijri } from "./hijri";

const DAY_MS = 86_400_000;

describe("the Umm al-Qura calendar", () => {
  it("is the engine's own, day by day, from 1420 to 1460", () => {
    const format = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", { timeZone: "UTC", year: "numeric", month: "numeric", day: "numeric" });
    const from = Date.parse(`${isoOfHijri({ year: 1420, month: 1, day: 1 })}T00:00:00Z`);
    const until = Date.parse(`${isoOfHijri({ year: 1461, month: 1, day: 1 })}T00:00:00Z`);
    const wrong: string[] = [];
    for (let instant = from; instant < until; instant += DAY_MS) {
      const iso = new Date(instant).toISOString().slice(0, 10);
      const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
      const day = { year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0 };
      if (isoOfHijri(day) !== iso) wrong.push(iso);
    }
    expect((until - from) / DAY_MS).toBeGreaterThan(14_500);
    expect(wrong).toEqual([]);
  });

  it("knows days that everybody knows, and how long months are", () => {
    expect(isoOfHijri({ year: 1447, month: 9, day: 1 })).toBe("2026-02-18");
    expect(hijriOf("2026-02-18")).toEqual({ year: 1447, month: 9, day: 1 });
    for (let year = 1420; year <= 1460; year += 1) {
      const days = Array.from({ length: 12 }, (_, month) => hijriMonthDays(year, month + 1));
      expect(days.every((each) => each === 29 || each === 30)).toBe(true);
      expect([354, 355]).toContain(days.reduce((sum, each) => sum + each, 0));
    }
  });
});

describe("what is typed", () => {
  it.each([
    ["15/09/1447 هـ", "2026-03-04"], ["١٥/٠٩/١٤٤٧ هـ", "2026-03-04"], ["15/9/1447ه", "2026-03-04"], ["1447-09-15 AH", "2026-03-04"], ["1447/9/15", "2026-03-04"],
    ["15 رمضان 1447", "2026-03-04"], ["15 Ramadan 1447", "2026-03-04"], ["15-Ramadan-1447 AH", "2026-03-04"], ["1 ربيع الآخر 1447", isoOfHijri({ year: 1447, month: 4, day: 1 })],
    ["1 Rabiʻ II 1447", isoOfHijri({ year: 1447, month: 4, day: 1 })], ["1 ذو الحجة 1447 هـ", isoOfHijri({ year: 1447, month: 12, day: 1 })],
    ["31/09/1447 هـ", null], ["15/13/1447", null], ["15/09/2026", null], ["15 March 1447", null], ["", null], ["هـ", null],
  ])("%j is %j", (typed, iso) => expect(parseHijri(typed)).toBe(iso));

  it("is read by both calendars only where the school counts by both", () => {
    expect([parseEither("15/09/1447", true), parseEither("5/3/2018", true), parseEither("5/3/2018", false)]).toEqual(["2026-03-04", "2018-03-05", "2018-03-05"]);
    expect(parseEither("15/09/1447 هـ", false)).toBeNull();
  });
});
