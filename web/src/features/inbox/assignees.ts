import type { AssigneeView } from "@/api/generated";

/** Those who can look after what came in by a form. */
export function ableOf(items: readonly AssigneeView[] | undefined, form: string): readonly AssigneeView[] {
  return (items ?? []).filter(({ forms }) => !forms || forms.includes(form));
}
