import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import ar from "@locales/ar/forms.json";
import documents from "@locales/en/documents.json";
import en from "@locales/en/forms.json";
import origins from "@locales/en/origins.json";
import unlocked from "@locales/en/unlocked.json";
import { labelInside } from "./naming";
import { issueText, messageText, type TextContext } from "./text";
import type { Issue, SchemaNode } from "./model";
import { SCHEMA_CODES } from "./validate";
import { FORMATS } from "./validator/formats";

const SRC = path.join(import.meta.dirname, "..");
const english = en as Record<string, string>;
const arabic = ar as Record<string, string>;
const others: Record<string, Record<string, string>> = { documents, origins, unlocked };
const has = (texts: Record<string, string>, key: string) => key in texts || `${key}_other` in texts;

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}

/** The parts that keys made of codes can have; a new one must be added here or its key is not known to exist. */
const MADE: Record<string, readonly string[]> = {
  "errors.": ["minDate", "maxDate", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "roundBefore", "roundClosed", "roundNone", ...SCHEMA_CODES],
  "errors.format.": Object.keys(FORMATS),
  "errors.pattern.": ["latin", "arabic"],
  "date.calendar.": ["gregorian", "hijri"],
  "errors.named.": ["text", "choice", "choices", "date", "group"],
  "upload.limit.": ["pdf", "image", "both"],
  "upload.fault.": ["tooLarge", "unreadable", "wrongType", "tooMany", "busy", "usedUp", "full", "offline", "failed"],
  "steps.": ["now", "done", "later", "faulty"],
  "save.": ["saving", "onDevice"],
  "notice.": ["welcomeBack", "gone", "goneKept", "carried", "prefilled"],
  "merge.": ["mine", "theirs"],
  "submit.": ["closed.title", "closed.text", "busy.title", "busy.text", "unknown.title", "unknown.text", "refused.title"],
  "unavailable.": ["absent", "closed", "unreached", "failed"].flatMap((kind) => [`${kind}.title`, `${kind}.text`]),
  "thanks.received.to.": ["child", "guardian", "second_guardian", "contact"],
  "thanks.": ["received", "read", "contact"].flatMap((point) => [`${point}.title`, `${point}.text`]),
};

/** The contexts that a text may be asked for with: what the form is for (`toldKind`), or who asks (`useInstitution`). An application, and a school, have the plain words. */
const CONTEXTS = ["enquiry", "job", "form", "college", "company"];

describe("texts", () => {
  const files = [...sources(path.join(SRC, "forms")), ...sources(path.join(SRC, "features/forms"))];
  const code = files.join("\n");
  const written = [...code.matchAll(/"([a-z]\w*(?:\.[\w-]+)*)"/gi)].map((match) => match[1] ?? "").filter((word) => has(english, word));
  // A part that says other words names where they stand: those are looked for there.
  const called = files.flatMap((file) => {
    const own = [...file.matchAll(/useTranslation\("(\w+)"/g)].flatMap(([, name = ""]) => (name in others ? [others[name] ?? {}] : []));
    return [...file.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key = ""]) => key).filter((key) => !own.some((texts) => has(texts, key)));
  });
  const prefixes = [...code.matchAll(/\bt\(\s*`([^$`]+)\$\{/g)].map((match) => match[1] ?? "");
  const made = Object.entries(MADE).flatMap(([prefix, ends]) => ends.map((end) => prefix + end));
  // `t("key", { context })` finds `key_enquiry`.
  const withContext = [...code.matchAll(/\bt\(([^(){}]+(?:\$\{[\w.]+\}[^(){}]*)?),\s*\{\s*context\b/g)].map((match) => match[1] ?? "");
  const inContext = withContext.flatMap((asked) => [
    ...[...asked.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? ""),
    ...[...asked.matchAll(/`([^$`]+)\$\{/g)].flatMap(([, prefix = ""]) => (MADE[prefix] ?? []).map((end) => prefix + end)),
  ]);

  it("exist for every key in the code", () => {
    expect(called.length).toBeGreaterThan(60);
    expect(called.filter((key) => !has(english, key))).toEqual([]);
    expect([...new Set(prefixes)].filter((prefix) => !(prefix in MADE))).toEqual([]);
    expect(made.filter((key) => !has(english, key))).toEqual([]);
  });

  it("are all used", () => {
    const used = new Set([...called, ...written, ...made, ...inContext.flatMap((key) => CONTEXTS.map((context) => `${key}_${context}`))]);
    const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");
    expect(Object.keys(english).filter((key) => !used.has(key) && !used.has(base(key)))).toEqual([]);
  });

  it("stand in both languages with the same holes, and with every Arabic plural", () => {
    const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "").sort((a, b) => a.localeCompare(b)).join(",");
    const plurals = Object.keys(english).flatMap((key) => /^(.*)_one$/.exec(key)?.[1] ?? []);
    const forms = plurals.flatMap((base) => ["zero", "one", "two", "few", "many", "other"].map((form) => `${base}_${form}`));
    expect(forms.filter((key) => !(key in arabic))).toEqual([]);
    const plain = Object.entries(english).filter(([key]) => !/_(one|other)$/.test(key));
    expect(plain.map(([key]) => [key, holes(arabic[key] ?? "missing")])).toEqual(plain.map(([key, text]) => [key, holes(text)]));
    const extra = Object.keys(arabic).filter((key) => !(key in english) && !/_(zero|one|two|few|many)$/.test(key));
    expect(extra).toEqual([]);
  });

  it("are Arabic in Arabic", () => {
    expect(Object.entries(arabic).filter(([, text]) => !/[\u0600-\u06ff]/.test(text.replace(/\{\{\w+\}\}/g, ""))).map(([key]) => key)).toEqual(["summary.line"]);
  });
});

describe("sentences of issues", () => {
  const text = (language: "en" | "ar", messages: Record<string, string> = {}): TextContext => ({
    t: (key, params = {}) => {
      const texts = language === "ar" ? arabic : english;
      const found = texts[key] ?? texts[`${key}_${params.count === 1 ? "one" : "other"}`] ?? (params.defaultValue as string | undefined) ?? key;
      return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(params[name]));
    },
    messages,
    settings: { language, digits: "latn", timeZone: "Asia/Muscat", today: "2026-11-21", currency: "OMR" },
  });
  const issue = (code: string, params: Record<string, unknown> = {}): Issue => ({ path: "/x", code, params, severity: "error" });
  const say = (found: Issue, node?: SchemaNode, messages?: Record<string, string>) => issueText(found, text("en", messages), node);

  it("say how to mend it, in the words of the field", () => {
    expect(say(issue("required"))).toBe("Please write your answer here.");
    expect(say(issue("required"), { type: "string", title: "Child's full name" })).toBe("Write the child's full name.");
    expect(say(issue("required"), { type: "string", title: "Where you work" })).toBe("Please write your answer here.");
    expect(say(issue("required"), { format: "country", title: "Nationality" })).toBe("Choose the nationality.");
    expect(say(issue("required"), { type: "boolean", const: true, title: "We agree" })).toBe(english["errors.const"]);
    expect(say(issue("format", { format: "phone", country: "OM", example: "+968 9212 3456" }))).toBe(
      "This is not a number in Oman. Numbers there look like +968\u00a09212\u00a03456: please check each digit.",
    );
    expect(say(issue("required"), { oneOf: [] })).toBe("Please choose an answer.");
    expect(say(issue("required"), { format: "date" })).toBe("Please enter a date.");
    expect(say(issue("maxLength", { limit: 1 }))).toBe("Please shorten this to 1 character.");
    expect(say(issue("maxDate", { limit: "2026-11-21" }))).toBe("Enter a date on or before 21-Nov-2026.");
    const place = "Grade 1 · 2028-2029";
    expect(say(issue("roundBefore", { place, opens: "2027-10-01", closes: "2028-06-30" }))).toMatch(/^Applications for Grade 1 · 2028-2029 open on 01-Oct-2027 and close on 30-Jun-2028\./);
    expect(issueText(issue("roundClosed", { place, closes: "2026-06-30" }), text("ar"))).toMatch(/^أُغلق التقديم إلى .*Grade 1 · 2028-2029.* يوم .*2026/);
    expect(say(issue("format", { format: "iban" }))).toMatch(/IBAN/);
    expect(say(issue("format", { format: "hex" }))).toBe("This is not in the expected format.");
    expect(say(issue("pattern", { letters: "latin" }))).toBe("Write this in English letters, as in the passport.");
    expect(say(issue("pattern"))).toBe(english["errors.pattern"]);
    expect(say(issue("maximum", { limit: 1_250_500 }), { "x-money": "OMR" }).replace(/\s/g, " ")).toBe("Enter OMR 1,250.500 or less.");
  });

  it("come from the form for its own codes, and never show a raw code", () => {
    const messages = { "abq.too_young": "{{age}} on {{cutoff}}: {{stream}}, {{fee}}.", "stream.cie": "Cambridge" };
    const params = { age: 3, cutoff: "2026-08-31", stream: "stream.cie", fee: { minor: 371_782, currency: "OMR" } };
    expect(say(issue("abq.too_young", params), undefined, messages).replace(/\u00a0/g, " ")).toBe("3 on 31-Aug-2026: Cambridge, OMR 371.782.");
    expect(say(issue("abq.unheard_of"))).toBe("Please check this answer.");
    expect(say(issue("toString"))).toBe("Please check this answer.");
  });

  it("keep Latin parts in one piece inside Arabic", () => {
    expect(messageText("m", { n: 12, who: "Sara <b>" }, { ...text("ar", { m: "من {{n}} إلى {{who}}" }) })).toBe("من \u206812\u2069 إلى \u2068Sara <b>\u2069");
  });
});

describe("a label inside a sentence", () => {
  it.each([
    ["en", "Your full name", "your full name"],
    ["en", "IBAN for refunds", "the IBAN for refunds"],
    ["en", "English test", "the English test"],
    ["en", "The student's date of birth", "the student's date of birth"],
    ["ar", "اسم الطفل الكامل", "اسم الطفل الكامل"],
    ["ar", "جهة الإصدار (البلد)", "جهة الإصدار"],
  ])("%s: %s", (language, label, inside) => expect(labelInside(label, language)).toBe(inside));

  it.each([
    ["en", "Which stream?"], ["en", "You are the child’s"], ["en", "Card valid until"], ["en", "Girl or boy"], ["en", "Issued in"],
    ["ar", "أي مسار تفضّلون؟"], ["ar", "هذا الطفل"], ["ar", "البطاقة سارية حتى"], ["ar", "بنت أم ولد"], ["ar", "تُدفع قبل"],
  ])("%s: not %s", (language, label) => expect(labelInside(label, language)).toBeNull());
});
