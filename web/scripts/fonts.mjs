// Cuts Noto to what our pages need: the letters that `unicode-range` in src/theme/fonts.css says of each file in
// src/theme/fonts/, in the weights that the theme uses. What else somebody types comes from the whole files, when it is typed.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import subsetFont from "subset-font";

const web = path.resolve(import.meta.dirname, "..");
const folder = path.join(web, "src/theme/fonts");
const from = (file) => path.join(web, "node_modules/@fontsource-variable", file);
const SOURCES = {
  "arabic.woff2": "noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2",
  "latin.woff2": "noto-sans/files/noto-sans-latin-wght-normal.woff2",
  "latin-1.woff2": "noto-sans/files/noto-sans-latin-wght-normal.woff2",
};
/** `font-weight` of the faces. */
const WEIGHTS = { min: 400, max: 700 };

/** The characters of a `unicode-range`. */
function charactersOf(range) {
  return range.split(",").flatMap((part) => {
    const [first, last = first] = part.trim().replace(/^U\+/i, "").split("-").map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  }).join("");
}

const css = readFileSync(path.join(web, "src/theme/fonts.css"), "utf8");
for (const [name, source] of Object.entries(SOURCES)) {
  const face = css.split("@font-face").find((each) => each.includes(`./fonts/${name}`));
  const range = /unicode-range:([^;]+);/.exec(face ?? "")?.[1];
  if (!range) throw new Error(`src/theme/fonts.css says nothing of ${name}`);
  const cut = await subsetFont(readFileSync(from(source)), charactersOf(range), { targetFormat: "woff2", variationAxes: { wght: WEIGHTS } });
  writeFileSync(path.join(folder, name), cut);
  process.stdout.write(`${name}: ${cut.length} bytes\n`);
}
copyFileSync(from("noto-sans-arabic/LICENSE"), path.join(folder, "OFL.txt"));
