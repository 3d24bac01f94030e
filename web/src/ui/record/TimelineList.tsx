import type { ReactNode } from "react";
import type { IconHistory } from "../icons";
import { useFormat } from "../useFormat";
import classes from "./timeline.module.css";

/** Something that happened to a record. */
export interface Happening {
  id: string | number;
  icon: typeof IconHistory;
  what: ReactNode;
  /** What somebody wrote about it, as they wrote it. */
  note?: string | null | undefined;
  /** More in small letters, after the time. */
  detail?: ReactNode;
  /** ISO 8601. */
  at: string;
}

/** What happened, in the order that is given: what, in whose words, and when. */
export function TimelineList({ entries }: { entries: readonly Happening[] }) {
  const format = useFormat();
  return (
    <ol className={classes.timeline}>
      {entries.map(({ id, icon: Icon, what, note, detail, at }) => (
        <li key={id} className={classes.entry}>
          <span className={classes.icon}>
            <Icon size={16} stroke={1.5} aria-hidden />
          </span>
          <div className={classes.what}>
            <span>{what}</span>
            {note && (
              <p className={classes.note} dir="auto">
                {note}
              </p>
            )}
            <span className={classes.when}>
              <time dateTime={at}>{format.instant(at)}</time>
              {detail && <> · {detail}</>}
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}
