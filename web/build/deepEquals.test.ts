import { expect, it } from "vitest";
import deepEquals from "./deepEquals.ts";

it("asks what values say, not which they are", () => {
  expect(deepEquals({ a: [1, { b: "c" }], d: undefined }, { d: undefined, a: [1, { b: "c" }] })).toBe(true);
  expect(deepEquals({ a: undefined }, { b: undefined })).toBe(false);
  expect(deepEquals([1, 2], [1, 2, 3])).toBe(false);
  expect(deepEquals([], {})).toBe(false);
  expect(deepEquals(null, {})).toBe(false);
  expect(deepEquals(Number.NaN, Number.NaN)).toBe(true);
  expect(deepEquals(new Date(1), new Date(1))).toBe(true);
  expect(deepEquals(new Date(1), new Date(2))).toBe(false);
  expect(deepEquals(/a/g, /a/g)).toBe(true);
  expect(deepEquals(new Map([["a", { b: 1 }]]), new Map([["a", { b: 1 }]]))).toBe(true);
  expect(deepEquals(new Set([1]), new Set([2]))).toBe(false);
  expect(deepEquals(new Blob(["a"]), new Blob(["a"]))).toBe(false);
});

it("takes functions as alike, and follows what holds itself once", () => {
  expect(deepEquals({ go: () => 1 }, { go: () => 2 })).toBe(true);
  expect(deepEquals({ go: () => 1 }, { go: 1 })).toBe(false);
  const own = (name: string) => {
    const made: Record<string, unknown> = { name };
    made.self = made;
    return made;
  };
  expect(deepEquals(own("a"), own("a"))).toBe(true);
  expect(deepEquals(own("a"), own("b"))).toBe(false);
});
