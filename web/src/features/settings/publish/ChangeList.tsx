import { useTranslation } from "react-i18next";
import { sectionOf, useSections, type SectionId } from "../desk/sections";
import type { Change } from "../desk/types";
import classes from "./changes.module.css";
import { ValueText } from "./ValueText";
import { usePlaceWords } from "./words";

type Room = SectionId | "other";

/** What changes, in words: by room of the desk, the old beside the new. */
export function ChangeList({ changes, limit = 200 }: { changes: readonly Change[]; limit?: number }) {
  const { t } = useTranslation("settingsDesk");
  const words = usePlaceWords();
  const sections = useSections();
  const rooms: Room[] = [...sections.map(({ id }) => id), "other"];
  const shown = changes.slice(0, limit);
  return (
    <div className={classes.changes}>
      {rooms.map((room) => {
        const own = shown.filter((change) => (sectionOf(sections, change) ?? "other") === room);
        if (own.length === 0) return null;
        return (
          <section key={room} aria-label={t(`section.${room}`)}>
            <h3 className={classes.room}>{t(`section.${room}`)}</h3>
            <dl className={classes.list}>
              {own.map((change) => (
                <div key={`${change.file}${change.pointer}`} className={classes.change}>
                  <dt>{words.label(change)}</dt>
                  <dd>
                    <span className={classes.from}>
                      <span className="unseen">{t("change.from")}</span>
                      <ValueText place={change} value={change.from} />
                    </span>
                    <span className={classes.arrow} aria-hidden>
                      →
                    </span>
                    <span className={classes.to}>
                      <span className="unseen">{t("change.to")}</span>
                      <ValueText place={change} value={change.to} />
                    </span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      {changes.length > limit && <p>{t("change.more", { count: changes.length - limit })}</p>}
    </div>
  );
}

/** The same as a YAML diff, folded: for those who read such things. */
export function DiffFold({ diff }: { diff: string }) {
  const { t } = useTranslation("settingsDesk");
  if (diff.trim() === "") return null;
  return (
    <details className={classes.fold}>
      <summary>{t("change.diff")}</summary>
      <pre className={classes.diff} dir="ltr" tabIndex={0} aria-label={t("change.diff")}>
        {diff.split("\n").map((line, index) => (
          <span key={index} data-kind={line.startsWith("+") ? "in" : line.startsWith("-") ? "out" : line.startsWith("@@") ? "at" : undefined}>
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </details>
  );
}
