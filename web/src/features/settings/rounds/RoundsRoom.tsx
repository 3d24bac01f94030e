import { useTranslation } from "react-i18next";
import { RoomHead } from "../desk/RoomHead";
import { PrefixCard } from "./PrefixCard";
import { ReasonsCard } from "./ReasonsCard";
import { RoundsEditor } from "./RoundsEditor";
import { TargetsCard } from "./TargetsCard";

/** How many places each grade has, how they are offered, why applications go where they go, in which time, and what they are numbered by. */
export function RoundsRoom() {
  const { t } = useTranslation("applications");
  return (
    <>
      <RoomHead title={t("rounds.title")} lead={t("rounds.lead")} />
      <RoundsEditor />
      <ReasonsCard />
      <TargetsCard />
      <PrefixCard />
    </>
  );
}
