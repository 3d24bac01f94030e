/** Who may do what at the desk (docs/contracts.md, section 6); the server asks again at every call. */
import { may } from "@/api/may";
import { covers } from "./layers";
import type { Place } from "./types";

type Roles = readonly string[] | undefined;

const DESIGNED_FOLDERS = ["forms/", "locales/", "texts/"];
const DESIGNED_POINTERS = ["/forms", "/formLayout"];

/** `settings.edit`: who publishes everything, others forms and texts. */
export function mayEdit(roles: Roles, { file, pointer }: Place): boolean {
  if (may(roles, "settings.publish")) return true;
  if (!may(roles, "settings.edit")) return false;
  if (file === "school.yaml") return DESIGNED_POINTERS.some((each) => covers(each, pointer));
  return DESIGNED_FOLDERS.some((folder) => file.startsWith(folder));
}

/** `settings.publish`. */
export const mayPublish = (roles: Roles): boolean => may(roles, "settings.publish");
