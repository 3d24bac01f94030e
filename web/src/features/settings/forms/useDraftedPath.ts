import { useSchoolSetting } from "../desk/useDesk";
import { draftedPath, type FormConfig } from "./list/offered";

/** The web path of a form as the draft of the settings has it. */
export function useDraftedPath(id: string): string {
  return draftedPath(id, useSchoolSetting<FormConfig | null>(`/forms/${id}`).value);
}
