/** The rooms of the desk as its parts know them: which places each has. The rooms announce themselves (`<room>/room.tsx`). */
import { createContext, use, type ComponentType } from "react";
import type { TFunction } from "i18next";
import type desk from "@locales/en/settingsDesk.json";
import type { IconHistory } from "@/ui/icons";
import type { useFormat } from "@/ui/useFormat";
import * as to from "../paths";
import { covers } from "./layers";
import type { Place } from "./types";

/** A room has its name at `section.<id>`, and its purpose at `section.<id>.lead`. */
export type SectionId = { [Key in keyof typeof desk]: Key extends `section.${infer Id}.lead` ? Id : never }[keyof typeof desk];

/** What the school's own file says, as far as a room tells of it from above. */
export type SchoolFile = Readonly<Record<string, unknown>>;

export interface Section {
  id: SectionId;
  /** Its place among the others. */
  order: number;
  icon: typeof IconHistory;
  /** Pointers of `school.yaml` and folders that are edited there. */
  pointers: readonly string[];
  folders: readonly string[];
  /** The screen that the preview begins with; null where a preview says nothing. */
  screen: string | null;
  Editor: ComponentType;
  /** How it stands, in half a sentence; nothing where there is nothing to say. */
  standing?: (school: SchoolFile, t: TFunction<"settingsDesk">, format: ReturnType<typeof useFormat>) => string | undefined;
}

/** The frame of the desk tells its parts which rooms there are: what a room draws cannot ask for all of them. */
export const Sections = createContext<readonly Section[]>([]);

/** The rooms, in their order. */
export const useSections = (): readonly Section[] => use(Sections);

/** Where a place is edited; null for what no room has. */
export function sectionOf(sections: readonly Section[], { file, pointer }: Place): SectionId | null {
  const found = sections.find(({ pointers, folders }) =>
    file === "school.yaml" ? pointers.some((each) => covers(each, pointer) || covers(pointer, each)) && pointer !== "" : folders.some((folder) => file.startsWith(folder)),
  );
  return found?.id ?? null;
}

/** The address of a room. */
export const sectionPath = (id: SectionId) => to.room(id);
