import { expect, it } from "vitest";
import type { TextContext } from "@/forms/text";
import type { Computed } from "../api";
import { contents, gist } from "./WorkedOut";

const text = {
  t: (key: string) => (key === "computed.others" ? "more" : key),
  messages: { "label.ranking": "What fits you best", fees: "Fees", documents: "Documents", dates: "Dates", place: "Place" },
  settings: { language: "en", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" },
} as unknown as TextContext;
const of = (label_code: string, kind: Computed["kind"] = "list", value: unknown = []) => ({ key: label_code, label_code, kind, value, params: {} }) as Computed;

it("the line that opens the rest says what is inside", () => {
  expect(contents([of("fees"), of("documents"), of("dates")], text)).toBe("Fees, Documents, and Dates");
  expect(contents([of("fees"), of("fees")], text)).toBe("Fees");
  expect(contents([of("fees"), of("documents"), of("dates"), of("place"), of("label.ranking")], text)).toBe("Fees, Documents, Dates, and more");
});

it("a heading is no gist: it stands on what is inside already", () => {
  expect(gist([of("label.ranking")], text)).toBe("");
});

