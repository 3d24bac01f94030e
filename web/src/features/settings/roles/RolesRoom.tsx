import { useTranslation } from "react-i18next";
import { Card, RoomHead } from "../desk/RoomHead";
import { RoutesTable } from "./RoutesTable";
import { StatusLabels } from "./StatusLabels";

/** Who sees which page, and what the states of an admission are called. */
export function RolesRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("roles.title")} lead={t("roles.lead")} />
      <Card title={t("routes.title")} help={t("routes.help")}>
        <RoutesTable />
      </Card>
      <Card title={t("statuses.title")} help={t("statuses.help")}>
        <StatusLabels />
      </Card>
    </>
  );
}
