import { useSchool } from "./school";

/** What an answer says of a form that the school offers. */
interface Offered {
  id: string;
  path: string;
}

/** Where a form lives of which the school says nothing else (docs/contracts.md, "Web addresses of forms"). */
export const usualFormPath = (id: string): string => `/enquiry/${encodeURIComponent(id)}`;

/** The web path of a form: where the school put it (`forms.<id>.path`), or the usual one. */
export function formPath(forms: readonly Offered[], id: string): string {
  return forms.find((form) => form.id === id)?.path ?? usualFormPath(id);
}

/** The form that the school put at a path; addresses are compared as routes are: without a last slash, in any case. */
export function formAt(forms: readonly Offered[], pathname: string): string | undefined {
  const plain = (path: string) => path.replace(/\/+$/, "").toLowerCase();
  return forms.find((form) => plain(form.path) === plain(pathname))?.id;
}

/** The web path of any form of this school. */
export function useFormPath(): (id: string) => string {
  const { forms } = useSchool();
  return (id) => formPath(forms, id);
}
