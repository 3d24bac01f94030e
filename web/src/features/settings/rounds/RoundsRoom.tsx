import { useTranslation } from "react-i18next";
import { RoomHead } from "../desk/RoomHead";
import { PrefixCard } from "./PrefixCard";
import { RoundsEditor } from "./RoundsEditor";

/** How many places each grade has, how they are offered, and what applications are numbered by. */
export function RoundsRoom() {
  const { t } = useTranslation("applications");
  return (
    <>
      <RoomHead title={t("rounds.title")} lead={t("rounds.lead")} />
      <RoundsEditor />
      <PrefixCard />
    </>
  );
}
