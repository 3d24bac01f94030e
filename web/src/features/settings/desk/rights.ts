/** Who may do what at the desk (docs/contracts.md, section 6); the server asks again at every call. */
import { covers } from "./layers";
import type { Place } from "./types";

type Roles = readonly string[] | undefined;

const DESIGNED_FOLDERS = ["forms/", "locales/", "texts/"];
const DESIGNED_POINTERS = ["/forms", "/formLayout"];

/** `settings.edit`: administrators everything, form designers forms and texts. */
export function mayEdit(roles: Roles, { file, pointer }: Place): boolean {
  if (roles?.includes("school_admin")) return true;
  if (!roles?.includes("form_designer")) return false;
  if (file === "school.yaml") return DESIGNED_POINTERS.some((each) => covers(each, pointer));
  return DESIGNED_FOLDERS.some((folder) => file.startsWith(folder));
}

/** `settings.publish`. */
export const mayPublish = (roles: Roles): boolean => roles?.includes("school_admin") ?? false;

/** `settings.read`. */
export const DESK_READERS = ["school_admin", "form_designer", "auditor"] as const;
