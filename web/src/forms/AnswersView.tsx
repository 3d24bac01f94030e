import { AnswersLetter } from "./AnswersLetter";
import { asDocument, type AnswerFile, type LooseDocument, type Values } from "./model";
import type { ReadPicture } from "./signature/SignaturePicture";
import { useAudienceName } from "@/ui/useAudiences";
import { useFormSettings } from "./useFormSettings";
import { useFormsText } from "./useFormsText";

interface AnswersViewProps {
  document: LooseDocument;
  values: Values;
  files: readonly AnswerFile[];
  /** What was answered that somebody else alone reads. */
  withheld?: readonly { field: string; audience: string }[];
  /** What the family corrected since. */
  corrections?: readonly { field: string; value: string; corrected_at: string }[];
  /** What it changed since, or staff did, the newest first. */
  changes?: readonly { field: string; before: unknown; changed_at: string; changed_by?: string | null; reason?: string | null }[];
  /** The family's own copy. */
  own?: boolean;
  /** Makes file names links; called with the file's id. */
  onDownload?: (file: string) => void;
  /** Finds the picture of a signature. */
  picture?: ReadPicture;
}

/** A submission's answers as the family saw them, for staff to read. */
export function AnswersView({ document, values, files, withheld = [], corrections = [], changes = [], own, onDownload, picture }: AnswersViewProps) {
  const settings = useFormSettings();
  const t = useFormsText();
  const nameOf = useAudienceName();
  const lines = Object.fromEntries(withheld.map(({ field, audience }) => [field, t("answers.withheld", { name: nameOf(audience) })]));
  const corrected = Object.fromEntries(corrections.map((one) => [one.field, one]));
  // Of an answer that was changed more than once the last change tells what stood there.
  const changed = Object.fromEntries(changes.toReversed().map((one) => [one.field, one]));
  return (
    <AnswersLetter document={asDocument(document)} values={values} files={files} settings={settings} withheld={lines} corrections={corrected} changes={changed} own={own} onDownload={onDownload} picture={picture} />
  );
}
