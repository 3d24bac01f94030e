import { VisuallyHidden } from "@mantine/core";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle, IconCopy, IconMail, IconNote } from "@/ui/icons";
import { LinkRow, RowLink } from "@/ui/list/ListRow";
import { RowSelect } from "@/ui/list/RowSelect";
import type { RowState } from "@/ui/list/ListTable";
import { useBilingual } from "@/ui/useBilingual";
import { usePersonName } from "@/ui/usePersonName";
import { ColumnCell, type CellProps, type Column } from "./columns";
import { useSharedWords } from "./useSharedWords";
import classes from "./table.module.css";
import * as to from "./paths";

interface Props extends CellProps {
  index: number;
  columns: readonly Column[];
  tabbable: boolean;
  opened: boolean;
  onActive: (index: number) => void;
  onOpen: () => void;
  select: RowState["select"];
}

/** One enquiry; its name is the link, and the whole row opens it too. */
export const Row = memo(function Row({ row, index, columns, texts, tabbable, opened, onActive, onOpen, onTag, select }: Props) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const words = useSharedWords();
  const name = usePersonName()(row) || t(row.person_for ? "row.hiddenName" : "row.noName");
  const twin = row.shared.length > 0 ? t("flag.duplicate.why", { what: words(row.shared) }) : t("flag.duplicate");
  // On a phone, in place of the columns.
  const brief = [row.grade && bilingual(row.grade.label), row.guardian].filter((part) => Boolean(part));
  return (
    <LinkRow index={index} opened={opened} onActive={onActive} onOpen={onOpen}>
      <RowSelect id={row.id} name={name} tabbable={tabbable} select={select} />
      <td data-column="person">
        <div className={classes.who}>
          <RowLink to={to.enquiry(row.id)} index={index} tabbable={tabbable} onActive={onActive}>
            {name}
          </RowLink>
          <span className={classes.under}>
            {brief.length > 0 && (
              <span className={classes.brief}>
                {brief.map((part) => (
                  <bdi key={part}>{part}</bdi>
                ))}
              </span>
            )}
            <bdi dir="ltr" className={classes.reference}>
              {row.registration_id ?? row.reference}
            </bdi>
            {row.notes > 0 && (
              <span className={classes.mark} title={t("row.notes", { count: row.notes })}>
                <IconNote size={14} stroke={2} aria-hidden /> <span aria-hidden>{row.notes}</span>
                <VisuallyHidden>{t("row.notes", { count: row.notes })}</VisuallyHidden>
              </span>
            )}
            {row.flags.includes("unread") && (
              <span className={classes.message} title={t("flag.unread")}>
                <IconMail size={14} stroke={2} aria-hidden /> <span className={classes.flagText}>{t("flag.unread")}</span>
              </span>
            )}
            {row.flags.includes("plugin_failed") && (
              <span className={classes.flag} title={t("flag.plugin_failed")}>
                <IconAlertTriangle size={14} stroke={2} aria-hidden /> <span className={classes.flagText}>{t("flag.plugin_failed")}</span>
              </span>
            )}
            {row.flags.includes("duplicate") && (
              <span className={classes.mark} title={twin}>
                <IconCopy size={14} stroke={2} aria-hidden />
                <VisuallyHidden>{twin}</VisuallyHidden>
              </span>
            )}
          </span>
        </div>
      </td>
      {columns.map((column) => (
        <td key={column} data-column={column}>
          <ColumnCell id={column} row={row} texts={texts} onTag={onTag} />
        </td>
      ))}
    </LinkRow>
  );
});
