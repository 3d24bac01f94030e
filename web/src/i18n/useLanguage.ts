import { useTranslation } from "react-i18next";
import { asLanguage, directionOf, type Direction, type Language } from "./languages";

/** The language shown now, its direction, and how to change it. */
export function useLanguage(): { language: Language; direction: Direction; change: (to: Language) => void } {
  const { i18n } = useTranslation();
  const language = asLanguage(i18n.resolvedLanguage ?? i18n.language);
  return {
    language,
    direction: directionOf(language),
    change: (to) => {
      void i18n.changeLanguage(to);
    },
  };
}
