import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { MOST_CHOSEN, useSelection } from "./useSelection";

const rows = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ id: `r${from + index}` }));

it("chooses one, a range in either direction, all and none", () => {
  const { result } = renderHook(() => useSelection(rows(10)));
  const chosen = () => [...result.current.ids];
  act(() => result.current.toggle("r2"));
  act(() => result.current.toggle("r5", true));
  expect(chosen()).toEqual(["r2", "r3", "r4", "r5"]);
  act(() => result.current.toggle("r3"));
  act(() => result.current.toggle("r1", true));
  expect(chosen()).toEqual(["r1", "r2", "r3", "r4", "r5"]);
  act(() => result.current.toggleAll());
  expect(chosen()).toEqual([]);
  act(() => result.current.toggleAll());
  expect(result.current.all).toBe(true);
  expect(chosen()).toHaveLength(10);
});

it("chooses no more than are carried out at once", () => {
  const { result } = renderHook(() => useSelection(rows(MOST_CHOSEN + 20)));
  act(() => result.current.toggleAll());
  expect(result.current.ids.size).toBe(MOST_CHOSEN);
  expect(result.current.all).toBe(true);
  act(() => result.current.toggle(`r${MOST_CHOSEN + 5}`));
  expect(result.current.ids.size).toBe(MOST_CHOSEN);
});

it("forgets what the list no longer shows", () => {
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown), { initialProps: { shown: rows(4) } });
  act(() => result.current.toggleAll());
  rerender({ shown: rows(4, 2) });
  expect([...result.current.ids]).toEqual(["r2", "r3"]);
  act(() => result.current.toggle("r4"));
  rerender({ shown: rows(6) });
  expect([...result.current.ids]).toEqual(["r2", "r3", "r4"]);
});
