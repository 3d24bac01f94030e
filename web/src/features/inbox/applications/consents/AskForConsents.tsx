import { useTranslation } from "react-i18next";
import { AskDialog } from "@/ui/consents/AskDialog";
import type { AskFor } from "@/ui/consents/consents";
import { useWhyNot } from "../letters/useWhyNot";
import { useAskForConsentsMutation, type ConsentOfChild } from "./calls";

/** Asks the family of one application. */
export function AskForConsents({ id, open, onClose }: { id: string; open: readonly ConsentOfChild[]; onClose: () => void }) {
  const { t } = useTranslation("letterConsents");
  const whyNot = useWhyNot();
  const [ask, { error, isLoading }] = useAskForConsentsMutation();
  // What still lacks an answer that counts.
  const first = open.filter(({ state }) => state === "never" || state === "older").map(({ code }) => code);
  const send = async (asked: AskFor) => {
    const answer = await ask({ id, asked });
    if (!answer.error) onClose();
  };
  return <AskDialog title={t("staff.ask")} text={t("staff.ask.text")} open={open} first={first} busy={isLoading} error={whyNot(error)} onAsk={(asked) => void send(asked)} onClose={onClose} />;
}
