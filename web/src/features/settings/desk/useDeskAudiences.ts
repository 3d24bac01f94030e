import { useMemo } from "react";
import { useLanguage } from "@/i18n/useLanguage";
import { useAudiences } from "@/ui/useAudiences";
import { useSchoolSetting } from "./useDesk";

/** The school's audiences with those that only the draft has, as the draft calls them. */
export function useDeskAudiences(): readonly { id: string; name: string }[] {
  const { language } = useLanguage();
  const live = useAudiences();
  const drafted = useSchoolSetting<Record<string, { name: { en: string; ar: string } } | null>>("/audiences").value;
  return useMemo(() => {
    const names = new Map(live.map(({ id, name }) => [id, name]));
    for (const [id, own] of Object.entries(drafted ?? {})) {
      if (own?.name[language]) names.set(id, own.name[language]);
    }
    return [...names].map(([id, name]) => ({ id, name }));
  }, [live, drafted, language]);
}
