import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { routeTable } from "./rooms";
import { circles, files, importsOf, root } from "@/test/imports";

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

const zoneOf = (file: string) => file.split(path.sep)[0] ?? "";
const featureOf = (file: string) => (zoneOf(file) === "features" ? (file.split(path.sep)[1] ?? "") : "");
const inside = files.filter((file) => file.includes(path.sep)).flatMap(importsOf);

/** The first part of every address that a room has. */
const FIRST = [...new Set(routeTable.map(({ path: address }) => address.split("/")[1] ?? ""))].filter((part) => part !== "" && part !== "enquiry");

describe("addresses", () => {
  it("are spelled by their room alone", () => {
    const spelled = new RegExp(`(?<! as )["\x60]/(${FIRST.join("|")})(?=["\x60/?#])`);
    const own = /\.test\.tsx?$|^test\/|^features\/[a-z]+\/paths\.ts$|^app\/(paths|routing\.cases)\.ts$|^api\//;
    // A page that nobody links to has its address where it is announced.
    const announced = (file: string) => (/^features\/[a-z]+\/room\.tsx$/.test(file) ? /\bpath(:| =) "[^"]*"/g : /(?!)/g);
    const codeOf = (file: string) => readFileSync(path.join(root, file), "utf8").replaceAll(/\/\*\*[^]*?\*\/|pointers: \[[^\]]*\]/g, "").replaceAll(announced(file), "");
    expect(files.filter((file) => !own.test(file) && spelled.test(codeOf(file)))).toEqual([]);
  });
});

describe("addresses of forms", () => {
  it("are none of the application's own: a bundle is refused that puts one there", () => {
    const refused = readFileSync(path.join(root, "../../tenants/src/bundle/pages.txt"), "utf8").split("\n");
    expect(FIRST.filter((part) => !refused.includes(part))).toEqual([]);
  });
});

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

  it("keep features apart but for the addresses of each", () => {
    const addresses = /^features\/[a-z]+\/paths$/;
    expect(inside.filter(({ from, to }) => featureOf(from) && featureOf(to) && featureOf(from) !== featureOf(to) && !addresses.test(to))).toEqual([]);
  });

  it("go round in no circle, neither for a type nor by what loads later", () => {
    expect(circles()).toEqual([]);
  });

  it("have no index files", () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
  });
});
