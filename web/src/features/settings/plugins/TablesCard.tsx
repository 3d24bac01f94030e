import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconClipboardList, IconPlus } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Card } from "../desk/RoomHead";
import { useDesk, useFiles, useSetting } from "../desk/useDesk";
import type { PluginEntry } from "../desk/wordsApi";
import { NewTableDialog } from "../tables/NewTableDialog";
import { fileOf, tablesOf, type TableFile } from "../tables/tables";
import { useTableName } from "../tables/useTableName";
import classes from "./plugins.module.css";
import * as to from "../paths";

/** The tables of dated rules that the components read: fees, ages, cut-offs. */
export function TablesCard({ components }: { components: readonly PluginEntry[] }) {
  const { t } = useTranslation("settingsPlugins");
  const { files, isLoading } = useFiles();
  const { edits, canEdit } = useDesk();
  const [making, setMaking] = useState(false);
  const tables = tablesOf(files, edits);
  if (isLoading) return null;
  const make = (
    <Button variant="default" size="sm" disabled={!canEdit({ file: fileOf("new"), pointer: "" })} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setMaking(true)}>
      {t("tables.new")}
    </Button>
  );
  return (
    <Card title={t("tables.title")} help={t("tables.help")} aside={tables.length > 0 && make}>
      {tables.length === 0 ? (
        <StateScreen order={3} icon={<IconClipboardList size={28} stroke={1.5} />} title={t("tables.none")} text={t("tables.none.text")} action={make} />
      ) : (
        <ul className={classes.tables}>
          {tables.map((table) => (
            <TableLink key={table.name} table={table} readers={components.filter(({ grants }) => grants.tables.includes(table.name)).map((each) => each.name)} />
          ))}
        </ul>
      )}
      {making && <NewTableDialog taken={tables.map(({ name }) => name)} onClose={() => setMaking(false)} />}
    </Card>
  );
}

function TableLink({ table: { name, drafted, changed }, readers }: { table: TableFile; readers: readonly string[] }) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const called = useTableName()(name);
  // One that the school deleted stays among the files that it changed.
  const file = useSetting(changed ? fileOf(name) : null, "");
  if (changed && !file.isLoading && !file.failed && file.value === undefined) return null;
  return (
    <li>
      <Link to={to.table(name)}>
        <bdi className={classes.tableName}>{called}</bdi>
        {called !== name && (
          <bdi className={classes.digest} dir="ltr">
            {name}
          </bdi>
        )}
        <span className={classes.quiet}>{readers.length > 0 ? t("tables.readers", { names: readers.join(t("settingsDesk:comma")) }) : t("tables.unread")}</span>
        {(drafted || changed) && <span className={classes.mark}>{t(drafted ? "tables.drafted" : "tables.own")}</span>}
      </Link>
    </li>
  );
}
