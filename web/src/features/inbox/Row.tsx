import { VisuallyHidden } from "@mantine/core";
import { memo, type MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconAlertTriangle, IconCopy, IconNote } from "@/ui/icons";
import { RowSelect } from "@/ui/list/RowSelect";
import type { RowState } from "@/ui/list/ListTable";
import shared from "@/ui/table.module.css";
import { ColumnCell, type CellProps, type Column } from "./columns";
import classes from "./table.module.css";
import * as to from "./paths";

interface Props extends CellProps {
  index: number;
  columns: readonly Column[];
  tabbable: boolean;
  opened: boolean;
  onActive: () => void;
  onOpen: () => void;
  select: RowState["select"];
}

/** One enquiry; its name is the link, and the whole row opens it too. */
export const Row = memo(function Row({ row, index, columns, texts, tabbable, opened, onActive, onOpen, onTag, select }: Props) {
  const { t } = useTranslation("staff");
  const open = (event: MouseEvent) => {
    // A click with a modifier means "in a new tab", and a click on a button or a box means that.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("button, label, input")) return;
    event.preventDefault();
    onActive();
    onOpen();
  };
  return (
    // The row only widens the link's target, and must decide before the link does; keys go to the link.
    <tr className={shared.row} data-row={index} data-opened={opened || undefined} aria-rowindex={index + 2} onClickCapture={open}>
      <RowSelect id={row.id} name={row.person || t("row.noName")} tabbable={tabbable} select={select} />
      <td data-column="person">
        <Link className={classes.person} to={to.enquiry(row.id)} tabIndex={tabbable ? 0 : -1} onFocus={onActive}>
          <bdi>{row.person || t("row.noName")}</bdi>
        </Link>
        <span className={classes.under}>
          <bdi dir="ltr">{row.reference}</bdi>
          {row.notes > 0 && (
            <span className={classes.mark} title={t("row.notes", { count: row.notes })}>
              <IconNote size={14} stroke={2} aria-hidden /> <span aria-hidden>{row.notes}</span>
              <VisuallyHidden>{t("row.notes", { count: row.notes })}</VisuallyHidden>
            </span>
          )}
          {row.flags.includes("plugin_failed") && (
            <span className={classes.flag} title={t("flag.plugin_failed")}>
              <IconAlertTriangle size={14} stroke={2} aria-hidden /> <span className={classes.flagText}>{t("flag.plugin_failed")}</span>
            </span>
          )}
          {row.flags.includes("duplicate") && (
            <span className={classes.flag} title={t("flag.duplicate")}>
              <IconCopy size={14} stroke={2} aria-hidden /> <span className={classes.flagText}>{t("flag.duplicate")}</span>
            </span>
          )}
        </span>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <ColumnCell id={column} row={row} texts={texts} onTag={onTag} />
        </td>
      ))}
    </tr>
  );
});
