/** The rooms of the desk: which places each has, and which screen shows what it does. */
import { IconHistory } from "@/ui/icons";
import { IconCalendarEvent, IconDoorEnter, IconForms, IconLanguage, IconMailCog, IconPalette, IconPuzzle, IconScale, IconUserShield } from "./icons";
import { covers } from "./layers";
import type { Place } from "./types";

export type SectionId = "entry" | "branding" | "dates" | "forms" | "texts" | "legal" | "messages" | "plugins" | "roles" | "history";

export interface Section {
  id: SectionId;
  icon: typeof IconHistory;
  /** Pointers of `school.yaml` and folders that are edited there. */
  pointers: readonly string[];
  folders: readonly string[];
  /** The screen that the preview begins with; null where a preview says nothing. */
  screen: string | null;
}

export const SECTIONS: readonly Section[] = [
  { id: "entry", icon: IconDoorEnter, pointers: ["/conditionalScreens", "/homePage"], folders: [], screen: "/" },
  { id: "branding", icon: IconPalette, pointers: ["/name", "/branding", "/links", "/mail_name"], folders: ["assets/"], screen: "/sign-in" },
  { id: "dates", icon: IconCalendarEvent, pointers: ["/schoolDates"], folders: [], screen: "/admission-dates" },
  { id: "forms", icon: IconForms, pointers: ["/forms", "/formLayout"], folders: ["forms/"], screen: null },
  { id: "texts", icon: IconLanguage, pointers: [], folders: ["locales/"], screen: "/sign-in" },
  { id: "legal", icon: IconScale, pointers: [], folders: ["texts/"], screen: "/sign-in?legal=terms" },
  { id: "messages", icon: IconMailCog, pointers: [], folders: ["mail/", "sms/"], screen: null },
  { id: "plugins", icon: IconPuzzle, pointers: ["/plugins"], folders: ["plugins/", "tables/"], screen: null },
  { id: "roles", icon: IconUserShield, pointers: ["/routes", "/status_labels"], folders: [], screen: null },
  { id: "history", icon: IconHistory, pointers: [], folders: [], screen: null },
];

/** Where a place is edited; null for what no room has. */
export function sectionOf({ file, pointer }: Place): SectionId | null {
  const found = SECTIONS.find(({ pointers, folders }) =>
    file === "school.yaml" ? pointers.some((each) => covers(each, pointer) || covers(pointer, each)) && pointer !== "" : folders.some((folder) => file.startsWith(folder)),
  );
  return found?.id ?? null;
}

/** The address of a room. */
export const sectionPath = (id: SectionId) => `/settings/${id}`;
