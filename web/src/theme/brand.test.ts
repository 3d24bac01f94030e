import { describe, expect, it } from "vitest";
import { brandOf, DEFAULT_PRIMARY } from "./brand";
import { contrast, ensureContrast, isHexColour } from "./contrast";

const COLOURS = ["#ffd400", "#ffffff", "#000000", "#00ff00", "#7a1f3d", "#1f5f5b", "#ff0000", "#0000ff", "#87ceeb"];

describe.each(COLOURS)("a school in %s", (primary) => {
  const { primary: shades } = brandOf({ primary });

  it("has ten shades", () => {
    expect(shades).toHaveLength(10);
    expect(shades.filter((shade) => !isHexColour(shade))).toEqual([]);
  });

  it("can carry white text, and be read on white", () => {
    expect(contrast(shades[8], "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(contrast(shades[9], "#ffffff")).toBeGreaterThanOrEqual(4.5);
  });

  it("can be read on the dark scheme's surfaces", () => {
    for (const surface of ["#191816", "#211f1d", "#2c2a27"]) expect(contrast(shades[4], surface)).toBeGreaterThanOrEqual(4.5);
  });
});

it("a colour that is good enough stays as the school chose it", () => {
  expect(brandOf({ primary: "#7a1f3d" }).primary[8]).toBe("#7a1f3d");
});

it("what is not a colour gives way to ours", () => {
  expect(brandOf({ primary: "red; background: url(x)" }).primary[8]).toBe(DEFAULT_PRIMARY);
  expect(brandOf(undefined).primary[8]).toBe(DEFAULT_PRIMARY);
});

it("contrast is the one of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(ensureContrast("#ffff00", "#ffffff", 4.5, "#000000")).not.toBe("#000000");
});
