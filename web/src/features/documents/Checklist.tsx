import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { FamilyFile } from "@/api/generatedTypes";
import card from "@/ui/card.module.css";
import { IconCircleCheck } from "@/ui/icons";
import classes from "./documents.module.css";
import { ItemRow, type OwnFiles } from "./ItemRow";
import { isNeeded, type Item } from "@/ui/papers/items";

interface Props {
  back: ReactNode;
  /** Whose they are, in as many words as are known. */
  whose: readonly string[];
  items: readonly Item[];
  /** Whether something can be added. */
  isOpen: boolean;
  /** Sends a file; what the server said where it took none. */
  send: (field: string, file: File) => Promise<string | null>;
  /** What the same family gave with other applications. */
  before: readonly FamilyFile[];
  /** Gives one of them here too. */
  use?: (field: string, file: string) => Promise<string | null>;
  /** What a family does with its own files. */
  own?: OwnFiles;
}

/** What is wanted, one under another in the order in which it is due; a row stays where it is when something came. */
export function Checklist({ back, whose, items, isOpen, send, before, use, own }: Props) {
  const { t } = useTranslation("documents");
  // What nobody asked for when the page was opened stays further down, whatever is added to it.
  const [besides] = useState(() => new Set(items.filter(({ state, wanted }) => state === "missing" && !wanted).map(({ field }) => field)));
  const needed = items.filter(isNeeded).length;
  const asked = items.filter(({ field }) => !besides.has(field));
  const others = isOpen ? items.filter(({ field }) => besides.has(field)) : [];
  const list = (some: readonly Item[]) => (
    <ul className={classes.items}>
      {some.map((item, index) => (
        <ItemRow key={item.field ?? `step-${index}`} item={item} isOpen={isOpen} send={send} before={before} use={use} own={own} />
      ))}
    </ul>
  );
  return (
    <article className={classes.page}>
      {back}
      <header className={classes.head}>
        <h1>{t("title")}</h1>
        {whose.length > 0 && (
          <p className={classes.whose}>
            {whose.filter(Boolean).map((word, index) => (
              <span key={word}>
                {index > 0 && " · "}
                <bdi>{word}</bdi>
              </span>
            ))}
          </p>
        )}
        <p role="status" className={classes.sum}>
          {needed === 0 && <IconCircleCheck size={20} stroke={1.5} aria-hidden />}
          {needed === 0 ? t("needed.none") : t("needed", { count: needed })}
        </p>
      </header>
      {asked.length > 0 ? (
        <section className={card.card} aria-label={t("asked")}>
          {list(asked)}
        </section>
      ) : (
        others.length === 0 && <p className={classes.quiet}>{t("nothing")}</p>
      )}
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>{t("others")}</summary>
          {list(others)}
        </details>
      )}
    </article>
  );
}
