import { describe, expect, it } from "vitest";
import { withPart } from "@/ui/list/address";
import { exportPath, exportRequest, filtersOf, isFiltered, nextSort, VIEW_NAMES, withoutFilters } from "./filters";
import { humanise } from "./useFormTexts";

describe("filters in the address", () => {
  it("are read, and what is unknown is left out", () => {
    const search = new URLSearchParams("state=new&q= Layla &owner=me&sort=age&flag=odd&open=e1&evil=1");
    expect(filtersOf(search)).toEqual({ state: "new", q: "Layla", owner: "me" });
  });

  it("are set and removed without touching the others", () => {
    const search = new URLSearchParams("state=new&open=e1");
    expect(withPart(search, "form", "abq").toString()).toBe("state=new&open=e1&form=abq");
    expect(withPart(search, "state", null).toString()).toBe("open=e1");
    expect(search.toString()).toBe("state=new&open=e1");
  });

  it("are cleared together, the sorting stays", () => {
    expect(withoutFilters(new URLSearchParams("state=new&q=a&sort=person")).toString()).toBe("sort=person");
  });

  it("count as narrowing only when they narrow", () => {
    expect(isFiltered({ sort: "person" })).toBe(false);
    expect(isFiltered({ flag: "duplicate" })).toBe(true);
  });

  it("are kept by a saved view, the guardian's as well", () => {
    expect(VIEW_NAMES).toContain("guardian");
    expect(exportRequest({ guardian: "harthy" }, { kind: "csv", form: undefined, columns: undefined }, "en")).toMatchObject({ guardian: "harthy" });
  });

  it("go along into the export", () => {
    expect(exportPath({ state: "new", q: "a&b", sort: "person" }, { kind: "xlsx", form: undefined, columns: undefined }, "ar")).toBe("/v1/oa/enquiries/export?format=xlsx&lng=ar&q=a%26b&state=new&sort=person");
    expect(exportPath({}, { kind: "csv", form: "abq", columns: "person,answer.dob" }, "en")).toBe("/v1/oa/enquiries/export?format=csv&lng=en&form=abq&columns=person%2Canswer.dob");
  });
});

describe("sorting by a column", () => {
  it.each([
    [undefined, "submitted_at", "submitted_at"],
    ["submitted_at", "submitted_at", "-submitted_at"],
    [undefined, "score", "-score"],
    ["-score", "score", "score"],
    ["score", "score", "-submitted_at"],
    ["-score", "person", "person"],
    ["person", "person", "-person"],
  ] as const)("from %s by %s is %s", (current, column, next) => {
    expect(nextSort(current, column)).toBe(next);
  });
});

it("a code without a text is made readable", () => {
  expect(humanise("route.early_years")).toBe("early years");
});
