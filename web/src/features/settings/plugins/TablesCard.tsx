import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { IconClipboardList } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Card } from "../desk/RoomHead";
import { useFiles } from "../desk/useDesk";
import type { PluginEntry } from "../desk/wordsApi";
import classes from "./plugins.module.css";

/** The tables of dated rules that the components read: fees, ages, cut-offs. */
export function TablesCard({ components }: { components: readonly PluginEntry[] }) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const { files, isLoading } = useFiles();
  const tables = files.flatMap((entry) => {
    const name = /^tables\/(.+)\.yaml$/.exec(entry.file)?.[1];
    return name ? [{ ...entry, name, readers: components.filter(({ grants }) => grants.tables.includes(name)).map((each) => each.name) }] : [];
  });
  if (isLoading) return null;
  return (
    <Card title={t("tables.title")} help={t("tables.help")}>
      {tables.length === 0 ? (
        <StateScreen order={3} icon={<IconClipboardList size={28} stroke={1.5} />} title={t("tables.none")} text={t("tables.none.text")} />
      ) : (
        <ul className={classes.tables}>
          {tables.map(({ name, readers, drafted, changed }) => (
            <li key={name}>
              <Link to={`/settings/plugins/tables/${encodeURIComponent(name)}`}>
                <bdi className={classes.tableName}>{name}</bdi>
                <span className={classes.quiet}>{readers.length > 0 ? t("tables.readers", { names: readers.join(t("settingsDesk:comma")) }) : t("tables.unread")}</span>
                {(drafted || changed) && <span className={classes.mark}>{t(drafted ? "tables.drafted" : "tables.own")}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
