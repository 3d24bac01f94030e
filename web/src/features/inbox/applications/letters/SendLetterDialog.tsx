import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useSendByHandMutation, type LetterTemplate } from "./calls";
import { TemplateFields } from "./TemplateFields";
import { useTemplates } from "./useTemplates";
import { useWhyNot } from "./useWhyNot";

/** Consents of one application are asked for where they stand (`AskForConsents`), several with one letter. */
const isLetter = ({ kind }: LetterTemplate) => kind !== "consent";

/** Sends a letter that nobody signs: which, in which language, and how it looks before it goes. */
export function SendLetterDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("letters");
  const whyNot = useWhyNot();
  const { templates, error, wanted, want } = useTemplates(isLetter);
  const [send, sending] = useSendByHandMutation();
  const go = async () => {
    if (!wanted) return;
    const answer = await send({ id, wanted });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("hand.send")}
      text={templates?.length === 0 ? t("hand.none") : t("hand.text")}
      confirm={t("hand.send.go")}
      busy={sending.isLoading}
      disabled={!wanted}
      error={whyNot(sending.error) ?? whyNot(error)}
      onConfirm={() => void go()}
    >
      {!error && <TemplateFields templates={templates} wanted={wanted} onWant={want} preview={id} />}
    </ConfirmDialog>
  );
}
