import { describe, expect, it } from "vitest";
import { attachmentName } from "./download";
import { failureOf } from "./envelope";
import { formAt, formPath } from "./formPaths";
import { guessedSchoolId } from "./schoolId";

describe("the school id guessed from the host", () => {
  it.each([
    ["abq.localhost", "abq"],
    ["ABQ.schools.example", "abq"],
    ["localhost", null],
    ["127.0.0.1", null],
    ["[::1]", null],
    ["-bad.example", null],
  ])("%s", (host, id) => {
    expect(guessedSchoolId(host)).toBe(id);
  });
});

describe("a failed call", () => {
  it.each([
    [{ status: 422, data: { success: false, messageId: "F003", errors: [] } }, 422, "F003"],
    [{ status: 500, data: null }, 500, "L000"],
    [{ status: "FETCH_ERROR", error: "x" } as const, 0, "L000"],
    [{ status: "PARSING_ERROR", originalStatus: 502, data: "<html>", error: "x" } as const, 502, "L000"],
    [undefined, 0, "L000"],
  ])("case %#", (error, status, messageId) => {
    expect(failureOf(error)).toMatchObject({ status, messageId });
  });
});

describe("attachment names", () => {
  it.each([
    ['attachment; filename="list.csv"', "list.csv"],
    [`attachment; filename="x.pdf"; filename*=UTF-8''${encodeURIComponent("شهادة.pdf")}`, "شهادة.pdf"],
    ["attachment; filename*=UTF-8''%E0%A4%A", null],
    [null, null],
  ])("%s", (header, name) => {
    expect(attachmentName(header)).toBe(name);
  });
});

it("forms live where the school put them, and else at the usual place", () => {
  const offered = [{ id: "nursery", path: "/apply/nursery" }, { id: "new", path: "/enquiry/new" }];
  expect(formPath(offered, "nursery")).toBe("/apply/nursery");
  expect(formPath(offered, "gone")).toBe("/enquiry/gone");
  expect(formAt(offered, "/Apply/nursery/")).toBe("nursery");
  expect(formAt(offered, "/enquiry/nursery")).toBeUndefined();
});
