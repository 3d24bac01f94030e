import type { TFunction } from "i18next";

/** What a till may sell. */
export const STORES = ["canteen", "uniform"] as const;

/** The names of what a till sells, joined; a name that we do not know stays as it is. */
export function storeWords(t: TFunction<"settings">, types: readonly string[]): string {
  const names = types.map((type) => {
    const known = STORES.find((each) => each === type);
    return known ? t(`tills.store.${known}`) : type;
  });
  return names.length > 0 ? names.join(t("people.comma")) : t("tills.store.none");
}
