import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useMessage } from "@/ui/useMessage";
import { useSayOfConditionMutation, type ConditionDecision, type OfferCondition } from "./calls";

export type Say = ConditionDecision["state"];

/** What the server takes of a reason. */
const LONGEST = 300;
const GUARDS = ["condition_decided", "offer_over"] as const;

interface Props {
  id: string;
  letter: string;
  say: Say;
  condition: OfferCondition;
  onClose: () => void;
}

/** Says what became of a condition: with a reason where it failed or is waived, with a day where it is open again. */
export function SayDialog({ id, letter, say, condition, onClose }: Props) {
  const { t } = useTranslation("letters");
  const { today } = useSchool();
  const bilingual = useBilingual();
  const message = useMessage();
  const [send, { error, isLoading }] = useSayOfConditionMutation();
  const [reason, setReason] = useState("");
  const [day, setDay] = useState(condition.due_on >= today ? condition.due_on : "");
  const [tried, setTried] = useState(false);
  const needsReason = say === "failed" || say === "waived";
  // Of one that is open already, the day alone is another.
  const isLonger = say === "open" && (condition.state === "open" || condition.state === "submitted");
  const isFit = say === "open" ? isIsoDate(day) && day >= today : !needsReason || reason.trim() !== "";

  const decide = async () => {
    setTried(true);
    if (!isFit) return;
    const decision: ConditionDecision = say === "open" ? { state: say, due_on: day } : say === "met" ? { state: say } : { state: say, reason: reason.trim() };
    const answer = await send({ id, letter, code: condition.code, decision });
    if (!answer.error) onClose();
  };
  const whyNot = (): string | null => {
    if (!error) return null;
    const { messageId, body } = failureOf(error);
    const said = typeof body === "object" && body !== null && "guard" in body ? body.guard : null;
    const guard = GUARDS.find((each) => each === said);
    return guard ? t(`cond.why.${guard}`) : message(messageId);
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={bilingual(condition.text)}
      text={t(`cond.say.${say}.text`)}
      confirm={t(`cond.say.${isLonger ? "longer" : say}`)}
      danger={say === "failed"}
      busy={isLoading}
      error={whyNot()}
      onConfirm={() => void decide()}
    >
      {needsReason && (
        <Textarea label={t("cond.reason")} dir="auto" autosize minRows={2} maxLength={LONGEST} value={reason} error={tried && !isFit && t("cond.reason.missing")} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
      {say === "open" && <DateField label={t("cond.day")} value={day} min={today} error={tried && !isFit && t("cond.day.wrong")} onChange={setDay} />}
    </ConfirmDialog>
  );
}
