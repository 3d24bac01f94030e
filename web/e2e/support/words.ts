import { readFileSync } from "node:fs";
import path from "node:path";

export type Language = "en" | "ar";

const read = (language: Language, namespace: string) =>
  JSON.parse(readFileSync(path.resolve(import.meta.dirname, `../../locales/${language}/${namespace}.json`), "utf8")) as Record<string, string>;

const loaded = new Map<string, Record<string, string>>();

function textsOf(language: Language, namespace: string): Record<string, string> {
  const name = `${language}/${namespace}`;
  let texts = loaded.get(name);
  if (!texts) loaded.set(name, (texts = read(language, namespace)));
  return texts;
}

/** The same text as a college or a company says it, where it has words of its own. */
export function wordOf(kind: string, language: Language, namespace: string, key: string): string {
  const own = `${key}_${kind}`;
  return word(language, namespace, own in textsOf(language, namespace) ? own : key);
}

/** A text of the application, found by its key: what a person reads on a button in that language. */
export function word(language: Language, namespace: string, key: string, values: Record<string, string | number> = {}): string {
  const text = textsOf(language, namespace)[key];
  if (text === undefined) throw new Error(`no text ${namespace}:${key} in ${language}`);
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, hole: string) => String(values[hole] ?? ""));
}
