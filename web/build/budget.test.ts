import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { closure as needed, type Manifest } from "./landings.ts";

const dist = path.resolve(import.meta.dirname, "../dist");
const manifestFile = path.join(dist, ".vite/manifest.json");
/** Decimal kilobytes, as the issue counts them. */
const KB = 1000;

let manifest: Manifest;
const closure = (keys: readonly string[]) => needed(manifest, keys);
const sizes = new Map<string, number>();

function gzipped(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

const weigh = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0);

/** The key of a lazily loaded module, by the end of its source path. */
function keyOf(source: string): string {
  const key = Object.keys(manifest).find((each) => each.endsWith(source));
  if (!key) throw new Error(`${source} is not in the manifest`);
  return key;
}

const entryKey = () => Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? "";

/** What a page adds to what the first load has brought already. */
function extra(source: string): { js: number; css: number } {
  const first = closure([entryKey()]);
  const page = closure([keyOf(source)]);
  return {
    js: weigh([...page.js].filter((file) => !first.js.has(file))),
    css: weigh([...page.css].filter((file) => !first.css.has(file))),
  };
}

beforeAll(() => {
  if (!existsSync(manifestFile)) throw new Error("run `npm run build` first");
  manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest;
});

describe("budgets, gzipped", () => {
  // What only some landings draw, the front door among it, is no part of it.
  it("what every page begins with: 175 KB of script", () => {
    expect(weigh(closure([entryKey()]).js)).toBeLessThanOrEqual(175 * KB);
  });

  // Parts of Mantine that only some landings draw are no longer in the first load: it is 10 KB less, and any other page may add as much more.
  it("a public page's first load: 195 KB of script, 20 KB of style", () => {
    const page = closure([entryKey(), keyOf("features/auth/SignInPage.tsx")]);
    expect(weigh(page.js)).toBeLessThanOrEqual(195 * KB);
    expect(weigh(page.css)).toBeLessThanOrEqual(20 * KB);
  });

  it("a form adds 100 KB of script", () => {
    expect(extra("features/forms/pages/FormPage.tsx").js).toBeLessThanOrEqual(100 * KB);
  });

  it("the staff shell and the inbox add 110 KB of script", () => {
    const shell = closure([keyOf("app/shells/StaffShell.tsx"), keyOf("features/inbox/InboxPage.tsx")]);
    const first = closure([entryKey()]);
    expect(weigh([...shell.js].filter((file) => !first.js.has(file)))).toBeLessThanOrEqual(110 * KB);
  });

  // The form builder, the largest page of the desk, draws fields as families see them: with the parts that they share it is a little more. The calls that the settings alone make
  // (generatedDesk.ts) came to it out of what every page begins with.
  it("any other page adds 155 KB of script", () => {
    const pages = Object.entries(manifest).filter(([key, chunk]) => key.endsWith("Page.tsx") && chunk.src && !key.endsWith("FormPage.tsx"));
    expect(pages.length).toBeGreaterThan(3);
    const heavy = pages.map(([key]) => [key, extra(key).js] as const).filter(([, size]) => size > 155 * KB);
    expect(heavy).toEqual([]);
  });

  it("staff pages and the platform's own are no part of the first load", () => {
    const first = closure([entryKey()]).js;
    const later = ["app/shells/StaffShell.tsx", "features/inbox/InboxPage.tsx", "features/forms/pages/FormPage.tsx", "features/settings/setup/SetupPage.tsx"];
    for (const source of [...later, "app/platform/PlatformApp.tsx", "features/console/RequestsPage.tsx", "features/registration/RegistrationPage.tsx"]) {
      expect(first.has(manifest[keyOf(source)]?.file ?? "")).toBe(false);
    }
  });
});
