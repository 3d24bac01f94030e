import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** Holds what is turned in styles to this: what turns one way for who reads from the left turns the other way for who reads from the right. */
const root = path.resolve(import.meta.dirname, "..");
const RTL = /^(:global\(\[dir="rtl"\]\)|\[dir="rtl"\])\s+/;

/** The angles at a selector, in the order in which the file has them. */
function turns(css: string): Map<string, { left: number[]; right: number[] }> {
  const found = new Map<string, { left: number[]; right: number[] }>();
  for (const [, selectors = "", body = ""] of css.replaceAll(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const angle = /rotate\((-?[\d.]+)deg\)/.exec(body)?.[1];
    if (angle === undefined) continue;
    for (const selector of selectors.split(",").map((each) => each.trim())) {
      const name = selector.replace(RTL, "");
      const at = found.get(name) ?? { left: [], right: [] };
      at[name === selector ? "left" : "right"].push(Number(angle));
      found.set(name, at);
    }
  }
  return found;
}

it("what is turned for one direction is turned the other way for the other", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".css"));
  const turned = files.flatMap((file) => [...turns(readFileSync(path.join(root, file), "utf8"))].map(([selector, at]) => ({ where: `${file} ${selector}`, ...at })));
  const both = turned.filter(({ right }) => right.length > 0);
  expect(both.length).toBeGreaterThan(3);
  const alike = both.filter(({ left, right }) => right.join() !== left.map((angle) => -angle).join());
  expect(alike).toEqual([]);
});
