/** Moving answers from one version of a form to another. */
import { visibleValues } from "@/forms/conditions";
import type { FormDocument, Issue, Values } from "@/forms/model";
import { allFields } from "@/forms/nodes";
import { topField } from "@/forms/pointer";
import { validateValues } from "@/forms/validate";

/** What the newer version means for the answers given so far. */
export interface Move {
  /** Fields that the newer version asks and the older did not. */
  added: string[];
  /** Fields answered before that are not asked any more. */
  removed: string[];
  /** Answers that the newer version no longer takes, and why. */
  unfit: Issue[];
}

/** Compares two versions for these answers. `from` is null when the older one is no longer to be had. */
export function planMove(from: FormDocument | null, to: FormDocument, values: Values, today: string): Move {
  const after = allFields(to.schema);
  const before = from ? allFields(from.schema) : null;
  const moved = visibleValues(to, values);
  return {
    added: before ? to.steps.flatMap((step) => step.fields).filter((field) => after.has(field) && !before.has(field)) : [],
    removed: Object.keys(values).filter((field) => !(field in moved)),
    // What is missing is asked on its step as always; only answers that were good and are not any more are news.
    unfit: validateValues(to, moved, today).filter((issue) => issue.code !== "required" && (topField(issue.path) ?? "") in moved),
  };
}
