/** The words of the desk: the server's own (docs/contracts.md, section 6), and what the browser makes of them. */
import type { GetSettingFileApiResponse, GetSettingsApiResponse } from "@/api/generated";

export type {
  Diagnostic, DraftEdit, FoundText, SettingBlob, SettingFile as FileEntry, SettingsChange as Change, SettingsDraft as Draft, SettingsRevision as Revision, SettingsSchedule as Schedule,
} from "@/api/generated";

/** A place that an edit is about: a file of the bundle and a JSON pointer into it. */
export interface Place {
  file: string;
  pointer: string;
}

/** Sets the value at a place, or gives the place back to the base. */
export type Edit = Place & ({ value: unknown; reset?: never } | { reset: true; value?: never });

/** All that the desk opens with. */
export type Settings = Omit<GetSettingsApiResponse, "success" | "messageId">;

/** A file's whole value in the three states; null where it has none. */
export type SettingFile = Omit<GetSettingFileApiResponse, "success" | "messageId">;

/** A file's whole value without the draft. */
export type Layers = Pick<SettingFile, "base" | "published">;
