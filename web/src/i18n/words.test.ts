import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

/** Holds every text that people read to the list in `docs/words.md`. */
const root = path.resolve(import.meta.dirname, "../../..");
const page = readFileSync(path.join(root, "docs/words.md"), "utf8");
const block = (name: string) => (page.split(`\`\`\`${name}\n`)[1]?.split("\n```")[0] ?? "").split("\n").filter(Boolean);
const rules = (name: string) => block(name).map((line) => {
  const [wrong = "", right = ""] = line.split(" -> ");
  return { wrong, right };
});
const mayEnd = new Set(block("may-end"));
const ARABIC = "\\u0621-\\u0652\\u0670";
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

type Language = "en" | "ar";
type Text = readonly [where: string, language: Language, text: string];

function finder(language: Language, wrong: string): (text: string) => boolean {
  if (wrong.startsWith("=")) return (text) => text.trim() === wrong.slice(1);
  if (wrong.startsWith("…")) {
    const ending = new RegExp(`[${ARABIC}]+${escaped(wrong.slice(1))}(?![${ARABIC}])`, "gu");
    return (text) => [...text.matchAll(ending)].some(([word]) => !mayEnd.has(word) && !mayEnd.has(word.replace(/^[وف]/, "")));
  }
  const words = language === "en" ? new RegExp(`(?<![\\w-])${escaped(wrong)}(?![\\w-])`, "i") : new RegExp(`(?<![${ARABIC}])[وف]?${escaped(wrong)}(?![${ARABIC}])`, "u");
  return (text) => words.test(text);
}

const finders = (["en", "ar"] as const).flatMap((language) => rules(`not-${language}`).map((rule) => ({ language, ...rule, hit: finder(language, rule.wrong) })));

function faults(texts: readonly Text[]): string[] {
  return texts.flatMap(([where, language, text]) => {
    // Holes, marks and addresses are not words.
    const read = text.replaceAll(/\{\{.*?\}\}|\{%.*?%\}|<[^>]*>|https?:\S+/g, " ");
    return finders.filter((rule) => rule.language === language && rule.hit(read)).map((rule) => `${where}: “${rule.wrong}”, say “${rule.right}”: ${text.slice(0, 90)}`);
  });
}

const files = (folder: string, ending: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => file.endsWith(ending) && !file.includes("node_modules"));
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const json = (file: string) => JSON.parse(read(file)) as Record<string, unknown>;

/** A form document keeps its texts by language and key. */
function formTexts(file: string): Text[] {
  const texts = (json(file)["texts"] ?? {}) as Partial<Record<Language, Record<string, string>>>;
  return (["en", "ar"] as const).flatMap((language) => Object.entries(texts[language] ?? {}).map(([key, text]) => [`${file} ${key}`, language, text] as const));
}

/** A school's YAML says `en:` and `ar:`, alone on a line or within braces. */
function yamlTexts(file: string): Text[] {
  const found = read(file).matchAll(/(?<![\w-])(en|ar):\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'{}[\],|>&#][^,}\n]*))/g);
  return [...found].map(([, language, double, single, plain]) => [file, language as Language, double ?? single ?? plain ?? ""] as const);
}

function letterTexts(file: string): Text[] {
  return /\.(en|ar)\.txt$/.exec(file)?.slice(1).map((language) => [file, language as Language, read(file)] as const) ?? [];
}

/** What stands between quotes in the server's and the command line's code, without its tests; what has no blank in it names something. */
function rustTexts(file: string): Text[] {
  const code = (read(file).split(/^#\[cfg\(test\)\]\nmod /m)[0] ?? "").replaceAll(/^\s*\/\/.*$/gm, "").replaceAll(/'\\?"'/g, "' '");
  const quoted = [...code.matchAll(/r#"([^]*?)"#|"((?:[^"\\]|\\[^])*)"/g)].map(([, raw, plain]) => raw ?? plain?.replaceAll(/\\\n\s*|\\[nt]/g, " ") ?? "");
  const isArabic = (text: string) => /[\u0621-\u064a]/.test(text);
  // A single word beside an Arabic one is its English, as a heading has it.
  const isRead = (text: string, at: number) => text.includes(" ") || (/^[A-Z]/.test(text) && isArabic(quoted[at + 1] ?? ""));
  return quoted.flatMap((text, at): Text[] => {
    if (isArabic(text)) return [[file, "ar", text]];
    return isRead(text, at) ? [[file, "en", text]] : [];
  });
}

it("the page has its lists", () => {
  expect(rules("not-en").length).toBeGreaterThan(40);
  expect(rules("not-ar").length).toBeGreaterThan(40);
  expect([...rules("not-en"), ...rules("not-ar")].filter((rule) => rule.wrong === "" || rule.right === "")).toEqual([]);
});

it("a wrong word is found, and a right one is not", () => {
  const found = (language: Language, text: string) => faults([["here", language, text]]).length;
  expect(found("en", "Whose")).toBe(1);
  expect(found("en", "The person whose account it is")).toBe(0);
  expect(found("en", "Places are free")).toBe(1);
  expect(found("en", "I recommend it")).toBe(0);
  expect(found("ar", "أدخل بريدك")).toBe(2);
  expect(found("ar", "أدخلوا بريدكم، وهناك من يملك ذلك")).toBe(0);
  expect(found("ar", "أولاً واكتب")).toBe(2);
});

it("a grade has one name in each language, in every form that comes with the product", () => {
  const shipped = [...files("tenants/schools", ".json"), ...files("tenants/template", ".json"), ...files("plugins/abq", ".json")].filter((file) => !/golden|dist|target/.test(file));
  const texts = shipped.filter((file) => file.includes("form")).flatMap(formTexts);
  for (const grade of ["pre[-_]kg", "kg1", "kg2"]) {
    for (const language of ["en", "ar"]) {
      const named = texts.filter(([where, of]) => of === language && new RegExp(`[ .]${grade}$`).test(where)).map((text) => text[2]);
      expect([grade, language, named.length > 4, new Set(named).size]).toEqual([grade, language, true, 1]);
    }
  }
});

describe("no text has a word that is not for the screen", () => {
  it.each(["en", "ar"] as const)("of the web app: %s", (language) => {
    const texts = files(`web/locales/${language}`, ".json").flatMap((file) => Object.entries(json(file)).map(([key, text]) => [`${file} ${key}`, language, String(text)] as const));
    expect(texts.length).toBeGreaterThan(1500);
    expect(faults(texts)).toEqual([]);
  });

  it("in the code: what a new question or form begins with", () => {
    const code = files("web/src", ".ts").filter((file) => !file.includes(".test.") && !file.includes("/test/"));
    const texts = code.flatMap((file) => [...read(file).matchAll(/"([^"\n]*[\u0621-\u064a][^"\n]*)"/g)].map(([, text]) => [file, "ar", text ?? ""] as const));
    expect(texts.length).toBeGreaterThan(60);
    expect(faults(texts)).toEqual([]);
  });

  it("of mails and SMS", () => {
    const texts = [...files("tenants/messages", ".txt"), ...files("platform/admissions/mail", ".txt")].flatMap(letterTexts);
    expect(texts.length).toBeGreaterThan(60);
    expect(faults(texts)).toEqual([]);
  });

  it("of the server and the command line: tables in both languages, headings of files, faults", () => {
    const sources = ["platform", "tenants", "cli"].flatMap((folder) => files(folder, ".rs"));
    // Passwords that everybody guesses are nobody's text.
    const own = sources.filter((file) => file.includes("/src/") && !/tests?\.rs$|\/target\/|testkit|policy\.rs$/.test(file));
    const texts = own.flatMap(rustTexts);
    for (const language of ["en", "ar"]) expect(texts.filter((text) => text[1] === language).length).toBeGreaterThan(100);
    expect(texts).toContainEqual(["platform/admissions/src/enquiries/list_columns.rs", "en", "Reference"]);
    expect(texts).toContainEqual(["platform/admissions/src/papers/model.rs", "ar", "غير واضح"]);
    expect(faults(texts)).toEqual([]);
  });

  it("of the forms that plugins bring", () => {
    const forms = files("plugins", ".json").filter((file) => !/golden|dist|skeleton|target/.test(file)).flatMap(formTexts);
    expect(forms.length).toBeGreaterThan(2_000);
    expect(faults(forms)).toEqual([]);
  });

  it("of the schools that come with the product", () => {
    const yaml = [...files("tenants/schools", ".yaml"), ...files("tenants/template", ".yaml")].flatMap(yamlTexts);
    const forms = [...files("tenants/schools", ".json"), ...files("tenants/template", ".json")].filter((file) => file.includes("/forms/")).flatMap(formTexts);
    expect(yaml.length).toBeGreaterThan(60);
    expect(forms.length).toBeGreaterThan(400);
    expect(faults([...yaml, ...forms])).toEqual([]);
  });
});
