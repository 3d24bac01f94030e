import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { LegalWhich } from "@/api/legal";
import { LANGUAGES } from "@/i18n/languages";
import { standardBlocks, type LegalText } from "./blocks";

/** The web's standard text in both languages, as a school may begin with it. */
export function useStandard(): (which: LegalWhich) => Promise<LegalText> {
  const { i18n } = useTranslation();
  return useCallback(
    async (which) => {
      const missing = LANGUAGES.filter((language) => !i18n.hasResourceBundle(language, "legal"));
      if (missing.length > 0) await i18n.reloadResources(missing, ["legal"]);
      const blocks = (language: (typeof LANGUAGES)[number]) => standardBlocks((i18n.getResourceBundle(language, "legal") ?? {}) as Record<string, unknown>, which);
      return { en: blocks("en"), ar: blocks("ar") };
    },
    [i18n],
  );
}
