/** The holes of a text and its plural forms. Pure. */
import type { FoundText } from "../desk/types";

/** What i18next fills: `{{name}}`, each once, sorted. */
export function holesOf(text: string | null): string[] {
  return [...new Set([...(text ?? "").matchAll(/\{\{\s*-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1] ?? ""))].toSorted();
}

/** What a text lacks of the standard's holes, and what it has that nobody fills. `count` may always be left out of a plural. */
export function holeProblems(standard: string | null, own: string, plural: boolean): { missing: string[]; unknown: string[] } {
  const [asked, has] = [holesOf(standard), holesOf(own)];
  return {
    missing: asked.filter((hole) => !has.includes(hole) && !(plural && hole === "count")),
    unknown: has.filter((hole) => !asked.includes(hole) && !(plural && hole === "count")),
  };
}

export const FORMS = ["zero", "one", "two", "few", "many", "other"] as const;
export type PluralForm = (typeof FORMS)[number];
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** A number that takes each Arabic form, to say which is meant. */
export const EXAMPLES: Readonly<Record<PluralForm, number>> = { zero: 0, one: 1, two: 2, few: 5, many: 15, other: 100 };

/** A text, or all plural forms of one. */
export interface TextGroup {
  ns: string;
  /** Without the ending of a plural form. */
  base: string;
  plural: boolean;
  members: FoundText[];
}

/** Puts the plural forms of one text together, in the order of the forms; everything else stands alone. */
export function grouped(items: readonly FoundText[]): TextGroup[] {
  const groups = new Map<string, TextGroup>();
  const counted = new Set(items.filter(({ key }) => key.endsWith("_other")).map(({ ns, key }) => `${ns}:${key.replace(PLURAL, "")}`));
  for (const item of items) {
    const base = item.key.replace(PLURAL, "");
    const plural = base !== item.key && counted.has(`${item.ns}:${base}`);
    const name = `${item.ns}:${plural ? base : item.key}`;
    const group = groups.get(name) ?? { ns: item.ns, base: plural ? base : item.key, plural, members: [] };
    group.members.push(item);
    groups.set(name, group);
  }
  const order = (key: string) => FORMS.indexOf((PLURAL.exec(key)?.[1] ?? "other") as PluralForm);
  return [...groups.values()].map((group) => (group.plural ? { ...group, members: group.members.toSorted((one, two) => order(one.key) - order(two.key)) } : group));
}

/** The form that a key is of. */
export const formOf = (key: string): PluralForm | null => (PLURAL.exec(key)?.[1] as PluralForm | undefined) ?? null;
