import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const source = path.resolve(import.meta.dirname, "..");
const BAR = /border-inline-start(?:-color)?:[^;]*var\(--(?:q-accent|mantine-(?:primary-)?color-(?:brand|anchor|filled)[^)]*)\)|box-shadow: inset -?[1-9]\d*px 0 0 var\(--q-accent/;

it("a coloured bar at an edge is worn by what needs attention now, and by nothing else", () => {
  const worn = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".css") && BAR.test(readFileSync(path.join(source, file), "utf8")))
    .map((file) => file.replaceAll("\\", "/"));
  expect(worn).toEqual(["ui/card.module.css"]);
});
