import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** What a table is called: by its words where it is one that comes with our components, else by the name of its file. */
export function useTableName(): (name: string) => string {
  const { t, i18n } = useTranslation("settingsDesk");
  return useCallback(
    (name) => {
      const key = `tableName.${name}`;
      return i18n.exists(key, { ns: "settingsDesk" }) ? t(key as "tableName.fees") : name;
    },
    [t, i18n],
  );
}
