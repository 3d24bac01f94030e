import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { ConfirmDialog } from "@/ui/ConfirmDialog";

/** The longest that the server takes a document for good. */
const MOST_YEARS = 50;

interface Props {
  /** The file's own name. */
  name: string;
  busy: boolean;
  error: string | null;
  onSend: (day: string) => void;
  onClose: () => void;
}

/** Accepts a document until the day that stands on it. */
export function AcceptDialog({ name, busy, error, onSend, onClose }: Props) {
  const { t } = useTranslation("documents");
  const { today } = useSchool();
  const [day, setDay] = useState("");
  const [tried, setTried] = useState(false);
  const last = `${Number(today.slice(0, 4)) + MOST_YEARS}${today.slice(4)}`;
  const fault = !isIsoDate(day) ? "missing" : day < today ? "past" : day > last ? "far" : null;
  const send = () => {
    setTried(true);
    if (!fault) onSend(day);
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t("accept.title", { name: `\u2068${name}\u2069` })} text={t("accept.text")} confirm={t("accept.confirm")} busy={busy} error={error} onConfirm={send}>
      <DateField label={t("accept.day")} value={day} min={today} max={last} error={tried && fault && t(`accept.${fault}`)} onChange={setDay} />
    </ConfirmDialog>
  );
}
