import { expect, it } from "vitest";
import { messageText, issueText } from "./text";
import { oneStop } from "./isolate";

const settings = { language: "ar", digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" } as const;
/** As it is read: marks of direction and kinds of blanks are not seen. */
const seen = (text: string) => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, "").replaceAll("\u00a0", " ");

it("a sentence that ends with a currency has one full stop", () => {
  const messages = { total: "تقدير السنة: {{total}}.", two: "من {{total}}. ثم {{total}}، شكرًا..." };
  const params = { total: { minor: 1_682_774, currency: "OMR" } };
  expect(seen(messageText("total", params, { messages, settings }))).toBe("تقدير السنة: 1,682.774 ر.ع.");
  expect(seen(messageText("total", params, { messages, settings: { ...settings, digits: "arab" } }))).toBe("تقدير السنة: ١٬٦٨٢٫٧٧٤ ر.ع.");
  expect(seen(messageText("two", params, { messages, settings }))).toBe("من 1,682.774 ر.ع. ثم 1,682.774 ر.ع.، شكرًا...");
  const t = (key: string, given: Record<string, unknown> = {}) => (key === "errors.exclusiveMaximum" ? `أدخلوا أقل من ${String(given.limit)}.` : key);
  const issue = { path: "/fee", code: "exclusiveMaximum", severity: "error", params: { limit: 1_682_774 } } as const;
  expect(seen(issueText(issue, { t, messages, settings }, { "x-money": "OMR" }))).toBe("أدخلوا أقل من 1,682.774 ر.ع.");
});

it("other full stops stay", () => {
  for (const text of ["انتظروا...", "النهاية. بداية.", "OMR 1.5.", "a.b.."]) expect(oneStop(text)).toBe(text);
});
