import { useCallback, useMemo } from "react";
import { useMaybeSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";

/** Who reads what forms keep for some of the staff: each audience of the school with its name. */
export function useAudiences(): readonly { id: string; name: string }[] {
  const { language } = useLanguage();
  const audiences = useMaybeSchool()?.audiences;
  return useMemo(() => (audiences ?? []).map(({ id, name }) => ({ id, name: name[language] })), [audiences, language]);
}

/** The name of an audience; its id where the school has none of that any more. */
export function useAudienceName(): (id: string) => string {
  const audiences = useAudiences();
  return useCallback((id) => audiences.find((each) => each.id === id)?.name ?? id, [audiences]);
}
