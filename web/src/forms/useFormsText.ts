import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Translate } from "./translate";

/** The translator of the `forms` namespace for keys that are made from codes. `texts.test.ts` proves that they all exist. */
export function useFormsText(): Translate {
  const { t } = useTranslation("forms");
  return useMemo(() => t as unknown as Translate, [t]);
}
