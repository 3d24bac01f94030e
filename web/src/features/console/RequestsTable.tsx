import { useTranslation } from "react-i18next";
import type { Subscription } from "@/api/platform";
import { ListRow, RowName } from "@/ui/list/ListRow";
import { ListTable } from "@/ui/list/ListTable";
import type { More } from "@/ui/list/useListPages";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./console.module.css";
import { REQUEST } from "./tones";

interface Props {
  requests: readonly Subscription[];
  total: number | undefined;
  opened: string | null;
  onOpen: (id: string | null) => void;
  more: More;
}

const COLUMNS = ["school", "size", "plan", "state", "age"] as const;
const ROW = 60;

/** The requests, each of which opens beside the list. */
export function RequestsTable({ requests, total, opened, onOpen, more }: Props) {
  const { t } = useTranslation("console");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <ListTable
      label={t("requests.title")}
      columns={COLUMNS.map((id) => ({ id, head: t(`request.${id}`) }))}
      rows={requests}
      total={total}
      rowHeight={ROW}
      className={classes.scroller}
      tableClassName={classes.requests}
      opened={opened}
      onOpen={onOpen}
      more={more}
      row={(request, row) => (
        <ListRow key={request.id} {...row} onOpen={() => onOpen(request.id)}>
          <td data-column="school">
            <RowName {...row}>{bilingual({ en: request.school_name, ar: request.school_name_ar })}</RowName>
            <span className={classes.under}>
              <bdi dir="ltr">{request.subdomain}</bdi>
            </span>
          </td>
          <td data-column="size">{t("request.students", { count: request.students_estimate, n: format.number(request.students_estimate) })}</td>
          <td data-column="plan">
            <bdi>{request.plan_code}</bdi>
          </td>
          <td data-column="state">
            <StatusDot tone={REQUEST[request.state]}>{t(`state.${request.state}`)}</StatusDot>
          </td>
          <td data-column="age">
            <time dateTime={request.created_at} title={format.instant(request.created_at)}>
              {format.age(request.created_at)}
            </time>
          </td>
        </ListRow>
      )}
    />
  );
}
