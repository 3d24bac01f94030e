import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PaperState } from "@/api/generatedTypes";
import { IconFileText } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { PaperMark } from "@/ui/papers/PaperMark";
import { useFormat } from "@/ui/useFormat";
import classes from "./documents.module.css";
import { isReplaced, type ItemFile } from "@/ui/papers/items";

interface Props {
  file: ItemFile;
  /** How its document stands. */
  paper: PaperState;
  isOpen: boolean;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A file that came, and what was said of it. */
export function Given({ file, paper, isOpen, children }: Props) {
  const { t } = useTranslation("documents");
  const format = useFormat();
  const replaced = isReplaced(file.state, paper);
  return (
    <li className={classes.file}>
      <IconFileText size={18} stroke={1.5} aria-hidden />
      <span className={classes.fileName}>
        <bdi>{file.name}</bdi> <span className={classes.quiet}>{format.bytes(file.bytes)}</span>
      </span>
      <PaperMark state={file.state} quiet={replaced}>
        {t(replaced ? "state.replaced" : `state.${file.state}`)}
      </PaperMark>
      {file.expiresOn && (
        <span className={classes.quiet}>
          <MarkedText text={t("validUntil", { date: format.date(file.expiresOn) })} />
        </span>
      )}
      {children}
      {isOpen && !replaced && (file.state === "infected" || file.state === "expired") && <p className={classes.problem}>{t(`again.${file.state}`)}</p>}
      {file.state === "refused" && !replaced && (
        <p className={classes.problem}>
          {t(`reason.${file.reason ?? "other"}`)} {file.comment && <bdi>{file.comment}</bdi>}
        </p>
      )}
    </li>
  );
}
