import { useTranslation } from "react-i18next";
import type { Failure } from "@/api/envelope";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";

/** What a refusal of many says beside the fields; null where the fields say it. */
export function useRefused(refused: Failure | null): string | null {
  const { t } = useTranslation("moves");
  const message = useMessage();
  const format = useFormat();
  if (!refused) return null;
  const { limit } = (refused.body ?? {}) as { limit?: number };
  switch (refused.messageId) {
    case "A008":
      return t("refused.busy");
    case "A009":
      return t("refused.many", { n: format.number(limit ?? 0) });
    case "F003":
      return refused.problems.some(({ path }) => path.startsWith("/ids") || path.startsWith("/filter")) ? t("refused.none") : null;
    default:
      return message(refused.messageId);
  }
}
