import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { FIELDS, KINDS, type Palette } from "./blocks";

/** What terms, privacy and consents are made of. */
export function usePlainPalette(): Palette {
  const { t } = useTranslation("settingsWords");
  return useMemo(() => ({ kinds: KINDS, fields: FIELDS.map((each) => ({ token: `{{${each}}}`, label: t(`legal.field.${each}`) })), lists: [], asks: [] }), [t]);
}
