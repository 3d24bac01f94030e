import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const web = path.resolve(import.meta.dirname, "../..");
const css = readFileSync(path.join(web, "src/theme/fonts.css"), "utf8");
const faces = css.split("@font-face").slice(1).map((face) => ({
  file: /url\("([^"]+)"\)/.exec(face)?.[1] ?? "",
  family: /font-family: "([^"]+)"/.exec(face)?.[1] ?? "",
  ranges: (/unicode-range:([^;]+);/.exec(face)?.[1] ?? "").split(",").map((part) => {
    const [first = 0, last = first] = part.trim().replace("U+", "").split("-").map((digits) => Number.parseInt(digits, 16));
    return [first, last] as const;
  }),
}));
const has = (file: string, code: number) => faces.some((face) => face.file.endsWith(file) && face.ranges.some(([first, last]) => first <= code && code <= last));

it("no letter is in two files of a family, so that no page fetches both for one", () => {
  for (const family of new Set(faces.map((face) => face.family))) {
    const ranges = faces.filter((face) => face.family === family).flatMap((face) => face.ranges).toSorted(([one], [two]) => one - two);
    const twice = ranges.filter(([first], index) => index > 0 && first <= (ranges[index - 1]?.[1] ?? 0));
    expect(twice.map(([first]) => `${family} ${first.toString(16)}`)).toEqual([]);
  }
});

it.each(["en", "ar"])("what our own pages say in %s stands in the small files", (language) => {
  const folder = path.join(web, "locales", language);
  const missing = new Set<string>();
  for (const file of readdirSync(folder)) {
    for (const letter of Object.values(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Record<string, string>).join("")) {
      const code = letter.codePointAt(0) ?? 0;
      if (code >= 0x20 && !has("fonts/latin.woff2", code) && !has("fonts/arabic.woff2", code) && !(code >= 0x2066 && code <= 0x2069)) missing.add(`${letter} ${code.toString(16)} in ${file}`);
    }
  }
  expect([...missing]).toEqual([]);
});

it("every letter of Arabic is in the small file, with its marks and digits", () => {
  const letters = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىيًٌٍَُِّْٰ٠١٢٣٤٥٦٧٨٩،؛؟٪٫٬ـ";
  expect([...letters].filter((letter) => !has("fonts/arabic.woff2", letter.codePointAt(0) ?? 0))).toEqual([]);
});
