import { Button } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { PersonMark } from "@/ui/PersonMark";
import shared from "@/ui/table.module.css";
import type { Person } from "../api";
import { ALL_ROLES } from "../roles";
import { isLocked } from "./locked";
import settings from "../settings.module.css";
import classes from "./people.module.css";

interface Props {
  people: readonly Person[];
  total: number;
  opened: string | null;
  onOpen: (id: string | null) => void;
  more: { available: boolean; loading: boolean; failed: boolean; load: () => void };
}

const ROW = 60;
/** Rows before the loaded end at which the next page is asked for. */
const AHEAD = 25;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
const COLUMNS = ["person", "roles", "status", "factor", "seen"] as const;

/** Everybody, of whom only those in sight are drawn; one Tab stop, arrows go through the rows. */
export function PeopleTable({ people, total, opened, onOpen, more }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({ count: people.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 });
  const drawn = virtual.getVirtualItems();
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (more.available && !more.loading && !more.failed && lastDrawn >= people.length - AHEAD) more.load();
  }, [lastDrawn, people.length, more]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "Escape" && opened) onOpen(null);
    else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    else {
      const next = Math.max(0, Math.min(people.length - 1, active + step));
      setActive(next);
      virtual.scrollToIndex(next);
      // The row may only be drawn after the scroll.
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"] button`)?.focus());
      const person = people[next];
      if (opened && person) onOpen(person.id);
    }
    event.preventDefault();
  };
  const before = drawn[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  return (
    <div ref={scroller} className={`${shared.scroller} ${classes.scroller}`}>
      <table className={`${shared.table} ${classes.table}`} aria-rowcount={total} aria-label={t("people.title")} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`people.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} />}
          {drawn.map(({ index }) => {
            const person = people[index];
            return (
              person && (
                <Row key={person.id} person={person} index={index} tabbable={index === active} opened={opened === person.id} onActive={setActive} onOpen={onOpen} />
              )
            );
          })}
          {after > 0 && <Spacer height={after} />}
        </tbody>
      </table>
      <p className={shared.end} aria-live="polite">
        {t("people.shown", { count: people.length, shown: format.number(people.length), total: format.number(total) })}{" "}
        {more.available && (
          <Button variant="subtle" size="compact-sm" loading={more.loading} onClick={more.load}>
            {more.failed ? t("settings.moreFailed") : t("settings.more")}
          </Button>
        )}
      </p>
    </div>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden style={{ height }}>
      <td colSpan={COLUMNS.length} className={shared.spacer} />
    </tr>
  );
}

interface RowProps {
  person: Person;
  index: number;
  tabbable: boolean;
  opened: boolean;
  onActive: (index: number) => void;
  onOpen: (id: string) => void;
}

/** One person; the name is the button, and the whole row opens it too. */
const Row = memo(function Row({ person, index, tabbable, opened, onActive, onOpen }: RowProps) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const roles = person.roles.map((role) => ALL_ROLES.find((each) => each === role)).filter((role) => role !== undefined);
  return (
    <tr
      className={shared.row}
      data-row={index}
      data-opened={opened || undefined}
      aria-rowindex={index + 2}
      onClick={() => {
        onActive(index);
        onOpen(person.id);
      }}
    >
      <td data-column="person">
        <span className={classes.who}>
          <PersonMark name={person.name || (person.email ?? "")} size={34} />
          <span className={classes.whoText}>
            <button type="button" className={classes.name} tabIndex={tabbable ? 0 : -1} aria-expanded={opened} onFocus={() => onActive(index)}>
              <bdi>{person.name || t("people.noName")}</bdi>
            </button>
            <span className={settings.quiet}>
              <bdi dir="ltr">{person.email || person.staff_code}</bdi>
            </span>
          </span>
        </span>
      </td>
      <td data-column="roles">{roles.map((role) => t(`people.role.${role}`)).join(t("people.comma"))}</td>
      <td data-column="status">
        <span className={settings.status} data-status={isLocked(person) ? "locked" : person.status}>
          {t(isLocked(person) ? "people.status.locked" : `people.status.${person.status}`)}
        </span>
      </td>
      <td data-column="factor">{person.second_factor ? t("people.factor.on") : <span className={settings.quiet}>–</span>}</td>
      <td data-column="seen">
        {person.signed_in_at ? (
          <time dateTime={person.signed_in_at} title={format.instant(person.signed_in_at)}>
            {format.age(person.signed_in_at)}
          </time>
        ) : (
          <span className={settings.quiet}>{t("people.never")}</span>
        )}
      </td>
    </tr>
  );
});
