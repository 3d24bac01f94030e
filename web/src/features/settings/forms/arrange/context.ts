import { createContext, use } from "react";
import type { Diagnostic } from "../../desk/types";
import type { Layout, PlainForm } from "./model";

/** The form that is being laid out. */
export interface Arranging {
  form: PlainForm;
  layout: Layout;
  /** Another layout; changes with the same `step` that follow each other closely are undone together. */
  change: (next: Layout, step?: string) => void;
  readOnly: boolean;
  /** `form`, `step:<id>` or `field:<name>`. */
  selected: string;
  /** Selects a row; `focus` also goes into its first field. */
  select: (row: string, how?: "open" | "focus") => void;
  /** What the draft's check says of each row. */
  problems: ReadonlyMap<string, Diagnostic[]>;
  /** Moves a row and says where it is then; false where it cannot go further. */
  move: (row: string, by: -1 | 1) => boolean;
  /** Says something to those who cannot see it happen. */
  announce: (words: string) => void;
}

export const ArrangeContext = createContext<Arranging | null>(null);

/** The form that the page around is about. */
export function useArranging(): Arranging {
  const arranging = use(ArrangeContext);
  if (!arranging) throw new Error("useArranging outside of an arranged form");
  return arranging;
}
