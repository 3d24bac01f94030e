/** The checklist's own shape of a paper: staff and families are told it differently. */
import type { PaperFileTold, PaperState, PaperTold, PaperView, RefusalReason } from "@/api/generatedTypes";
import type { Bilingual } from "@/api/types";

/** A file that came. */
export interface ItemFile {
  file: string;
  name: string;
  bytes: number;
  mediaType: string;
  state: PaperState;
  reason: RefusalReason | null;
  comment: string;
  /** The last day of what was accepted. */
  expiresOn: string | null;
  /** Whether its family looks at it here. */
  opens: boolean;
  /** Whether its family may take it back. */
  takesBack: boolean;
}

/** One document of the checklist. */
export interface Item {
  /** Where its files go; null for what no file answers. */
  field: string | null;
  title: Bilingual;
  state: PaperState;
  wanted: boolean;
  dueOn: string | null;
  /** Bytes of the largest file. */
  limit: number;
  kinds: readonly string[];
  files: readonly ItemFile[];
}

/** The largest that any question takes; the server knows what this one does. */
const MOST_BYTES = 15 << 20;

const AGAIN: readonly PaperState[] = ["refused", "expired", "infected"];

/** Whether another is wanted: what came was refused, has expired, or was harmful. */
export const isAgain = (state: PaperState): boolean => AGAIN.includes(state);

/** Whether another took the place of a file that was not accepted: what was wrong with it is wrong no more. */
export const isReplaced = (file: PaperState, paper: PaperState): boolean => isAgain(file) && (paper === "received" || paper === "scanning" || paper === "accepted");

/** Whether something has to be brought. */
export const isNeeded = ({ state, wanted }: Pick<Item, "state" | "wanted">): boolean => isAgain(state) || (state === "missing" && wanted);

/** A file as its family is told it. */
export const ofFamilyFile = (one: PaperFileTold): ItemFile => ({
  file: one.file,
  name: one.name,
  bytes: one.bytes,
  mediaType: one.media_type,
  state: one.state,
  reason: one.reason ?? null,
  comment: one.comment,
  expiresOn: null,
  opens: one.opens,
  takesBack: one.takes_back,
});

/** A paper as its family is told it. */
export const ofFamily = ({ field, title, state, wanted, due_on, limit, kinds, files }: PaperTold): Item => ({
  field: field ?? null,
  title,
  state,
  wanted,
  dueOn: due_on ?? null,
  limit,
  kinds,
  files: files.map(ofFamilyFile),
});

/** A paper as staff are told it. */
export const ofStaff = ({ field, label, state, wanted, due_on, files }: PaperView): Item => ({
  field: field ?? null,
  title: label,
  state,
  wanted,
  dueOn: due_on ?? null,
  limit: MOST_BYTES,
  kinds: ["pdf", "image"],
  files: files.map((one) => ({ file: one.file, name: one.name, bytes: one.bytes, mediaType: one.media_type, state: one.state, reason: one.reason ?? null, comment: one.comment, expiresOn: one.expires_on ?? null, opens: false, takesBack: false })),
});
