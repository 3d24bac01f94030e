import { VisuallyHidden } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { ApplicationRow } from "@/api/applications";
import { useSchool } from "@/api/school";
import { isolateOwn } from "@/i18n/isolate";
import { LinkRow, RowLink } from "@/ui/list/ListRow";
import { ListTable, type ListColumn, type RowState } from "@/ui/list/ListTable";
import { RowSelect } from "@/ui/list/RowSelect";
import type { More } from "@/ui/list/useListPages";
import type { Selection } from "@/ui/list/useSelection";
import { StandingDot } from "@/ui/StandingDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import { useStandingName } from "@/ui/useStatusName";
import { useRowHeight, type Density } from "../columns";
import * as to from "../paths";
import classes from "../table.module.css";
import own from "./list.module.css";
import { DEFAULT_SORT, nextSort, type FilterName } from "./filters";

/** In the order in which they stand; who it is for comes first. */
const COLUMNS = ["grade", "year", "state", "missing", "due", "owner", "age"] as const;
/** Sorted by how long they have stood there, the list says since when, in place of when they came. */
const SINCE_COLUMNS = ["grade", "year", "state", "missing", "due", "owner", "since"] as const;
type Column = (typeof COLUMNS)[number] | (typeof SINCE_COLUMNS)[number];
/** What a press on a heading sorts by. */
const SORTED = { person: "person", age: "submitted_at", due: "due_at", since: "status_since", missing: "missing_docs" } as const;
const sortOf = (column: string) => Object.entries(SORTED).find(([id]) => id === column)?.[1];
/** Beside an opened one there is room for less, and the panel says the rest. */
const BESIDE_PANEL: readonly Column[] = ["state"];

interface Props {
  rows: readonly ApplicationRow[];
  total: number;
  density: Density;
  sort: string | undefined;
  opened: string | null;
  onOpen: (id: string | null) => void;
  setFilter: (name: FilterName, value: string | null) => void;
  more: More;
  selection: Selection | undefined;
}

/** The applications themselves. */
export function ApplicationTable({ rows, total, density, sort = DEFAULT_SORT, opened, onOpen, setFilter, more, selection }: Props) {
  const { t } = useTranslation("applications");
  const rowHeight = useRowHeight(density);
  const all: readonly Column[] = sort === "status_since" ? SINCE_COLUMNS : COLUMNS;
  const shown = opened ? BESIDE_PANEL : all;
  const columns = (["person", ...shown] as const).map((column): ListColumn => {
    const by = sortOf(column);
    const head = t(`column.${column}`);
    if (!by) return { id: column, head };
    const direction = sort.replace("-", "") !== by ? undefined : sort.startsWith("-") ? "descending" : "ascending";
    const next = nextSort(sort, by);
    return { id: column, head, sort: { direction, onSort: () => setFilter("sort", next === DEFAULT_SORT ? null : next) } };
  });
  return (
    <ListTable
      label={t("list.title")}
      columns={columns}
      rows={rows}
      total={total}
      rowHeight={rowHeight}
      density={density}
      tableClassName={`${classes.table} ${own.table}`}
      opened={opened}
      onOpen={onOpen}
      more={more}
      selection={selection}
      row={(row, { index, tabbable, opened: open, onActive, select }) => (
        <Row key={row.id} row={row} index={index} columns={shown} tabbable={tabbable} opened={open} onActive={onActive} onOpen={() => onOpen(row.id)} select={select} />
      )}
    />
  );
}

interface RowProps extends RowState {
  row: ApplicationRow;
  columns: readonly Column[];
  onOpen: () => void;
}

const Row = memo(function Row({ row, index, columns, tabbable, opened, onActive, onOpen, select }: RowProps) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const name = usePersonName()({ person: row.student_name, person_ar: row.student_name_ar }) || t("row.noName");
  const grade = row.grade && bilingual(row.grade);
  return (
    <LinkRow index={index} opened={opened} onActive={onActive} onOpen={onOpen}>
      <RowSelect id={row.id} name={name} tabbable={tabbable} select={select} />
      <td data-column="person">
        <RowLink to={to.enquiry(row.id)} index={index} tabbable={tabbable} onActive={onActive}>
          <span title={name}>{name}</span>
        </RowLink>
        <span className={classes.under}>
          {grade && (
            <span className={columns.includes("grade") ? classes.brief : own.grade}>
              <bdi>{grade}</bdi>
            </span>
          )}
          <bdi dir="ltr" className="tabular">
            {row.registration_id}
          </bdi>
        </span>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <Cell column={column} row={row} />
        </td>
      ))}
    </LinkRow>
  );
});

/** By when something is due, and that this day is over. */
function Due({ day }: { day: string }) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const isOver = day < useSchool().today;
  return (
    <time className={isOver ? own.overdue : undefined} dateTime={day} title={isOver ? t("column.due.over") : undefined}>
      {format.date(day)}
      {isOver && <VisuallyHidden> ({t("column.due.over")})</VisuallyHidden>}
    </time>
  );
}

/** When the child is seen; where stands in the record, and in its title. */
function Appointment({ appointment: { at, place } }: { appointment: NonNullable<ApplicationRow["appointment"]> }) {
  const when = useFormat().instant(at);
  return (
    <time className={own.decided} dateTime={at} title={[when, place].filter(Boolean).join(" · ")}>
      {when}
    </time>
  );
}

/** What is decided, and when the family hears of it. */
function Decided({ decided: { to: there, publish_at: at } }: { decided: NonNullable<ApplicationRow["decided"]> }) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const status = useStandingName()(there);
  const text = t("row.decided", { status: isolateOwn(status), when: isolateOwn(format.instant(at)) });
  return (
    <span className={own.decided} title={text}>
      {text}
    </span>
  );
}

function Cell({ column, row }: { column: Column; row: ApplicationRow }) {
  const { t } = useTranslation(["staff", "applications"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const none = <span className={classes.none}>–</span>;
  switch (column) {
    case "grade":
      return row.grade ? <bdi title={bilingual(row.grade)}>{bilingual(row.grade)}</bdi> : none;
    case "year":
      return row.academic_year ? <bdi className="tabular">{bilingual(row.academic_year)}</bdi> : none;
    case "state":
      return (
        <>
          <StandingDot standing={row.standing} />
          {row.appointment && <Appointment appointment={row.appointment} />}
          {row.recommendation && <span className={own.decided}>{t(`applications:mark.${row.recommendation}`)}</span>}
          {row.decided && <Decided decided={row.decided} />}
        </>
      );
    case "missing":
      return row.missing_docs > 0 ? <span className="tabular">{format.number(row.missing_docs)}</span> : none;
    case "due":
      return row.due_at ? <Due day={row.due_at} /> : none;
    case "owner":
      return row.assigned_to ? <bdi title={row.assigned_to.name}>{row.assigned_to.name}</bdi> : <span className={classes.none}>{t("owner.none")}</span>;
    case "since":
      return (
        <time dateTime={row.status_since} title={format.instant(row.status_since)}>
          {format.day(row.status_since)}
        </time>
      );
    case "age":
      return (
        <time dateTime={row.submitted_at} title={format.instant(row.submitted_at)}>
          {format.age(row.submitted_at)}
        </time>
      );
  }
}
