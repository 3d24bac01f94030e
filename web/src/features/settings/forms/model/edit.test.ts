import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { addAddress, find } from "./edit";
import { KINDS } from "./kinds";
import { fromTemplate } from "./templates";

const ROOT = path.resolve(import.meta.dirname, "../../../../../..");

it("there are as many kinds of question as the README says", () => {
  const numbers = ["eighteen", "nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four"];
  const told = /\(([a-z-]+) kinds of question and a whole address/.exec(readFileSync(path.join(ROOT, "README.md"), "utf8"))?.[1];
  expect(told).toBe(numbers[KINDS.length - 18]);
});

it("an address is three questions that are named for what they ask, also a second one and inside a repeated group", () => {
  const job = fromTemplate("job");
  const address = addAddress(job, { question: "nationality" }).model;
  expect(address.steps[0]?.questions.map((question) => question.name)).toEqual(["full_name", "nationality", "street", "city", "country", "phone", "email"]);
  const second = addAddress(address, { question: "country" });
  expect(second.path).toBe("street_2");
  expect(second.model.steps[0]?.questions.map((question) => question.name).slice(5, 8)).toEqual(["street_2", "city_2", "country_2"]);
  const inside = addAddress(job, { question: "posts/role" });
  expect(find(inside.model, "posts")?.question.items?.map((item) => item.name)).toEqual(["employer", "role", "street", "city", "country"]);
});
