import { useTranslation } from "react-i18next";
import { IconFileText } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { PaperMark } from "@/ui/papers/PaperMark";
import { useFormat } from "@/ui/useFormat";
import classes from "./documents.module.css";
import type { ItemFile } from "./items";

/** A file that came, and what was said of it. */
export function Given({ file, isOpen }: { file: ItemFile; isOpen: boolean }) {
  const { t } = useTranslation("documents");
  const format = useFormat();
  return (
    <li className={classes.file}>
      <IconFileText size={18} stroke={1.5} aria-hidden />
      <span className={classes.fileName}>
        <bdi>{file.name}</bdi> <span className={classes.quiet}>{format.bytes(file.bytes)}</span>
      </span>
      <PaperMark state={file.state}>{t(`state.${file.state}`)}</PaperMark>
      {file.expiresOn && (
        <span className={classes.quiet}>
          <MarkedText text={t("validUntil", { date: format.date(file.expiresOn) })} />
        </span>
      )}
      {isOpen && (file.state === "infected" || file.state === "expired") && <p className={classes.problem}>{t(`again.${file.state}`)}</p>}
      {file.state === "refused" && (
        <p className={classes.problem}>
          {t(`reason.${file.reason ?? "other"}`)} {file.comment && <bdi>{file.comment}</bdi>}
        </p>
      )}
    </li>
  );
}
