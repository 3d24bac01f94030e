import { describe, expect, it } from "vitest";
import { seatsLine } from "@/test/applications";
import { askedOf, campusName, campusOf, listOf, requestOf } from "./filters";

const rounds = [
  { id: "2027", buckets: [seatsLine("kg1/north"), seatsLine("kg1/south"), seatsLine("kg2/north"), seatsLine("g1")] },
  { id: "2028", buckets: [seatsLine("g1/north")] },
];
const asked = (address: string) => askedOf(new URLSearchParams(address));

describe("what the server is asked for", () => {
  it.each([
    ["", {}],
    ["year=2027-2028&owner=me", { academic_year: "2027-2028", assigned_to: "me" }],
    ["year=2026-2027&round=2027", { academic_year: "2027" }],
    ["grade=kg1", { grade: ["kg1"] }],
    ["campus=north", { grade: ["kg1/north", "kg2/north", "g1/north"] }],
    ["campus=north&round=2027", { academic_year: "2027", grade: ["kg1/north", "kg2/north"] }],
    ["campus=south&grade=kg1", { grade: ["kg1/south"] }],
    ["campus=south&grade=g1", { grade: ["g1/south"] }],
    ["campus=west", { grade: ["any/west"] }],
    ["state=W&other=x", {}],
  ])("by %s", (address, expected) => {
    expect(requestOf(asked(address), rounds)).toEqual(expected);
  });

  it("names no more grades than it takes", () => {
    const many = [{ id: "2027", buckets: Array.from({ length: 140 }, (_, index) => seatsLine(`g${index}/north`)) }];
    expect(requestOf({ campus: "north" }, many).grade).toHaveLength(100);
  });
});

it("a number's list is narrowed as the number is", () => {
  expect(listOf("W", asked("campus=north&round=2027&owner=none"), rounds)).toEqual({ kind: "applications", state: "W", grade: "kg1/north,kg2/north", year: "2027", owner: "none" });
  expect(listOf("F", {}, rounds)).toEqual({ kind: "applications", state: "F" });
});

it("a campus is what of a bucket follows its grade, by its own name", () => {
  expect([campusOf("kg1"), campusOf("kg1/north"), campusOf("g1/cambridge/girls")]).toEqual(["", "north", "cambridge/girls"]);
  expect(campusName("kg1/north", "KG 1 · North campus")).toBe("North campus");
  expect(campusName("g1/cambridge/girls", "Grade 1 · Cambridge · Girls")).toBe("Cambridge · Girls");
  expect(campusName("g1/north", "Grade 1")).toBe("north");
});
