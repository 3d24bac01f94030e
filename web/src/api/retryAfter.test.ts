import { expect, it } from "vitest";
import { retryAfter } from "./retryAfter";

const now = Date.parse("2026-11-21T12:00:00Z");

it.each([
  [429, "27", 27],
  [503, " 5 ", 5],
  [429, "0", 1],
  [429, "Sat, 21 Nov 2026 12:01:30 GMT", 90],
  [429, "Sat, 21 Nov 2026 11:00:00 GMT", 1],
  [429, "999999999", 86_400],
  [429, "soon", undefined],
  [429, null, undefined],
  [500, "27", undefined],
] as const)("%i with Retry-After %s means %s", (status, header, seconds) => {
  const response = new Response(null, { status, headers: header === null ? {} : { "retry-after": header } });
  expect(retryAfter(response, now)).toBe(seconds);
});

it("nothing is known without an answer", () => {
  expect(retryAfter(undefined)).toBeUndefined();
});
