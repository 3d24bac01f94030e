import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type messages from "@locales/en/messages.json";

/** The text of a message id in the shown language; an id we have no text for is named, so that staff can report it. */
export function useMessage(): (id: string) => string {
  const { t, i18n } = useTranslation("messages");
  return useCallback(
    (id) => (i18n.exists(id, { ns: "messages" }) ? t(id as keyof typeof messages) : t("unknown", { id })),
    [t, i18n],
  );
}
