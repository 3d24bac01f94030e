import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, it } from "vitest";
import { useAddressSearch } from "./useAddressSearch";

const having = (name: string, value: string) => (now: URLSearchParams) => new URLSearchParams([...now, [name, value]]);

it("two changes in one moment both hold, and add nothing to the history", () => {
  history.replaceState(null, "", "/pre_admission?state=new");
  const { result } = renderHook(useAddressSearch, { wrapper: BrowserRouter });
  const before = history.length;
  const [, change] = result.current;
  act(() => {
    change(having("owner", "me"));
    // The same function as before: a search that was waiting knows nothing of the filter.
    change(having("q", "Layla"));
  });
  expect(result.current[0].toString()).toBe("state=new&owner=me&q=Layla");
  expect(location.search).toBe("?state=new&owner=me&q=Layla");
  expect(history.length).toBe(before);
});

it("what was waiting leads nobody back to the list that they left", () => {
  history.replaceState(null, "", "/pre_admission");
  const { result } = renderHook(useAddressSearch, { wrapper: BrowserRouter });
  const [, change] = result.current;
  // A record opens, and its page is not drawn yet.
  history.pushState(null, "", "/pre_admission/e1");
  act(() => change(having("q", "Layla")));
  expect(location.pathname + location.search).toBe("/pre_admission/e1");
});
