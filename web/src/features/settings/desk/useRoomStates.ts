import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import type { SchoolFile, Section, SectionId } from "./sections";
import { useSchoolSetting } from "./useDesk";

/** How each room stands, in half a sentence; nothing where there is nothing to say. */
export function useRoomStates(sections: readonly Section[]): Partial<Record<SectionId, string>> {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const { value, isLoading } = useSchoolSetting<SchoolFile>("");
  if (isLoading || !value) return {};
  return Object.fromEntries(sections.map(({ id, standing }) => [id, standing?.(value, t, format)]));
}
