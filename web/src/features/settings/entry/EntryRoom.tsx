import { useTranslation } from "react-i18next";
import { RoomHead } from "../desk/RoomHead";
import { CaptchaCard } from "./CaptchaCard";
import { EntryEditor } from "./EntryEditor";
import { SecondFactorCard } from "./SecondFactorCard";

/** How people get in. */
export function EntryRoom() {
  const { t } = useTranslation("settingsRooms");
  return (
    <>
      <RoomHead title={t("entry.title")} lead={t("entry.lead")} />
      <EntryEditor />
      <CaptchaCard />
      <SecondFactorCard />
    </>
  );
}
