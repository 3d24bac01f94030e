import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Person } from "@/api/people";
import { ALL_ROLES } from "@/api/roles";
import { ListRow, RowName } from "@/ui/list/ListRow";
import { ListTable, type RowState } from "@/ui/list/ListTable";
import type { More } from "@/ui/list/useListPages";
import sheet from "@/ui/page.module.css";
import { TONES } from "@/ui/people/tones";
import { PersonMark } from "@/ui/PersonMark";
import { StatusDot } from "@/ui/record/StatusDot";
import { useFormat } from "@/ui/useFormat";
import { isLocked } from "./locked";
import classes from "./people.module.css";

interface Props {
  people: readonly Person[];
  total: number;
  opened: string | null;
  onOpen: (id: string | null) => void;
  more: More;
}

const ROW = 60;
const COLUMNS = ["person", "roles", "status", "factor", "seen"] as const;

/** Everybody who has an account here. */
export function PeopleTable({ people, total, opened, onOpen, more }: Props) {
  const { t } = useTranslation("settings");
  return (
    <ListTable
      label={t("people.title")}
      columns={COLUMNS.map((id) => ({ id, head: t(`people.column.${id}`) }))}
      rows={people}
      total={total}
      rowHeight={ROW}
      className={classes.scroller}
      tableClassName={classes.table}
      opened={opened}
      onOpen={onOpen}
      more={more}
      row={(person, { index, tabbable, opened: open, onActive }) => <Row key={person.id} person={person} index={index} tabbable={tabbable} opened={open} onActive={onActive} onOpen={onOpen} />}
    />
  );
}

interface RowProps extends RowState {
  person: Person;
  onOpen: (id: string) => void;
}

/** One person. */
const Row = memo(function Row({ person, index, tabbable, opened, onActive, onOpen }: RowProps) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const status = isLocked(person) ? "locked" : person.status;
  const roles = person.roles.map((role) => ALL_ROLES.find((each) => each === role)).filter((role) => role !== undefined);
  return (
    <ListRow index={index} opened={opened} onActive={onActive} onOpen={() => onOpen(person.id)}>
      <td data-column="person">
        <span className={classes.who}>
          <PersonMark name={person.name || (person.email ?? "")} size={34} />
          <span className={classes.whoText}>
            <RowName index={index} tabbable={tabbable} opened={opened} onActive={onActive}>
              {person.name || t("people.noName")}
            </RowName>
            <span className={sheet.quiet}>
              <bdi dir="ltr">{person.email || person.staff_code}</bdi>
            </span>
          </span>
        </span>
      </td>
      <td data-column="roles">{roles.map((role) => t(`people.role.${role}`)).join(t("people.comma"))}</td>
      <td data-column="status">
        <span className={classes.whoText}>
          <StatusDot tone={TONES[status]}>{t(`people.status.${status}`)}</StatusDot>
          {person.erasure_asked_at && <span className={sheet.quiet}>{t("people.erasure.requested")}</span>}
        </span>
      </td>
      <td data-column="factor">{person.second_factor ? t("people.factor.on") : <span className={sheet.quiet}>–</span>}</td>
      <td data-column="seen">
        {person.signed_in_at ? (
          <time dateTime={person.signed_in_at} title={format.instant(person.signed_in_at)}>
            {format.age(person.signed_in_at)}
          </time>
        ) : (
          <span className={sheet.quiet}>{t("people.never")}</span>
        )}
      </td>
    </ListRow>
  );
});
