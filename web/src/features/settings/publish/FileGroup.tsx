import { useTranslation } from "react-i18next";
import type { Change } from "../desk/types";
import { useSetting } from "../desk/useDesk";
import { WordsRow } from "./ChangeRow";
import { membersChanged } from "./groups";
import { usePlaceWords } from "./words";

/** A table or a legal text: how many of its rows or paragraphs are new, gone or different. */
export function FileGroup({ file, changes, isDraft }: { file: string; changes: readonly Change[]; isDraft: boolean }) {
  const { t } = useTranslation(["settingsChanges", "settingsDesk"]);
  const words = usePlaceWords();
  const whole = useSetting<unknown>(isDraft ? file : null, "");
  const kind = file.startsWith("tables/") ? "rows" : "parts";
  const { added, removed, changed } = membersChanged(whole.published, whole.value);
  const known = [
    ...(added > 0 ? [t(`${kind}.added`, { count: added })] : []),
    ...(removed > 0 ? [t(`${kind}.removed`, { count: removed })] : []),
    ...(changed > 0 ? [t(`${kind}.changed`, { count: changed })] : []),
  ];
  const said = !isDraft || known.length === 0 ? t("places", { count: changes.length }) : known.join(t("settingsDesk:comma"));
  return <WordsRow name={words.label({ file, pointer: "" })}>{whole.isLoading ? t("settingsDesk:loading") : said}</WordsRow>;
}
