import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useNotePostedMutation, type SentLetter } from "./calls";
import { useWhyNot } from "./useWhyNot";

/** What the server takes of a note. */
const LONGEST = 300;

interface Props {
  id: string;
  letter: SentLetter;
  /** What was written down last, where that is put right. */
  wrong?: SentLetter["posts"][number] | undefined;
  onClose: () => void;
}

/** Writes down that a letter was posted on paper, or puts right what was written down. */
export function PostedDialog({ id, letter, wrong, onClose }: Props) {
  const { t } = useTranslation("letters");
  const { today } = useSchool();
  const whyNot = useWhyNot();
  const [note, noting] = useNotePostedMutation();
  const [day, setDay] = useState(wrong?.posted_on ?? today);
  const [said, setSaid] = useState(wrong?.note ?? "");
  const [tried, setTried] = useState(false);
  const isFit = isIsoDate(day) && day <= today && day >= letter.issued_on;
  const send = async () => {
    setTried(true);
    if (!isFit) return;
    const answer = await note({ id, letter: letter.id, corrects: wrong !== undefined, posted_on: day, note: said.trim() });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t(wrong ? "hand.post.correct" : "hand.post.title")} text={t(wrong ? "hand.post.correct.text" : "hand.post.text")} confirm={t("hand.post.go")} busy={noting.isLoading} error={whyNot(noting.error)} onConfirm={() => void send()}>
      <DateField label={t("hand.post.day")} value={day} min={letter.issued_on} max={today} error={tried && !isFit && t("hand.post.day.wrong")} onChange={setDay} />
      <TextInput label={t("hand.post.note")} dir="auto" maxLength={LONGEST} value={said} onChange={(event) => setSaid(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
