import { AnswersLetter } from "./AnswersLetter";
import { asDocument, type AnswerFile, type LooseDocument, type Values } from "./model";
import type { ReadPicture } from "./signature/SignaturePicture";
import { useFormSettings } from "./useFormSettings";

interface AnswersViewProps {
  document: LooseDocument;
  values: Values;
  files: readonly AnswerFile[];
  /** Makes file names links; called with the file's id. */
  onDownload?: (file: string) => void;
  /** Finds the picture of a signature. */
  picture?: ReadPicture;
}

/** A submission's answers as the family saw them, for staff to read. */
export function AnswersView({ document, values, files, onDownload, picture }: AnswersViewProps) {
  const settings = useFormSettings();
  return <AnswersLetter document={asDocument(document)} values={values} files={files} settings={settings} onDownload={onDownload} picture={picture} />;
}
