import { Button, Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { IconPuzzle } from "../desk/icons";
import { RoomHead } from "../desk/RoomHead";
import { useListComponentsQuery } from "../desk/wordsApi";
import { TablePage } from "../tables/TablePage";
import { ComponentCard } from "./ComponentCard";
import { TablesCard } from "./TablesCard";

/** The components that judge the school's forms, and the tables of rules that they read; `/tables/<name>` opens one of these. */
export function PluginsRoom() {
  const rest = useParams()["*"] ?? "";
  const [folder, name] = rest.split("/");
  return folder === "tables" && name ? <TablePage key={name} name={name} /> : <Components />;
}

function Components() {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const message = useMessage();
  const list = useListComponentsQuery();
  const items = list.data?.items;
  return (
    <>
      <RoomHead title={t("plugins.title")} lead={t("plugins.lead")} />
      {list.error ? (
        <StateScreen
          role="alert"
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("plugins.failed")}
          text={message(failureOf(list.error).messageId)}
          action={<Button onClick={() => void list.refetch()}>{t("settingsDesk:retry")}</Button>}
        />
      ) : !items ? (
        <Skeleton height={320} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />
      ) : items.length === 0 ? (
        <StateScreen icon={<IconPuzzle size={28} stroke={1.5} />} title={t("plugins.none")} text={t("plugins.none.text")} />
      ) : (
        items.map((entry) => <ComponentCard key={entry.name} entry={entry} />)
      )}
      {items && <TablesCard components={items} />}
    </>
  );
}
