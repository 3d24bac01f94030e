import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");

it("no two endpoints have one name: the later would silently be the earlier, with another body", () => {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.includes(".test."))
    .flatMap((file) => [...readFileSync(path.join(root, file), "utf8").matchAll(/^\s+(\w+): build\.(?:query|mutation|infiniteQuery)\b/gm)].map((match) => match[1] ?? ""));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
