import { describe, expect, it } from "vitest";
import { dateAsTyped, parseTypedDate, resolveDate, todayIn, yearStart } from "./dates";
import { currencyDecimals } from "@/i18n/currency";
import { minorToText, parseMinor, parseNumber, toWesternDigits } from "./digits";
import { readPhone, spacedPhone, splitPhone } from "./phone";
import { inputId, pointerParts, toPointer } from "./pointer";
import { checkFile, tierBytes } from "./widgets/uploadRules";

describe("digits", () => {
  it("are stored Western, whichever script they were typed in", () => {
    expect(toWesternDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹ 42")).toBe("0123456789 0123456789 42");
  });

  it.each([
    ["12", 12], ["1,250.5", 1250.5], ["١٬٢٥٠٫٥", 1250.5], ["12,5", 12.5], ["1,250", 1250], ["-3", -3], [" 7 ", 7], [".5", 0.5],
    ["twelve", null], ["1.2.3", null], ["", null], ["-", null],
  ])("reads %j as %j", (typed, value) => expect(parseNumber(typed)).toBe(value));

  it("knows the decimals of the region's currencies", () => {
    expect(["OMR", "KWD", "BHD", "INR", "JPY", "??"].map(currencyDecimals)).toEqual([3, 3, 3, 2, 0, 2]);
  });

  it.each([
    ["1487.125", "OMR", 1_487_125], ["١٤٨٧٫١٢٥", "OMR", 1_487_125], ["1,487.1", "OMR", 1_487_100], ["12,50", "AED", 1250],
    ["0.1", "OMR", 100], ["1.2345", "OMR", null], ["1.10", "JPY", null], ["1.000", "JPY", 1], ["abc", "OMR", null], ["-5", "AED", -500],
  ])("reads %j %s as %j minor units", (typed, currency, minor) => expect(parseMinor(typed, currency)).toBe(minor));

  it("writes minor units back as they were typed", () => {
    expect([minorToText(1_487_125, "OMR"), minorToText(5, "OMR"), minorToText(-1250, "AED"), minorToText(7, "JPY")]).toEqual([
      "1487.125", "0.005", "-12.50", "7",
    ]);
  });
});

describe("dates", () => {
  it.each([
    ["05-Mar-2018", "2018-03-05"], ["5 march 2018", "2018-03-05"], ["5/3/2018", "2018-03-05"], ["05.03.2018", "2018-03-05"],
    ["2018-03-05", "2018-03-05"], ["٥ مارس ٢٠١٨", "2018-03-05"], ["05-مارس-2018", "2018-03-05"], ["٥/٣/٢٠١٨", "2018-03-05"],
    ["١ كانون الثاني ٢٠٢٠", "2020-01-01"], ["٢ ابريل ٢٠٢٠", "2020-04-02"], ["29-Feb-2024", "2024-02-29"],
    ["29-Feb-2023", null], ["31/4/2020", null], ["5/3/18", null], ["yesterday", null], ["05-Foo-2018", null], ["", null],
  ])("reads %j as %j in either language", (typed, iso) => expect(parseTypedDate(typed)).toBe(iso));

  it("are shown as DD-MMM-YYYY in both languages and read back", () => {
    expect([dateAsTyped("2018-09-05", "en"), dateAsTyped("2018-03-05", "ar")]).toEqual(["05-Sep-2018", "05 مارس 2018"]);
    for (const language of ["en", "ar"]) {
      for (let month = 1; month <= 12; month += 1) {
        const iso = `2020-${String(month).padStart(2, "0")}-28`;
        expect(parseTypedDate(dateAsTyped(iso, language))).toBe(iso);
      }
    }
  });

  it("resolve relative bounds, clamped to the end of a month", () => {
    expect(resolveDate("@today", "2026-11-21")).toBe("2026-11-21");
    expect(resolveDate("@today-5y+3d", "2026-11-21")).toBe("2021-11-24");
    expect(resolveDate("@today+1m", "2026-01-31")).toBe("2026-02-28");
    expect(resolveDate("@today-1y", "2024-02-29")).toBe("2023-02-28");
    expect(resolveDate("@aystart-60d", "2026-11-21")).toBe("2027-07-03");
    expect(resolveDate("2020-01-01", "2026-11-21")).toBe("2020-01-01");
    expect(resolveDate("@tomorrow", "2026-11-21")).toBeNull();
    expect([yearStart("2026-08-31"), yearStart("2026-09-01")]).toEqual(["2026-09-01", "2027-09-01"]);
  });

  it("takes the school's day, not the browser's", () => {
    const night = new Date("2026-11-20T21:30:00Z");
    expect([todayIn("Asia/Muscat", night), todayIn("America/New_York", night)]).toEqual(["2026-11-21", "2026-11-20"]);
  });
});

describe("telephone numbers", () => {
  it("are stored as E.164, without the trunk zero and in Western digits", () => {
    expect(readPhone("092 345 678", "OM").stored).toBe("+96892345678");
    expect(readPhone("٩٢٣٤٥٦٧٨", "OM").stored).toBe("+96892345678");
    expect(readPhone("06 123", "IT").stored).toBe("+3906123");
    expect(readPhone("  ", "OM").stored).toBeUndefined();
  });

  it("move to the country whose code was typed", () => {
    expect(readPhone("00971 50 123 4567", "OM")).toEqual({ country: "AE", number: "501234567", stored: "+971501234567" });
  });

  it("keep the chosen country among those that share a code", () => {
    expect(splitPhone("+14165550123", "CA")).toEqual({ country: "CA", number: "4165550123" });
    expect(splitPhone("+14165550123", "OM")).toEqual({ country: "US", number: "4165550123" });
    expect(spacedPhone("+96892345678")).toBe("+968 92345678");
  });
});

describe("pointers", () => {
  it("survive names with slashes and tildes", () => {
    expect(pointerParts(toPointer(["a/b", 0, "c~d"]))).toEqual(["a/b", "0", "c~d"]);
    expect(pointerParts("#/a%20b/0")).toEqual(["a b", "0"]);
    expect(inputId("/siblings/0/name")).toBe("f.siblings.0.name");
  });
});

describe("files", () => {
  const rule = { tier: "2mb", kinds: ["pdf"] } as const;
  it("are refused before they are sent when the rule forbids them", () => {
    const pdf = { name: "a.pdf", type: "application/pdf", size: 10 };
    expect(checkFile(pdf, { ...rule, kinds: ["pdf"] })).toBeNull();
    expect(checkFile({ ...pdf, size: tierBytes("2mb") + 1 }, { ...rule, kinds: ["pdf"] })).toBe("tooLarge");
    expect(checkFile({ ...pdf, type: "text/html" }, { ...rule, kinds: ["pdf"] })).toBe("wrongType");
    expect(checkFile({ ...pdf, type: "" }, { ...rule, kinds: ["image"] })).toBe("wrongType");
  });
});
