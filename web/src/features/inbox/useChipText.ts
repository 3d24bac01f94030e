import { useTranslation } from "react-i18next";
import { useListAssigneesQuery, useListEnquiryChoicesQuery } from "@/api/generated";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { LISTED, type ChipName } from "./filters";
import { humanise } from "./useFormTexts";

/** What a filter chip says: its kind and its value in words. */
export function useChipText(): (name: ChipName, value: string) => string {
  const { t } = useTranslation("staff");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const assignees = useListAssigneesQuery();
  const choices = useListEnquiryChoicesQuery();
  const words = (name: ChipName, value: string): string => {
    if (name === "form") return bilingual(forms.find((form) => form.id === value)?.title) || value;
    if (name === "flag") return value === "plugin_failed" || value === "duplicate" || value === "unread" ? t(`flag.${value}`) : value;
    if (name === "grade" || name === "year") return bilingual(choices.data?.[LISTED[name]].find((each) => each.value === value)?.label) || value;
    if (name === "tag") return humanise(value);
    if (name === "guardian") return value;
    if (value === "me" || value === "none") return t(`owner.${value}`);
    return assignees.data?.items.find((each) => each.id === value)?.name ?? value;
  };
  return (name, value) => t("filter.chip", { name: t(`filter.${name}`), value: words(name, value) });
}
