/** The words of the desk, as docs/contracts.md section 6 has them. */

/** A place that an edit is about: a file of the bundle and a JSON pointer into it. */
export interface Place {
  file: string;
  pointer: string;
}

/** Sets the value at a place, or gives the place back to the base. */
export type Edit = Place & ({ value: unknown; reset?: never } | { reset: true; value?: never });

export interface Who {
  id: string;
  name: string;
}

/** An edit that lies in the draft: who made it, when, and with which version of the draft. */
export type DraftEdit = Place & { value?: unknown; reset?: boolean; version: number; by: Who; at: string };

/** What the school changed and has not published. */
export interface Draft {
  version: number;
  edits: DraftEdit[];
}

/** What is wrong with a file, and where. */
export interface Diagnostic {
  file: string;
  line: number | null;
  column: number | null;
  pointer: string;
  code: string;
  message: string;
  hint: string | null;
  severity: "error" | "warning";
}

/** A publishing that waits for its date. */
export interface Schedule {
  id: string;
  at: string;
  note: string;
  by: Who;
  edits: number;
  state: "waiting" | "failed";
  problems: Diagnostic[];
}

/** A whole published state. */
export interface Revision {
  seq: number;
  at: string;
  kind: "published" | "scheduled" | "restored" | "files";
  by: Who | null;
  note: string;
  changes: number;
}

/** One leaf that differs. */
export interface Change extends Place {
  from: unknown;
  to: unknown;
}

/** All that the desk opens with. */
export interface Settings {
  draft: Draft;
  published: { seq: number; at: string; by: Who | null; note: string } | null;
  /** Pointers of `school.yaml`, files, or folders that end in `/`: what the operators keep for themselves. */
  locked: string[];
  schedules: Schedule[];
  problems: Diagnostic[];
}

/** A file of the bundle and where it stands. */
export interface FileEntry {
  file: string;
  in_base: boolean;
  changed: boolean;
  drafted: boolean;
}

/** A file's whole value without the draft; null where it has none. */
export interface Layers {
  base: unknown;
  published: unknown;
}

/** A file's whole value in the three states. */
export interface SettingFile extends Layers {
  file: string;
  draft: unknown;
}

/** Something uploaded that an edit can name as `{"$blob": sha256}`. */
export interface SettingBlob {
  sha256: string;
  bytes: number;
  media_type: string;
  width: number | null;
  height: number | null;
}

/** A text of the web app: as the draft has it, the school's own (published), and the product's. */
export interface FoundText {
  /** Its namespace; `form-<id>` for a form's own words. */
  ns: string;
  /** Dotted, as the web asks for it. */
  key: string;
  /** Its place in `locales/{en,ar}/<ns>.json`. */
  pointer: string;
  en: string | null;
  ar: string | null;
  own: { en: string | null; ar: string | null };
  standard: { en: string | null; ar: string | null };
}
