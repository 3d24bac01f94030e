import { expect, it } from "vitest";
import { isSame, queryOf, searchOf } from "./views";

const names = ["q", "state", "columns"];

it("keeps the parameters of the list, and how it looks where the address does not say it", () => {
  const search = new URLSearchParams("?state=new&q=%20&open=e1&view=v1");
  expect(queryOf(search, names)).toEqual({ state: "new" });
  expect(queryOf(search, names, { columns: "form,age" })).toEqual({ state: "new", columns: "form,age" });
  expect(queryOf(new URLSearchParams("?columns=age"), names, { columns: "form,age" })).toEqual({ columns: "age" });
});

it("knows a view by what it shows", () => {
  expect(isSame({ state: "new" }, { state: "new" })).toBe(true);
  expect(isSame({ state: "new" }, { state: "new", q: "sara" })).toBe(false);
  expect(isSame({ state: "new" }, {})).toBe(false);
  // A view that says nothing of the columns is shown in whichever the person has.
  expect(isSame({ state: "new" }, { state: "new", columns: "age" }, { columns: "age" })).toBe(true);
  expect(isSame({ state: "new", columns: "form" }, { state: "new", columns: "age" }, { columns: "age" })).toBe(false);
});

it("opens a view by an address of its own", () => {
  expect(searchOf({ q: "سارة أ" }, "v1")).toBe("?q=%D8%B3%D8%A7%D8%B1%D8%A9+%D8%A3&view=v1");
});
