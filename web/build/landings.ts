import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";
import { BEHIND_DOOR, DOOR, LANDINGS, type Landing } from "./chunks.ts";

/** The texts that each landing needs beside those of every page (`i18n.ts`). */
export const TEXTS: Readonly<Record<Landing, readonly string[]>> = { signIn: ["auth"], admission: ["family"], form: ["forms"] };
export const EVERY_TEXT = ["common", "messages"];
/** The letters that most of a page is written in (`theme/fonts.ts`). */
const FONTS = { ar: "src/theme/fonts/arabic.woff2", en: "src/theme/fonts/latin.woff2" };

/** One built file as Vite's manifest describes it. */
export interface Chunk {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** Everything that has to be there before these modules run: their files and what they import statically. */
export function closure(manifest: Manifest, keys: readonly string[]): { js: Set<string>; css: Set<string> } {
  const seen = new Set<string>();
  const result = { js: new Set<string>(), css: new Set<string>() };
  const queue = [...keys];
  for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    result.js.add(chunk.file);
    for (const sheet of chunk.css ?? []) result.css.add(sheet);
    queue.push(...(chunk.imports ?? []));
  }
  return result;
}

/** Writes beside the manifest what the server puts into the head of each landing, so that nothing is found out one after the other. */
export function landings(): Plugin {
  let folder = "dist";
  return {
    name: "qabul-landings",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir, ".vite");
    },
    closeBundle() {
      const manifest = JSON.parse(readFileSync(path.join(folder, "manifest.json"), "utf8")) as Manifest;
      writeFileSync(path.join(folder, "landings.json"), JSON.stringify(describe(manifest)));
      for (const file of firstFiles(manifest)) compress(path.resolve(folder, "..", file));
    },
  };
}

const entries = (manifest: Manifest) => Object.keys(manifest).filter((key) => manifest[key]?.isEntry);

/** Scripts and styles of all landings. */
function firstFiles(manifest: Manifest): Set<string> {
  const { js, css } = closure(manifest, [...entries(manifest), ...Object.values(LANDINGS), DOOR]);
  return new Set([...js, ...css]);
}

/** As small as can be: the server, which compresses everything else when it is first asked for, has no time for that. */
function compress(file: string): void {
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
}

function describe(manifest: Manifest) {
  const first = closure(manifest, entries(manifest));
  const links = (landing: Landing) => {
    const own = closure(manifest, [LANDINGS[landing], ...(BEHIND_DOOR.some((page) => page === landing) ? [DOOR] : [])]);
    const scripts = [...own.js].filter((file) => !first.js.has(file)).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    const styles = [...own.css].filter((file) => !first.css.has(file)).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
    return [...styles, ...scripts].join("");
  };
  const font = (file: string) => `<link rel="preload" as="font" type="font/woff2" crossorigin="anonymous" href="/${manifest[file]?.file ?? ""}">`;
  return {
    texts: EVERY_TEXT,
    links: { ar: font(FONTS.ar), en: font(FONTS.en) },
    pages: Object.fromEntries((Object.keys(LANDINGS) as Landing[]).map((landing) => [landing, { texts: TEXTS[landing], links: links(landing) }])),
  };
}
