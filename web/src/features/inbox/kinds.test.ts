import { expect, it } from "vitest";
import { VIEW_NAMES } from "./filters";
import { kindOf, narrowed, searchOfKind } from "./kinds";

it("an address asks for one kind, or for all", () => {
  expect(kindOf(new URLSearchParams("kind=applications"))).toBe("applications");
  expect(kindOf(new URLSearchParams("kind=people"))).toBeUndefined();
  expect(VIEW_NAMES, "a saved view keeps it").toContain("kind");
});

it("a switch keeps what both lists understand, and leaves out the rest", () => {
  const search = new URLSearchParams("kind=enquiries&q=Layla&owner=me&state=new&tag=tag.sibling&open=e1&view=v1&sort=-score");
  expect(searchOfKind(search, "applications")).toBe("?q=Layla&owner=me&kind=applications");
  expect(searchOfKind(search, null)).toBe("?q=Layla&owner=me");
});

it("enquiries alone are those in an enquiry's states", () => {
  expect(narrowed({ q: "a" }, "enquiries")).toEqual({ q: "a", state: "new,contacted,toured,applying,lost" });
  expect(narrowed({ state: "toured" }, "enquiries")).toEqual({ state: "toured" });
  expect(narrowed({}, undefined)).toEqual({});
});
