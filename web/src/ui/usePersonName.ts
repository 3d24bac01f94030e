import { useCallback } from "react";
import { useLanguage } from "@/i18n/useLanguage";

interface Named {
  person: string;
  person_ar?: string | null;
}

/** Whom something is about: the Arabic name for who reads Arabic, where the form asks for both; empty where there is none to show. */
export function usePersonName(): (of: Named) => string {
  const { language } = useLanguage();
  return useCallback(({ person, person_ar }) => (language === "ar" && person_ar) || person, [language]);
}
