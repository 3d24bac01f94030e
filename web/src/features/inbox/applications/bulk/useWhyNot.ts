import { useTranslation } from "react-i18next";
import { useMessage } from "@/ui/useMessage";
import { whyOf } from "./whyNot";

/** Why an application was not moved, in words. */
export function useWhyNot(): (messageId: string | null | undefined, guard: string | null | undefined) => string {
  const { t } = useTranslation("moves");
  const message = useMessage();
  return (messageId, guard) => {
    const why = whyOf(messageId ?? "", guard);
    return why ? t(`why.${why}`) : message(messageId ?? "");
  };
}
