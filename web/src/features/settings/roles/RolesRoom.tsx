import { useTranslation } from "react-i18next";
import { Card, RoomHead } from "../desk/RoomHead";
import { Audiences } from "./Audiences";
import { RoutesTable } from "./RoutesTable";
import { StatusLabels } from "./StatusLabels";

/** Who sees which page, who reads what is kept for some, and what the states of an admission are called. */
export function RolesRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("roles.title")} lead={t("roles.lead")} />
      <Card title={t("routes.title")} help={t("routes.help")}>
        <RoutesTable />
      </Card>
      <Card title={t("audiences.title")} help={t("audiences.help")}>
        <Audiences />
      </Card>
      <Card title={t("statuses.title")} help={t("statuses.help")}>
        <StatusLabels />
      </Card>
    </>
  );
}
