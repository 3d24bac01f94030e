import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Who may import whom; every folder of `src` must stand here, so that a new one is decided on and not forgotten. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  app: ["features", "forms", "ui", "api", "i18n", "theme"],
  features: ["forms", "ui", "api", "i18n", "theme"],
  forms: ["ui", "api", "i18n", "theme"],
  ui: ["api", "i18n", "theme"],
  api: ["i18n"],
  theme: ["i18n"],
  i18n: [],
  test: ["app", "features", "forms", "ui", "api", "i18n", "theme"],
};

const root = path.resolve(import.meta.dirname, "..");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

interface Import {
  from: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] ?? "");
  return found
    .map((target) => {
      if (target.startsWith("@/")) return target.slice(2);
      return target.startsWith(".") ? path.relative(root, path.resolve(root, path.dirname(file), target)) : "";
    })
    .filter((target) => target !== "" && !target.startsWith(".."))
    .map((to) => ({ from: file, to }));
}

const zoneOf = (file: string) => file.split(path.sep)[0] ?? "";
const featureOf = (file: string) => (zoneOf(file) === "features" ? (file.split(path.sep)[1] ?? "") : "");
const inside = files.filter((file) => file.includes(path.sep)).flatMap(importsOf);

describe("import zones", () => {
  it("know every folder", () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    expect(folders.filter((folder) => !(folder in ARROWS))).toEqual([]);
  });

  it("see imports at all", () => {
    expect(inside.length).toBeGreaterThan(100);
  });

  it("are only crossed downwards", () => {
    const test = /\.test\.tsx?$/;
    const wrong = inside.filter(({ from, to }) => {
      const [own, other] = [zoneOf(from), zoneOf(to)];
      if (own === other || (other === "test" && test.test(from))) return false;
      return !ARROWS[own]?.includes(other) && !test.test(from);
    });
    expect(wrong).toEqual([]);
  });

  it("keep features apart", () => {
    expect(inside.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to))).toEqual([]);
  });

  it("have no index files", () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });
});
