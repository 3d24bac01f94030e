import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { LegalWhich } from "@/api/legal";
import { LANGUAGES, type Language } from "@/i18n/languages";
import { standardBlocks, type LegalText } from "./blocks";
import { standardConsent, type Consent, type StandardKind } from "./consents";

/** Our own texts in both languages, as a school may begin with them. */
export function useStandard(): { legal: (which: LegalWhich) => Promise<LegalText>; consent: (kind: StandardKind, code: string) => Promise<Consent> } {
  const { i18n } = useTranslation();
  const words = useCallback(
    async (namespace: "legal" | "consents") => {
      const missing = LANGUAGES.filter((language) => !i18n.hasResourceBundle(language, namespace));
      if (missing.length > 0) await i18n.reloadResources(missing, [namespace]);
      const bundle = (language: Language) => (i18n.getResourceBundle(language, namespace) ?? {}) as Record<string, unknown>;
      return { en: bundle("en"), ar: bundle("ar") };
    },
    [i18n],
  );
  const legal = useCallback(
    async (which: LegalWhich) => {
      const { en, ar } = await words("legal");
      return { en: standardBlocks(en, which), ar: standardBlocks(ar, which) };
    },
    [words],
  );
  const consent = useCallback(async (kind: StandardKind, code: string) => standardConsent(kind, code, await words("consents")), [words]);
  return { legal, consent };
}
