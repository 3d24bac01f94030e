import { formatBytes, formatDay } from "@/i18n/format";
import type { AnswerFile, FormSettings } from "./model";
import { useFormsText } from "./useFormsText";
import classes from "./answers.module.css";

/** The files that came for a question after its answers were sent. */
export const addedTo = (files: readonly AnswerFile[], isIts: (field: string) => boolean): AnswerFile[] => files.filter((file) => file.added_at && file.field !== undefined && isIts(file.field));

interface Props {
  files: readonly AnswerFile[];
  settings: FormSettings;
  onDownload?: ((id: string) => void) | undefined;
}

/** Files that came later, each with its day. */
export function AddedLater({ files, settings, onDownload }: Props) {
  const t = useFormsText();
  return (
    <ul className={classes.list}>
      {files.map(({ file: id = "", name, bytes, added_at: at }) => (
        <li key={id}>
          {onDownload ? (
            <button type="button" className={classes.fileLink} onClick={() => onDownload(id)}>
              <bdi>{name}</bdi>
            </button>
          ) : (
            <bdi>{name}</bdi>
          )}
          <span className={classes.size}>
            {" "}
            {formatBytes(bytes, settings)} · {t("answers.added", { date: formatDay(at ?? "", settings) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
