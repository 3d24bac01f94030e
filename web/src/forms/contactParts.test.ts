import { describe, expect, it } from "vitest";
import { contactParts } from "./contactParts";

const linked = (text: string) => contactParts(text).flatMap(({ text: part, href }) => (href ? [[part, href]] : []));

describe("what a person wrote", () => {
  it("keeps every letter of it", () => {
    for (const text of ["", "اتصلوا على +968 2450 0100 أو info@abq.example.", "+96824500100", "a\nb"]) expect(contactParts(text).map((part) => part.text).join("")).toBe(text);
  });

  it.each([
    ["اتصلوا على +968 2450 0100 من فضلكم.", "+968 2450 0100", "tel:+96824500100"],
    ["Call 00968-2450-0100.", "00968-2450-0100", "tel:+96824500100"],
    ["Call 2450 0100, please", "2450 0100", "tel:24500100"],
    ["هاتف: 050 123 4567", "050 123 4567", "tel:0501234567"],
    ["+٩٦٨ ٢٤٥٠ ٠١٠٠", "+٩٦٨ ٢٤٥٠ ٠١٠٠", "tel:+96824500100"],
    ["Write to info@abq.example.", "info@abq.example", "mailto:info@abq.example"],
  ])("finds the way to reach somebody: %s", (text, part, href) => {
    expect(linked(text)).toEqual([[part, href]]);
  });

  it.each(["On 05-11-2026 or 2026-11-05", "The year 2026-2027", "ABQ-2026-0001234", "1,682.774", "Grades 7 8 9 10 11 12", "National ID 12345678", "at 10:30, room 12", "a@b"])("takes nothing else for one: %s", (text) => {
    expect(linked(text)).toEqual([]);
  });

  it("is not slow, however long the digits are", () => {
    const began = performance.now();
    expect(linked(`${"1".repeat(2000)}x ${"1 ".repeat(1000)}x`)).toEqual([]);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
