import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { KINDS } from "./kinds";

const ROOT = path.resolve(import.meta.dirname, "../../../../../..");

it("there are as many kinds of question as the README says", () => {
  const numbers = ["eighteen", "nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"];
  const told = /\(([a-z-]+) kinds of question and a whole address/.exec(readFileSync(path.join(ROOT, "README.md"), "utf8"))?.[1];
  expect(told).toBe(numbers[KINDS.length - 18]);
});
