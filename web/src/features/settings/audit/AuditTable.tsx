import { UnstyledButton } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import shared from "@/ui/table.module.css";
import { useFormat } from "@/ui/useFormat";
import type { AuditEntry } from "../api";
import { ALL_ROLES } from "../roles";
import settings from "../settings.module.css";
import classes from "./audit.module.css";
import { ACTIONS, DETAILS, isRawId, known, KINDS, VALUES, valueText } from "./words";

interface Props {
  entries: readonly AuditEntry[];
  onActor: (id: string) => void;
}

/** The log as a time line: a heading per day, a row per thing that was done. */
export function AuditTable({ entries, onActor }: Props) {
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
  // An entry knows only the ids of some people; the others here tell their names.
  const names = useMemo(() => new Map(entries.flatMap(({ actor, object }) => [actor, object]).flatMap(({ id, name }) => (id && name ? [[id, name] as const] : []))), [entries]);
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
            <Row key={entry.id} entry={entry} names={names} onActor={onActor} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

type Names = ReadonlyMap<string, string>;

function Row({ entry, names, onActor }: { entry: AuditEntry; names: Names; onActor: (id: string) => void }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const action = known(ACTIONS, entry.action);
  const kind = known(KINDS, entry.object.kind);
  const who = entry.actor.name || (entry.actor.kind === "system" ? t("audit.system") : entry.actor.kind === "anonymous" ? t("audit.anonymous") : t("audit.gone"));
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
            <bdi>{who}</bdi>
          </UnstyledButton>
        ) : (
          <bdi>{who}</bdi>
        )}
      </td>
      <td data-column="action">{action ? t(`audit.action.${action}`) : <code dir="ltr">{entry.action}</code>}</td>
      <td data-column="object">
        {entry.object.name ? <bdi>{entry.object.name}</bdi> : kind ? t(`audit.kind.${kind}`) : <bdi>{entry.object.kind}</bdi>}
      </td>
      <td data-column="detail">
        <Details entry={entry} names={names} />
      </td>
    </tr>
  );
}

/** What changed, in words where there are words for it. */
function Details({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { t } = useTranslation("settings");
  const comma = t("people.comma");
  const nameOf = (name: string) => {
    const word = known(DETAILS, name);
    return word ? t(`audit.detail.${word}`) : name;
  };
  const say = (value: unknown): string => {
    if (isRawId(value)) return names.get(value) ?? t("audit.someone");
    const role = typeof value === "string" ? ALL_ROLES.find((each) => each === value) : undefined;
    if (role) return t(`people.role.${role}`);
    const word = typeof value === "string" ? known(VALUES, value) : undefined;
    if (word) return t(`audit.value.${word}`);
    if (typeof value === "boolean") return value ? t("audit.yes") : t("audit.no");
    if (isChange(value)) return t("audit.fromTo", { from: say(value.from), to: say(value.to) });
    if (isObject(value)) return Object.entries(value).map(([name, inner]) => `${nameOf(name)} ${say(inner)}`).join(comma);
    return Array.isArray(value) && value.length > 0 ? value.map(say).join(comma) : valueText(value, comma);
  };
  const pairs = Object.entries(entry.detail ?? {}).filter(([name, value]) => name !== "address" && !tellsNothing(name, value, names));
  return (
    <>
      {pairs.map(([name, value]) => {
        const word = known(DETAILS, name);
        return (
          <span key={name} className={classes.detail}>
            <span className={settings.quiet}>{word ? t(`audit.detail.${word}`) : <bdi dir="ltr">{name}</bdi>}</span> <bdi>{say(value)}</bdi>
          </span>
        );
      })}
      {entry.address && (
        <span className={classes.detail}>
          <span className={settings.quiet}>{t("audit.detail.address")}</span> <bdi dir="ltr">{entry.address}</bdi>
        </span>
      )}
    </>
  );
}

/** Who signed in stands in the row already, a comment that nobody wrote is none, and an id without a name is nothing to read. */
const tellsNothing = (name: string, value: unknown, names: Names): boolean =>
  name === "user" || (name === "commented" && value === false) || value === null || value === "" || (isRawId(value) && !names.has(value));
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === "object" && value !== null && "from" in value && "to" in value && Object.keys(value).length === 2;
