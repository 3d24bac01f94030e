import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useListChangeableAnswersQuery } from "@/api/generated";
import type { UnlockChoice } from "@/api/generatedTypes";
import { hasPlace } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { useLanguage } from "@/i18n/useLanguage";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Dialog } from "@/ui/Dialog";
import { RecordStates } from "@/ui/record/RecordStates";
import { useFormat } from "@/ui/useFormat";
import { Questions } from "../unlocks/Questions";
import { ChangeForm } from "./ChangeForm";

/** What the server takes. */
const MOST_FIELDS = 40;

interface Props {
  enquiry: Enquiry;
  onChanged: () => void;
  onClose: () => void;
}

/** First which answers, then what they are from now on and why. */
export function ChangeDialog({ enquiry, onChanged, onClose }: Props) {
  const { t } = useTranslation("unlocked");
  const { language } = useLanguage();
  const [fields, setFields] = useState<readonly string[] | null>(null);
  const named = fields ? { fields: fields.join(",") } : {};
  const { data, error, refetch } = useListChangeableAnswersQuery({ id: enquiry.id, lng: language, ...named }, { refetchOnMountOrArgChange: true });
  if (data && !fields && data.choices.length > 0) return <Choosing choices={data.choices} seated={hasPlace(enquiry.state)} onChosen={setFields} onClose={onClose} />;
  if (data?.document && fields) return <ChangeForm key={fields.join(",")} id={enquiry.id} shown={{ ...data, document: data.document }} onStale={() => void refetch()} onChanged={onChanged} onClose={onClose} />;
  const words = { loading: t("staff.loading"), failed: t("staff.failed"), gone: t("staff.gone"), retry: t("retry") };
  return (
    <Dialog title={t("change.title")} onClose={onClose}>
      {data && !fields ? <p>{t("change.nothing")}</p> : <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />}
    </Dialog>
  );
}

function Choosing({ choices, seated, onChosen, onClose }: { choices: readonly UnlockChoice[]; seated: boolean; onChosen: (fields: readonly string[]) => void; onClose: () => void }) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const count = chosen.size;
  const fault = count === 0 ? t("staff.missing") : count > MOST_FIELDS ? t("staff.most", { count: MOST_FIELDS, shown: format.number(MOST_FIELDS) }) : null;
  const toggle = (field: string, is: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (is) next.add(field);
      else next.delete(field);
      return next;
    });
  const confirm = () => {
    setTried(true);
    if (!fault) onChosen(choices.map(({ field }) => field).filter((field) => chosen.has(field)));
  };
  return (
    <ConfirmDialog opened onClose={onClose} size={640} title={t("change.title")} text={t("change.lead")} confirm={t("change.next")} onConfirm={confirm}>
      <Questions choices={choices} chosen={chosen} fault={tried ? fault : null} seated={seated} onToggle={toggle} />
    </ConfirmDialog>
  );
}
