import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import * as toInbox from "@/features/inbox/paths";
import { ConsentMark } from "@/ui/consents/ConsentMark";
import type { Askable } from "@/ui/consents/consents";
import { SelectBox } from "@/ui/list/SelectBox";
import type { Selection } from "@/ui/list/useSelection";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import type { ConsentLine } from "./api";
import classes from "./consents.module.css";

interface Props {
  columns: readonly Askable[];
  lines: readonly ConsentLine[];
  /** Absent where nothing can be done with what is chosen. */
  selection: Selection | undefined;
}

/** A line for each child, and beside it how each consent stands and since when. */
export function ConsentTable({ columns, lines, selection }: Props) {
  const { t } = useTranslation(["letterConsents", "list"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const person = usePersonName();
  return (
    <div className={classes.wrap} tabIndex={0} role="region" aria-label={t("staff.title")}>
      <table className={classes.table}>
        <thead>
          <tr>
            {selection && (
              <th scope="col">
                <SelectBox aria-label={t("list:select.all")} checked={selection.all} indeterminate={!selection.all && selection.ids.size > 0} onChange={() => selection.toggleAll()} />
              </th>
            )}
            <th scope="col">{t("matrix.child")}</th>
            <th scope="col">{t("matrix.grade")}</th>
            {columns.map(({ code, title, required }) => (
              <th key={code} scope="col">
                {bilingual(title)}
                {required && <span className={classes.quiet}> · {t("required")}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => {
            const name = person({ person: line.student_name, person_ar: line.student_name_ar }) || line.registration_id;
            return (
              <tr key={line.id} data-row>
                {selection && (
                  <td className={classes.choose}>
                    <SelectBox aria-label={t("list:select.row", { name: `\u2068${name}\u2069` })} checked={selection.ids.has(line.id)} onChange={() => {}} onClick={(event) => selection.toggle(line.id, event.shiftKey)} />
                  </td>
                )}
                <th scope="row">
                  <Link className={classes.child} to={toInbox.enquiry(line.id)}>
                    <bdi>{name}</bdi>
                  </Link>
                  <bdi dir="ltr" className={classes.quiet}>
                    {line.registration_id}
                  </bdi>
                </th>
                <td data-label={t("matrix.grade")}>{bilingual(line.grade)}</td>
                {columns.map(({ code, title }) => {
                  const cell = line.cells.find((each) => each.code === code);
                  return (
                    <td key={code} data-label={bilingual(title)}>
                      {cell && (
                        <span className={classes.cell}>
                          <ConsentMark state={cell.state} />
                          {cell.at && <span className={classes.quiet}>{format.day(cell.at)}</span>}
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
