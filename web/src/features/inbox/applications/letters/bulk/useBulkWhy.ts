import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { isolateOwn } from "@/i18n/isolate";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";

const GUARDS = ["has_one", "closed", "too_many", "unprovable", "unfilled", "too_long", "letter_opened", "letter_posted", "letter_over", "not_drawn"] as const;

/** Why one of many got no letter, or why nothing became of its letter, in words. */
export function useBulkWhy(): (one: { message_id: string | null; guard: string | null; detail: string | null }) => string {
  const { t } = useTranslation("letters");
  const message = useMessage();
  return ({ message_id, guard, detail }) => {
    if (message_id === "A001") return t("bulk.why.unseen");
    const known = GUARDS.find((each) => each === guard);
    if (!known) return message(message_id ?? "");
    return t(`bulk.why.${known}`, { field: isolateOwn(detail ?? "") });
  };
}

/** Why a job was not begun; null where nothing was refused. */
export function useBulkRefused(): (error: Parameters<typeof failureOf>[0]) => string | null {
  const { t } = useTranslation("letters");
  const message = useMessage();
  const format = useFormat();
  return (error) => {
    if (!error) return null;
    const { messageId, problems, body } = failureOf(error);
    const { limit } = (body ?? {}) as { limit?: number };
    if (messageId === "A008") return t("bulk.refused.busy");
    if (messageId === "A009") return t("bulk.refused.many", { n: format.number(limit ?? 0) });
    if (messageId === "A012") return t("bulk.refused.none");
    if (problems.some(({ path }) => path === "/ids" || path === "/filter")) return t("bulk.refused.empty");
    if (problems.some(({ path }) => path === "/code")) return t("bulk.refused.code");
    return message(messageId);
  };
}
