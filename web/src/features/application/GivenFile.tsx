import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PaperFileTold, PaperState } from "@/api/generatedTypes";
import { isAgain, isReplaced } from "@/ui/papers/items";
import { IconCircleCheck, IconFileText } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";

interface Props {
  file: PaperFileTold;
  /** How its document stands. */
  paper: PaperState;
  isOpen: boolean;
  /** Whether it was added while this page is open. */
  justCame: boolean;
  /** What can be done with it. */
  children?: ReactNode;
}

/** A file of a document: how it stands, and what the school says of it as long as that is of use. */
export function GivenFile({ file, paper, isOpen, justCame, children }: Props) {
  const { t } = useTranslation("application");
  const format = useFormat();
  if (justCame && !isAgain(file.state)) {
    return (
      <li className={classes.came}>
        <IconCircleCheck size={18} stroke={1.5} aria-hidden />
        <span className={classes.fileName}>{t("application.file.came", { name: `\u2068${file.name}\u2069` })}</span>
        {children}
      </li>
    );
  }
  const replaced = isReplaced(file.state, paper);
  const state = replaced ? "replaced" : file.state === "missing" || file.state === "waived" ? "received" : file.state;
  return (
    <li>
      <IconFileText size={18} stroke={1.5} aria-hidden />
      <bdi className={classes.fileName}>{file.name}</bdi>
      <span className={`${classes.quiet} ${classes.dated}`}>
        {t(`application.file.${state}`)} · <bdi>{format.day(file.given_at)}</bdi>
      </span>
      {children}
      {/* Each reason asks for another file. */}
      {!replaced && (file.state === "infected" || file.state === "expired") && isOpen && <p className={classes.problem}>{t(`application.again.${file.state}`)}</p>}
      {!replaced && file.state === "refused" && isOpen && (
        <p className={classes.problem}>
          {t(`application.refused.${file.reason ?? "other"}`)}
          {file.comment && (
            <>
              {" "}
              <bdi>{file.comment}</bdi>
            </>
          )}
        </p>
      )}
    </li>
  );
}
