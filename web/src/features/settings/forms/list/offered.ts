import { usualFormPath } from "@/api/formPaths";

/** What a form may be for. */
export const FORM_KINDS = ["application", "enquiry", "job", "other"] as const;
export type FormKind = (typeof FORM_KINDS)[number];

/** The form that is the application: the one that says so, or the one called `form` that says nothing (docs/contracts.md). */
export function applicationAmong(forms: Readonly<Record<string, FormConfig | null>>): string | undefined {
  const says = Object.entries(forms).find(([, config]) => config?.kind === "application")?.[0];
  return says ?? (forms.form && !forms.form.kind ? "form" : undefined);
}

/** A form as `school.yaml` offers it. */
export interface FormConfig {
  plugin?: string | null;
  path?: string | null;
  kind?: FormKind | null;
  about?: { en?: string; ar?: string } | null;
  audience?: string[];
  opens_on?: string | null;
  closes_on?: string | null;
  draft_days?: number;
  arrange?: object | null;
}

/** Whom a form's enquiries go to where the school says nothing. */
export const USUAL_AUDIENCE: readonly string[] = ["school_admin", "admissions_officer"];

/** What a form's id may be: it stands in its address. */
export const ID_PATTERN = /^[a-z][a-z0-9_-]{0,39}$/;

/** The web path of a form as `school.yaml` has it. */
export const draftedPath = (id: string, config: FormConfig | null | undefined): string => config?.path ?? usualFormPath(id);

/** Whether families can send a form today. */
export function stateOf({ opens_on, closes_on }: FormConfig, today: string): "open" | "soon" | "over" {
  if (opens_on && opens_on > today) return "soon";
  return closes_on && closes_on < today ? "over" : "open";
}
