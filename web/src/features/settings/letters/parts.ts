import type { Letter } from "./letters";

/** What each part of a letter's editor is given. */
export interface PartProps {
  letter: Letter;
  off: boolean;
  /** `step` names the undo step. */
  change: (part: Partial<Letter>, step: string) => void;
}
