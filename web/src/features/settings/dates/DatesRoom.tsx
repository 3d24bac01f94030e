import { useTranslation } from "react-i18next";
import { RoomHead } from "../desk/RoomHead";
import { DatesEditor } from "./DatesEditor";

/** When families may apply. */
export function DatesRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("dates.title")} lead={t("dates.lead")} />
      <DatesEditor />
    </>
  );
}
