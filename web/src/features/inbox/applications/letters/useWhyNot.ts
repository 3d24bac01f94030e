import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useMessage } from "@/ui/useMessage";

const CODES = ["unfilled", "unprovable", "unsent", "maxItems", "none", "enum", "closed", "waiting"] as const;
const GUARDS = ["letter_over", "not_invited", "not_accepted", "letter_stands"] as const;

/** Why something could not be done with a letter, in words; null where nothing was refused. */
export function useWhyNot(): (error: Parameters<typeof failureOf>[0]) => string | null {
  const { t } = useTranslation("letters");
  const message = useMessage();
  return (error) => {
    if (!error) return null;
    const { messageId, problems, body } = failureOf(error);
    const code = CODES.find((each) => problems.some((problem) => problem.code === each));
    if (code) return t(`hand.why.${code}`);
    const said = typeof body === "object" && body !== null && "guard" in body ? body.guard : null;
    const guard = GUARDS.find((each) => each === said);
    return guard ? t(`hand.why.${guard}`) : message(messageId);
  };
}
