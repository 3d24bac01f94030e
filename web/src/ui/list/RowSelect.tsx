import { useTranslation } from "react-i18next";
import type { RowState } from "./ListTable";
import classes from "./list.module.css";
import { SelectBox } from "./SelectBox";

/** The first cell of a row that can be chosen. */
export function RowSelect({ id, name, tabbable, select }: { id: string; name: string } & Pick<RowState, "tabbable" | "select">) {
  const { t } = useTranslation("list");
  if (!select) return null;
  return (
    <td data-column="select" className={classes.select}>
      <SelectBox
        aria-label={t("select.row", { name: `\u2068${name}\u2069` })}
        checked={select.chosen}
        tabIndex={tabbable ? 0 : -1}
        onChange={() => {}}
        onClick={(event) => select.toggle(id, event.shiftKey)}
      />
    </td>
  );
}
