import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { EnquiryRow } from "@/api/types";
import { ListTable, type ListColumn } from "@/ui/list/ListTable";
import type { More } from "@/ui/list/useListPages";
import type { Selection } from "@/ui/list/useSelection";
import { shapeOf, useRowHeight, type useListLook } from "./columns";
import { DEFAULT_SORT, nextSort, type FilterName } from "./filters";
import { Row } from "./Row";
import classes from "./table.module.css";
import { useFormTexts } from "./useFormTexts";

interface Props {
  rows: readonly EnquiryRow[];
  total: number;
  look: ReturnType<typeof useListLook>;
  sort: string | undefined;
  opened: string | null;
  onOpen: (id: string | null) => void;
  onFilter: (name: FilterName, value: string | null) => void;
  more: More;
  selection: Selection | undefined;
}

/** The enquiries themselves. */
export function EnquiryTable({ rows, total, look, sort = DEFAULT_SORT, opened, onOpen, onFilter, more, selection }: Props) {
  const { t } = useTranslation("staff");
  const rowHeight = useRowHeight(look.density);
  const texts = useFormTexts(useMemo(() => rows.filter((row) => row.tags.length > 0 || row.route).map((row) => row.form), [rows]));
  // Beside an opened enquiry there is room for less, and the panel says the rest.
  const told = look.columns.filter((column) => shapeOf(column).isShown?.(rows) ?? true);
  const shown = opened ? told.filter((column) => !shapeOf(column).inPanel) : told;
  const columns = (["person", ...shown] as const).map((column): ListColumn => {
    const by = column === "person" ? "person" : shapeOf(column).sort;
    const head = t(`column.${column}`);
    if (!by) return { id: column, head };
    const direction = sort.replace("-", "") !== by ? undefined : sort.startsWith("-") ? "descending" : "ascending";
    const next = nextSort(sort, by);
    return { id: column, head, sort: { direction, onSort: () => onFilter("sort", next === DEFAULT_SORT ? null : next) } };
  });
  return (
    <ListTable
      label={t("inbox.title")}
      columns={columns}
      rows={rows}
      total={total}
      rowHeight={rowHeight}
      density={look.density}
      tableClassName={classes.table}
      opened={opened}
      onOpen={onOpen}
      more={more}
      selection={selection}
      row={(row, { index, tabbable, opened: open, onActive, select }) => (
        <Row
          key={row.id}
          row={row}
          index={index}
          columns={shown}
          texts={texts}
          tabbable={tabbable}
          opened={open}
          onActive={onActive}
          onOpen={() => onOpen(row.id)}
          select={select}
          onTag={(tag) => onFilter("tag", tag)}
        />
      )}
    />
  );
}
