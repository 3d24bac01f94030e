/** Which answer tells what of whom: the document's `subject`. The server checks it by the same table (platform/form/src/subject.rs). */
import type { Kind } from "./kinds";
import type { FormModel } from "./types";

export const WHO = ["child", "guardian", "second_guardian", "contact"] as const;
export const WHAT = ["name", "name_ar", "dob", "grade", "school_year", "relation", "email", "phone", "national_id", "passport"] as const;
export type Who = (typeof WHO)[number];
export type What = (typeof WHAT)[number];

/** What an answer of each kind can tell. */
const OF_KIND: Readonly<Partial<Record<Kind, readonly What[]>>> = {
  text: ["name", "name_ar", "grade", "school_year", "relation", "national_id", "passport"],
  choice: ["grade", "school_year", "relation"],
  date: ["dob"],
  email: ["email"],
  phone: ["phone"],
  id: ["national_id"],
};
/** What is told of some and not of others. */
const ONLY_OF: Readonly<Partial<Record<What, readonly Who[]>>> = { grade: ["child"], school_year: ["child"], relation: ["guardian", "second_guardian"], dob: ["child", "contact"] };

/** Who an answer of a kind can tell of, and what. */
export function subjectPartsOf(kind: Kind): { who: Who; what: What }[] {
  const whats = OF_KIND[kind] ?? [];
  return WHO.flatMap((who) => whats.filter((what) => ONLY_OF[what]?.includes(who) ?? true).map((what) => ({ who, what })));
}

/** The key of `subject` that a question stands under. */
export function subjectKeyOf(model: FormModel, name: string): string {
  return Object.entries(model.subject).find(([, field]) => field === name)?.[0] ?? "";
}

/** The form with a question that tells something else, or nothing: whoever told it before tells it no more. */
export function setSubjectKey(model: FormModel, name: string, key: string): FormModel {
  const others = Object.entries(model.subject).filter(([each, field]) => field !== name && each !== key);
  return { ...model, subject: Object.fromEntries(key === "" ? others : [...others, [key, name]]) };
}
