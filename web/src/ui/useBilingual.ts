import { useCallback } from "react";
import type { Bilingual } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";

/** Picks the shown language of a text that the server sends in both; the other one rather than nothing. */
export function useBilingual(): (text: Bilingual | null | undefined) => string {
  const { language } = useLanguage();
  return useCallback((text) => (text ? text[language] || text.en || text.ar : ""), [language]);
}
