import { useTranslation } from "react-i18next";
import { ListRow, RowName } from "@/ui/list/ListRow";
import { ListTable } from "@/ui/list/ListTable";
import { WHOLE } from "@/ui/list/useListPages";
import sheet from "@/ui/page.module.css";
import { TONES } from "@/ui/people/tones";
import { StatusDot } from "@/ui/record/StatusDot";
import { useFormat } from "@/ui/useFormat";
import type { Till } from "./api";
import { stateOf } from "./state";
import { storeWords } from "./stores";
import classes from "./tills.module.css";

interface Props {
  tills: readonly Till[];
  opened: string | null;
  onOpen: (id: string | null) => void;
}

const ROW = 60;
const COLUMNS = ["till", "sells", "state", "device", "person"] as const;

/** The school's tills. */
export function TillsTable({ tills, opened, onOpen }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  return (
    <ListTable
      label={t("tills.title")}
      columns={COLUMNS.map((id) => ({ id, head: t(`tills.column.${id}`) }))}
      rows={tills}
      total={tills.length}
      rowHeight={ROW}
      className={classes.scroller}
      tableClassName={classes.table}
      opened={opened}
      onOpen={onOpen}
      more={WHOLE}
      row={(till, row) => (
        <ListRow key={till.id} {...row} onOpen={() => onOpen(till.id)}>
          <td data-column="till">
            <span className={classes.till}>
              <TillCode code={till.code} />
              <RowName {...row}>{till.name}</RowName>
            </span>
          </td>
          <td data-column="sells">{storeWords(t, till.store_types)}</td>
          <td data-column="state">
            <StatusDot tone={TONES[stateOf(till)]}>{t(`tills.state.${stateOf(till)}`)}</StatusDot>
          </td>
          <td data-column="device">{till.enrolled_at ? t("tills.device", { device: `\u2068${till.device_label ?? ""}\u2069`, date: format.day(till.enrolled_at) }) : <None />}</td>
          <td data-column="person">{till.signed_in ? <bdi>{till.signed_in.name}</bdi> : <None />}</td>
        </ListRow>
      )}
    />
  );
}

/** A till's code as it is painted on the counter. */
export function TillCode({ code }: { code: string }) {
  return (
    <span className={classes.code}>
      <bdi dir="ltr">{code}</bdi>
    </span>
  );
}

function None() {
  return <span className={sheet.quiet}>–</span>;
}
