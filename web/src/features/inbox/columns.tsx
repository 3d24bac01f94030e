/** The columns of the inbox: all that is said of one stands here, and its heading among the texts (`column.<id>`). */
import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { EnquiryRow } from "@/api/types";
import { withPart } from "@/ui/list/address";
import { StateDot } from "@/ui/StateDot";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { SortBy } from "./filters";
import { useClosedWhy } from "./useClosedWhy";
import classes from "./table.module.css";

/** What a cell is drawn from. */
export interface CellProps {
  row: EnquiryRow;
  /** The text of a code of a form. */
  texts: (form: string, code: string) => string;
  onTag: (tag: string) => void;
}

interface Shape {
  Cell: (props: CellProps) => ReactNode;
  /** What its heading sorts by. */
  sort?: SortBy;
  /** The panel says it: beside an opened enquiry there is room for less. */
  inPanel?: boolean;
  /** Shown only where a person asks for it. */
  onDemand?: boolean;
  /** Whether there is a column of it in a list of these: not of what none of them tells, or all alike. */
  isShown?: (rows: readonly EnquiryRow[]) => boolean;
}

const MOST_TAGS = 2;

/** In the order in which they stand; who it is always comes first. */
const SHAPES = {
  guardian: {
    inPanel: true,
    isShown: (rows) => rows.some(({ guardian }) => guardian),
    Cell: ({ row: { guardian } }) => (guardian ? <bdi className={classes.name}>{guardian}</bdi> : <None />),
  },
  grade: {
    isShown: (rows) => rows.some(({ grade }) => grade),
    Cell: ({ row: { grade } }) => {
      const bilingual = useBilingual();
      return grade ? <bdi>{bilingual(grade.label)}</bdi> : <None />;
    },
  },
  school_year: {
    inPanel: true,
    onDemand: true,
    isShown: (rows) => rows.some(({ school_year: year }) => year),
    Cell: ({ row: { school_year: year } }) => {
      const bilingual = useBilingual();
      return year ? <bdi className="tabular">{bilingual(year.label)}</bdi> : <None />;
    },
  },
  form: {
    inPanel: true,
    isShown: (rows) => new Set(rows.map(({ form }) => form)).size > 1,
    Cell: ({ row }) => useBilingual()(row.form_title),
  },
  // As it was when the form was sent: what came in since is not counted.
  score: {
    sort: "score",
    onDemand: true,
    Cell: ({ row: { score } }) => {
      const { t } = useTranslation("staff");
      const format = useFormat();
      return score ? <bdi className="tabular">{t("score", { points: format.number(score.points), outOf: format.number(score.out_of) })}</bdi> : <None />;
    },
  },
  // Wide, and empty in most rows: the record has them, and a filter.
  tags: {
    inPanel: true,
    onDemand: true,
    Cell: ({ row, texts, onTag }) => {
      const { t } = useTranslation("staff");
      return (
        <span className={classes.tags}>
          {row.tags.slice(0, MOST_TAGS).map((tag) => (
            <UnstyledButton key={tag} className={classes.tag} tabIndex={-1} onClick={() => onTag(tag)}>
              {texts(row.form, tag)}
            </UnstyledButton>
          ))}
          {row.tags.length > MOST_TAGS && <span className={classes.none} dir="ltr">{t("tags.more", { count: row.tags.length - MOST_TAGS })}</span>}
        </span>
      );
    },
  },
  route: {
    inPanel: true,
    onDemand: true,
    Cell: ({ row, texts }) => (row.route ? texts(row.form, row.route) : <None />),
  },
  owner: {
    inPanel: true,
    Cell: ({ row: { owner } }) => {
      const { t } = useTranslation("staff");
      return owner ? <bdi className={classes.name}>{owner.name}</bdi> : <span className={classes.none}>{t("owner.none")}</span>;
    },
  },
  state: {
    Cell: ({ row }) => {
      const why = useClosedWhy()(row);
      return (
        <span className={classes.state} title={why}>
          <StateDot state={row.state} />
          {why && <VisuallyHidden>: {why}</VisuallyHidden>}
        </span>
      );
    },
  },
  age: {
    sort: "submitted_at",
    inPanel: true,
    Cell: ({ row: { submitted_at: at } }) => {
      const format = useFormat();
      return (
        <time dateTime={at} title={format.instant(at)}>
          {format.age(at)}
        </time>
      );
    },
  },
} as const satisfies Readonly<Record<string, Shape>>;

/** A column that a person may hide. */
export type Column = keyof typeof SHAPES;
export const COLUMNS = Object.keys(SHAPES) as readonly Column[];
export const shapeOf = (column: Column): Shape => SHAPES[column];

/** What a row says in a column. */
export function ColumnCell({ id, ...props }: CellProps & { id: Column }) {
  const { Cell } = shapeOf(id);
  return <Cell {...props} />;
}

function None() {
  return <span className={classes.none}>–</span>;
}

export type Density = "comfortable" | "compact";

/** Row heights in px: the list is virtual, so they are fixed. On a phone a status has lines enough for what refines it. */
const ROW_HEIGHT: Readonly<Record<Density, number>> = { comfortable: 60, compact: 40 };
const PHONE_HEIGHT = 84;

/** How high a row is. */
export function useRowHeight(density: Density): number {
  const isPhone = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  return isPhone ? PHONE_HEIGHT : ROW_HEIGHT[density];
}

/** What stands in the address where no column is shown: an empty part would say nothing. */
const NO_COLUMN = "none";

/**
 * How the list looks: rows as this person likes them, in this browser; columns as the address says, as a saved view is opened by it, else as
 * this person likes them too.
 */
export function useListLook() {
  const [search, changeSearch] = useAddressSearch();
  const [own, setOwn] = useLocalStorage<Column[]>({ key: "theme-inbox-columns", defaultValue: COLUMNS.filter((column) => !shapeOf(column).onDemand), getInitialValueInEffect: false });
  const [density, setDensity] = useLocalStorage<Density>({ key: "theme-inbox-density", defaultValue: "comfortable", getInitialValueInEffect: false });
  const asked = search.get("columns");
  const named = asked ? asked.split(",") : own;
  const columns = COLUMNS.filter((column) => named.includes(column));
  const spelled = columns.join(",") || NO_COLUMN;
  return {
    columns,
    /** The columns as the address spells them. */
    spelled,
    toggleColumn: (column: Column) => {
      const next = columns.includes(column) ? columns.filter((each) => each !== column) : COLUMNS.filter((each) => each === column || columns.includes(each));
      if (asked) changeSearch((now) => withPart(now, "columns", next.join(",") || NO_COLUMN));
      else setOwn(next);
    },
    density,
    setDensity,
  };
}
