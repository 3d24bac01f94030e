import { UnstyledButton } from "@mantine/core";
import { memo, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { EnquiryRow } from "@/api/types";
import { IconAlertTriangle, IconCopy } from "@/ui/icons";
import { StateDot } from "@/ui/StateDot";
import shared from "@/ui/table.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { Column } from "./columns";
import classes from "./table.module.css";

interface Props {
  row: EnquiryRow;
  index: number;
  columns: readonly Column[];
  texts: (form: string, code: string) => string;
  tabbable: boolean;
  opened: boolean;
  onActive: () => void;
  onOpen: () => void;
  onTag: (tag: string) => void;
}

const MOST_TAGS = 2;

/** One enquiry; its name is the link, and the whole row opens it too. */
export const Row = memo(function Row({ row, index, columns, texts, tabbable, opened, onActive, onOpen, onTag }: Props) {
  const { t } = useTranslation("staff");
  const open = (event: MouseEvent) => {
    // A click with a modifier means "in a new tab", and a click on a button means that button.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("button")) return;
    event.preventDefault();
    onActive();
    onOpen();
  };
  return (
    // The row only widens the link's target, and must decide before the link does; keys go to the link.
    <tr className={shared.row} data-row={index} data-opened={opened || undefined} aria-rowindex={index + 2} onClickCapture={open}>
      <td data-column="person">
        <Link className={classes.person} to={`/pre_admission/${row.id}`} tabIndex={tabbable ? 0 : -1} onFocus={onActive}>
          <bdi>{row.person || t("row.noName")}</bdi>
        </Link>
        <span className={classes.under}>
          <bdi dir="ltr">{row.reference}</bdi>
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
          <Cell column={column} row={row} texts={texts} onTag={onTag} />
        </td>
      ))}
    </tr>
  );
});

function Cell({ column, row, texts, onTag }: Pick<Props, "row" | "texts" | "onTag"> & { column: Column }): ReactNode {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const bilingual = useBilingual();
  switch (column) {
    case "form":
      return bilingual(row.form_title);
    case "score":
      return row.score ? <bdi className="tabular">{t("score", { points: format.number(row.score.points), outOf: format.number(row.score.out_of) })}</bdi> : <None />;
    case "tags":
      return (
        <span className={classes.tags}>
          {row.tags.slice(0, MOST_TAGS).map((tag) => (
            <UnstyledButton key={tag} className={classes.tag} tabIndex={-1} onClick={() => onTag(tag)}>
              {texts(row.form, tag)}
            </UnstyledButton>
          ))}
          {row.tags.length > MOST_TAGS && <span className={classes.none}>{t("tags.more", { count: row.tags.length - MOST_TAGS })}</span>}
        </span>
      );
    case "route":
      return row.route ? texts(row.form, row.route) : <None />;
    case "owner":
      return row.owner ? <bdi>{row.owner.name}</bdi> : <span className={classes.none}>{t("owner.none")}</span>;
    case "state":
      return <StateDot state={row.state} />;
    case "age":
      return (
        <time dateTime={row.submitted_at} title={format.instant(row.submitted_at)}>
          {format.age(row.submitted_at)}
        </time>
      );
  }
}

function None() {
  return <span className={classes.none}>–</span>;
}
