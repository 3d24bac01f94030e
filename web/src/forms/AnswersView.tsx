import { AnswersLetter, type AnswerFile } from "./AnswersLetter";
import { asDocument, type LooseDocument, type Values } from "./model";
import { useFormSettings } from "./useFormSettings";

interface AnswersViewProps {
  document: LooseDocument;
  values: Values;
  files: readonly AnswerFile[];
  /** Makes file names links; called with the file's id. */
  onDownload?: (file: string) => void;
}

/** A submission's answers as the family saw them, for staff to read. */
export function AnswersView({ document, values, files, onDownload }: AnswersViewProps) {
  const settings = useFormSettings();
  return <AnswersLetter document={asDocument(document)} values={values} files={files} settings={settings} onDownload={onDownload} />;
}
