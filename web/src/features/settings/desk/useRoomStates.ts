import { useTranslation } from "react-i18next";
import { useFormat } from "@/ui/useFormat";
import { isHexColour } from "@/theme/contrast";
import { derived, type DateRow } from "../dates/rows";
import { wayIn, type Flags } from "../entry/wayIn";
import type { SectionId } from "./sections";
import { useSchoolSetting } from "./useDesk";

/** How each room stands, in half a sentence; nothing where there is nothing to say. */
export function useRoomStates(): Partial<Record<SectionId, string>> {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const { value, isLoading } = useSchoolSetting<{
    conditionalScreens?: Flags;
    homePage?: string[];
    schoolDates?: DateRow[];
    branding?: { colours?: { primary?: string } };
    forms?: Record<string, unknown>;
    routes?: Record<string, unknown>;
  }>("");
  if (isLoading || !value) return {};
  const { earliest, latest } = derived(value.schoolDates ?? []);
  const forms = Object.keys(value.forms ?? {}).length;
  const { primary } = value.branding?.colours ?? {};
  return {
    entry: t(`overview.entry.${wayIn(value.conditionalScreens ?? {}, value.homePage ?? []).opens}`),
    ...(primary && isHexColour(primary) ? { branding: t("overview.colour", { colour: `\u2068${primary}\u2069` }) } : {}),
    dates: earliest && latest ? t("overview.dates", { from: format.date(earliest), to: format.date(latest) }) : t("overview.noDates"),
    forms: t("overview.forms", { count: forms }),
    roles: t("overview.routes", { count: Object.keys(value.routes ?? {}).length }),
  };
}
