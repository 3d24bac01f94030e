import { useMemo } from "react";
import { useGetFormQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import type { FormView } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";

/** The form that a beginning fills until the application wizard comes. */
export const ADMISSION_FORM = "form";

/** One of a list. */
export interface Choice {
  value: string;
  label: string;
}

interface Node {
  title?: string;
  oneOf?: { const: unknown; title?: string }[];
  items?: Node;
  "x-upload"?: unknown;
}

/** What the school's own form says about its grades and about the papers that it wants. */
export function useAdmissionForm(): { grades: Choice[]; papers: string[]; gradeName: (code: string) => string; loading: boolean } {
  const school = useSchool();
  const { language } = useLanguage();
  const offered = school.forms.some((form) => form.id === ADMISSION_FORM);
  const { data, isLoading } = useGetFormQuery({ form: ADMISSION_FORM, lng: language }, { skip: !offered });
  return useMemo(() => {
    const grades = data ? gradesOf(data.form) : [];
    return {
      grades,
      papers: data ? papersOf(data.form) : [],
      gradeName: (code) => grades.find((grade) => grade.value === code)?.label ?? code.toUpperCase(),
      loading: isLoading,
    };
  }, [data, isLoading]);
}

function propertiesOf(form: FormView): Record<string, Node> {
  const schema = form.schema as { properties?: Record<string, Node>; allOf?: { then?: { properties?: Record<string, Node> } }[] };
  return Object.assign({}, schema.properties, ...(schema.allOf ?? []).map((rule) => rule.then?.properties ?? {})) as Record<string, Node>;
}

/** The grades that the form lets a family choose from. */
export function gradesOf(form: FormView): Choice[] {
  const field = propertiesOf(form)[(form.subject as Record<string, string>)["child.grade"] ?? ""];
  return (field?.oneOf ?? []).map((choice) => ({ value: String(choice.const), label: choice.title ?? String(choice.const) }));
}

/** The titles of the papers that the form has a place for. */
export function papersOf(form: FormView): string[] {
  return Object.values(propertiesOf(form))
    .filter((node) => node["x-upload"] ?? node.items?.["x-upload"])
    .map((node) => node.title ?? node.items?.title ?? "")
    .filter(Boolean);
}
