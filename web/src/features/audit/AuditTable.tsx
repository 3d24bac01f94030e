import { UnstyledButton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import type { AuditEntry } from "./api";
import sheet from "@/ui/page.module.css";
import classes from "./audit.module.css";
import { useEntryWords, type Names } from "./useEntryWords";

interface Props {
  entries: readonly AuditEntry[];
  names: Names;
  onActor: (id: string) => void;
  onOpen: (id: string) => void;
}

/** The log as a time line: a heading per day, a row per thing that was done. */
export function AuditTable({ entries, names, onActor, onOpen }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const days = useMemo(() => {
    const found: { day: string; entries: AuditEntry[] }[] = [];
    for (const entry of entries) {
      const day = format.day(entry.at);
      if (found.at(-1)?.day === day) found.at(-1)?.entries.push(entry);
      else found.push({ day, entries: [entry] });
    }
    return found;
  }, [entries, format]);
  return (
    <table className={`${shared.table} ${classes.table}`} aria-label={t("audit.title")}>
      <thead>
        <tr>
          <th scope="col">{t("audit.column.at")}</th>
          <th scope="col">{t("audit.column.actor")}</th>
          <th scope="col">{t("audit.column.action")}</th>
          <th scope="col">{t("audit.column.object")}</th>
          <th scope="col">{t("audit.column.detail")}</th>
        </tr>
      </thead>
      {days.map(({ day, entries: rows }) => (
        <tbody key={day}>
          <tr>
            <th scope="rowgroup" colSpan={5} className={classes.day}>
              {day}
            </th>
          </tr>
          {rows.map((entry) => (
            <Row key={entry.id} entry={entry} names={names} onActor={onActor} onOpen={onOpen} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Row({ entry, names, onActor, onOpen }: { entry: AuditEntry; names: Names } & Pick<Props, "onActor" | "onOpen">) {
  const format = useFormat();
  const { t } = useTranslation("settings");
  const words = useEntryWords(names);
  const { id } = entry.actor;
  return (
    <tr className={classes.row}>
      <td data-column="at">
        <time dateTime={entry.at} title={format.instant(entry.at)}>
          {format.time(entry.at)}
        </time>
      </td>
      <td data-column="actor">
        {id ? (
          <UnstyledButton className={classes.actor} onClick={() => onActor(id)} title={t("audit.only")}>
            <bdi>{words.who(entry)}</bdi>
          </UnstyledButton>
        ) : (
          <bdi>{words.who(entry)}</bdi>
        )}
      </td>
      <td data-column="action">
        <UnstyledButton className={classes.open} aria-haspopup="dialog" onClick={() => onOpen(entry.id)}>
          {words.action(entry)}
        </UnstyledButton>
      </td>
      <td data-column="object">{words.about(entry)}</td>
      <td data-column="detail">
        {words.details(entry).map(({ key, name, value, technical }) => (
          <span key={key} className={classes.detail}>
            <span className={sheet.quiet}>{name}</span> <bdi dir={technical ? "ltr" : undefined}>{value}</bdi>
          </span>
        ))}
      </td>
    </tr>
  );
}
