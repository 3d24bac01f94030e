/** The holes of a text and its plural forms. Pure. */
import type { FoundText } from "../desk/types";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";
import * as toDashboard from "@/features/dashboard/paths";
import * as toProfile from "@/features/profile/paths";

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

/** The screen on which a text can be seen; null where no preview shows it. */
export function screenOf(ns: string, key: string, formPath: (id: string) => string, firstForm: string | null): string | null {
  if (ns.startsWith("form-")) return formPath(ns.slice(5));
  const [part] = key.split(".");
  if (ns === "auth") {
    if (key.startsWith("signUp")) return toAuth.signUp();
    if (/^(otp|code)/.test(part ?? "")) return toAuth.codeSignIn();
    if (/^(forgot|reset)/.test(part ?? "")) return toAuth.forgotPassword();
    return toAuth.signIn();
  }
  if (ns === "family") return part === "dates" ? toAdmission.dates() : toAdmission.admission();
  if (ns === "forms") return firstForm;
  if (ns === "common") return part === "nav" || part === "palette" ? toDashboard.dashboard() : toAuth.signIn();
  if (ns === "legal") return toAuth.signUp();
  if (ns === "staff") return toDashboard.dashboard();
  if (ns === "profile") return toProfile.profile();
  return null;
}
