import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../locales");
const source = path.resolve(import.meta.dirname, "..");
const PLURAL = /_(zero|one|two|few|many|other)$/;
/** What another kind of institution says in the place of the same key without it (`useInstitution`). */
const WORDED = /_(college|company)$/;
const AR_FORMS = ["zero", "one", "two", "few", "many", "other"];

const read = (language: string, file: string) => JSON.parse(readFileSync(path.join(folder, language, file), "utf8")) as Record<string, unknown>;
const namespaces = readdirSync(path.join(folder, "en")).filter((file) => file.endsWith(".json"));
const bases = (texts: Record<string, unknown>) => new Set(Object.keys(texts).map((key) => key.replace(PLURAL, "")));
const holes = (text: string) => [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].map((hole) => hole.replace(/\{\{\s*/, "")).toSorted();

describe.each(namespaces)("%s", (file) => {
  const en = read("en", file);
  const ar = read("ar", file);

  it("has the same keys in both languages", () => {
    expect([...bases(ar)].toSorted()).toEqual([...bases(en)].toSorted());
  });

  it("is flat and says something everywhere", () => {
    const wrong = [en, ar].flatMap((texts) => Object.entries(texts).filter(([, text]) => typeof text !== "string" || text.trim() === ""));
    expect(wrong).toEqual([]);
  });

  it("has every Arabic plural form", () => {
    const counted = Object.keys(en).filter((key) => key.endsWith("_other")).map((key) => key.replace(PLURAL, ""));
    expect(counted.flatMap((key) => AR_FORMS.map((form) => `${key}_${form}`)).filter((key) => !(key in ar))).toEqual([]);
  });

  it("has other words for a college or a company only for what a school has words for, and never of its children", () => {
    for (const texts of [en, ar]) {
      const worded = Object.keys(texts).filter((key) => WORDED.test(key));
      expect(worded.filter((key) => !(key.replace(WORDED, "") in texts))).toEqual([]);
      expect(worded.filter((key) => /child|أطفال|طفل|أبناء/i.test(String(texts[key])))).toEqual([]);
    }
  });

  it("fills the same holes", () => {
    const wrong = Object.entries(en)
      .filter(([key]) => !PLURAL.test(key))
      .filter(([key, text]) => holes(String(text)).join() !== holes(String(ar[key])).join());
    expect(wrong).toEqual([]);
  });
});

it("every namespace is typed", () => {
  const typed = readFileSync(path.join(source, "i18n/i18next.d.ts"), "utf8");
  expect([...typed.matchAll(/^ {6}(\w+): typeof/gm)].map((match) => `${match[1]}.json`), "run `npm run gen`").toEqual(namespaces.toSorted());
});

it("every message id of the product has a text", () => {
  // The closed list, as `make gen` writes it from the server.
  const list = readFileSync(path.resolve(folder, "../../docs/message-ids.md"), "utf8");
  const ids = [...list.matchAll(/^\| ([A-Z]\d{3}) \|/gm)].map((row) => row[1] ?? "");
  expect(ids.length).toBeGreaterThan(45);
  for (const language of ["en", "ar"]) {
    const texts = read(language, "messages.json");
    expect(ids.filter((id) => !(id in texts))).toEqual([]);
  }
});

it("no text of the staff and shell namespaces is left unused", () => {
  const code = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(path.join(source, file), "utf8"))
    .join("\n");
  // Keys that are made of a prefix and a value stand in the code as a template.
  const prefixes = [...code.matchAll(/[`:]([a-zA-Z.]+\.)\$\{/g)].map((match) => match[1] ?? "");
  const unused = ["common.json", "auth.json", "staff.json"].flatMap((file) =>
    [...bases(read("en", file))].filter((key) => !WORDED.test(key)).filter((key) => !code.includes(`"${key}"`) && !prefixes.some((prefix) => key.startsWith(prefix))),
  );
  expect(unused).toEqual([]);
});

it("every part of the application has a name where its texts are changed, but the platform's own", () => {
  const named = read("en", "settingsRooms.json");
  expect(namespaces.map((file) => file.replace(".json", "")).filter((name) => !(`texts.part.${name}` in named))).toEqual(["console", "registration"]);
});
