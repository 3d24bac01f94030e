import { useMemo } from "react";
import { useGetFormQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import type { FormView, SchoolDetails } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";
import { roundsOf, type Round } from "./rounds";

/** One of a list. */
export interface Choice {
  value: string;
  label: string;
}

interface Node {
  title?: string;
  oneOf?: { const: unknown; title?: string }[];
}

/** The form by which one applies, as the school says (`forms.<id>.kind: application`); undefined where it offers none. */
export function applicationOf({ application, forms }: SchoolDetails): SchoolDetails["forms"][number] | undefined {
  return application ? forms.find((form) => form.id === application.form) : undefined;
}

/** The form by which one asks the school something today. */
export function enquiryOf({ forms }: SchoolDetails): SchoolDetails["forms"][number] | undefined {
  return forms.find((form) => form.kind === "enquiry" && form.open);
}

/**
 * What a form is for, as those who filled it in are told: at a company an application is one for work. Texts take it as their context; an
 * application has the plain words.
 */
export function toldKind({ forms, kind_of_institution }: SchoolDetails, id: string): "application" | "enquiry" | "job" | "form" {
  const kind = forms.find((form) => form.id === id)?.kind ?? "other";
  if (kind === "other") return "form";
  return kind === "application" && kind_of_institution === "company" ? "job" : kind;
}

/** Where the school's admission stands: which rounds are open, and whether the application can be sent. */
export function standingOf(school: SchoolDetails): { rounds: Round[]; open: Round[]; takes: boolean } {
  const rounds = roundsOf(school.schoolDates, school.today);
  const open = rounds.filter((round) => round.state === "open");
  // Without dates the server says whether any are to be announced, or nobody is kept out by them.
  const takes = (open.length > 0 || (rounds.length === 0 && school.admissionDates.state === "open")) && applicationOf(school)?.open === true;
  return { rounds, open, takes };
}

/**
 * Where an application for a place begins today; null where none is taken. Without an account that is, where the school has it so, at the
 * few answers that give a tracking code.
 */
export function applyAt(school: SchoolDetails, signedIn: boolean, fewAnswers: string): string | null {
  const application = applicationOf(school);
  if (!application || !standingOf(school).takes || toldKind(school, application.id) !== "application") return null;
  return !signedIn && school.authPage.conditionalScreens.without_auth === "Y" ? fewAnswers : application.path;
}

/** What the application calls a grade that the school's dates name. */
export function useGradeName(): (code: string) => string {
  const { application } = useSchool();
  const { language } = useLanguage();
  return (code) => application?.grades.find((grade) => grade.code === code)?.name[language] ?? code.toUpperCase();
}

/** The grades that the application lets a family choose from, and whether it asks for one at all. */
export function useAdmissionForm(): { grades: Choice[]; asksGrade: boolean; loading: boolean } {
  const { application } = useSchool();
  const { language } = useLanguage();
  const { data, isLoading } = useGetFormQuery({ form: application?.form ?? "", lng: language }, { skip: !application });
  return useMemo(() => {
    const asked = data ? gradeField(data.form) : undefined;
    return { grades: asked ? choicesOf(asked) : [], asksGrade: asked !== undefined, loading: isLoading };
  }, [data, isLoading]);
}

function propertiesOf(form: FormView): Record<string, Node> {
  const schema = form.schema as { properties?: Record<string, Node>; allOf?: { then?: { properties?: Record<string, Node> } }[] };
  return Object.assign({}, schema.properties, ...(schema.allOf ?? []).map((rule) => rule.then?.properties ?? {})) as Record<string, Node>;
}

function gradeField(form: FormView): Node | undefined {
  return propertiesOf(form)[(form.subject as Record<string, string>)["child.grade"] ?? ""];
}

const choicesOf = (field: Node): Choice[] => (field.oneOf ?? []).map((choice) => ({ value: String(choice.const), label: choice.title ?? String(choice.const) }));
