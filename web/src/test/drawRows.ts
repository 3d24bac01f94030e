import { vi } from "vitest";

/** Gives elements a size: a list draws the rows that fit its window, and jsdom's windows have none. */
export function drawRows(): void {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(1000);
}
