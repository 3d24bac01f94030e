import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useFormat } from "@/ui/useFormat";
import { usePostLetterJobMutation, type LetterJob } from "./bulkCalls";
import { useBulkRefused } from "./useBulkWhy";

/** What the server takes of a note. */
const LONGEST = 300;

/** Writes down one day on which all letters of a job were posted on paper. */
export function PostManyDialog({ job, onClose }: { job: LetterJob; onClose: () => void }) {
  const { t } = useTranslation("letters");
  const { today } = useSchool();
  const format = useFormat();
  const refusedWhy = useBulkRefused();
  const [post, { isLoading, error }] = usePostLetterJobMutation();
  const [day, setDay] = useState(today);
  const [note, setNote] = useState("");
  const [tried, setTried] = useState(false);
  const isFit = isIsoDate(day) && day <= today;
  const isDay = error && failureOf(error).problems.some(({ path }) => path === "/posted_on");
  const send = async () => {
    setTried(true);
    if (!isFit) return;
    const answer = await post({ id: job.id, posted_on: day, note: note.trim() });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t("many.posted")} text={t("bulk.post.text", { n: format.number(job.sent) })} confirm={t("many.posted.go")} busy={isLoading} error={isDay ? null : refusedWhy(error)} onConfirm={() => void send()}>
      <DateField label={t("hand.post.day")} value={day} max={today} error={((tried && !isFit) || isDay) && t("hand.post.day.wrong")} onChange={setDay} />
      <TextInput label={t("hand.post.note")} dir="auto" maxLength={LONGEST} value={note} onChange={(event) => setNote(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
