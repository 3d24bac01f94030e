import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox, NativeSelect, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { UnlockChoice, UnlockView } from "@/api/generatedTypes";
import { hasPlace } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Dialog } from "@/ui/Dialog";
import { RecordStates } from "@/ui/record/RecordStates";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useListUnlocksQuery, useUnlockFieldsMutation } from "./api";
import { Questions } from "./Questions";
import classes from "./unlocks.module.css";

/** What the server takes. */
const MOST_FIELDS = 40;
const LONGEST = 1000;
const DAYS = [1, 3, 7, 14, 30] as const;

interface Props {
  enquiry: Enquiry;
  /** Others are open now. */
  replaces: boolean;
  onOpened: (unlock: UnlockView, notify: boolean) => void;
  onClose: () => void;
}

/** Which answers, until when, and what the family is told. */
export function UnlockDialog({ enquiry, replaces, onOpened, onClose }: Props) {
  const { t } = useTranslation("unlocked");
  const { data, error, refetch } = useListUnlocksQuery({ id: enquiry.id }, { refetchOnMountOrArgChange: true });
  if (data && data.choices.length > 0) return <Choosing enquiry={enquiry} choices={data.choices} replaces={replaces} onOpened={onOpened} onClose={onClose} />;
  const words = { loading: t("staff.loading"), failed: t("staff.failed"), gone: t("staff.gone"), retry: t("retry") };
  return (
    <Dialog title={t("staff.title")} onClose={onClose}>
      {data ? <p>{t("staff.nothing")}</p> : <RecordStates order={2} error={error} words={words} retry={() => void refetch()} />}
    </Dialog>
  );
}

function Choosing({ enquiry, choices, replaces, onOpened, onClose }: Props & { choices: readonly UnlockChoice[] }) {
  const { t } = useTranslation("unlocked");
  const format = useFormat();
  const message = useMessage();
  const [open, { isLoading, error }] = useUnlockFieldsMutation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState("");
  const [days, setDays] = useState(7);
  const [notify, setNotify] = useState(true);
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
  const confirm = async () => {
    setTried(true);
    if (fault) return;
    const fields = choices.map(({ field }) => field).filter((field) => chosen.has(field));
    const answer = await open({ id: enquiry.id, unlockFieldsRequest: { version: enquiry.version, fields, message: words.trim(), days, notify } });
    if (answer.data) onOpened(answer.data.unlock, notify);
  };
  return (
    <ConfirmDialog opened onClose={onClose} size={640} title={t("staff.title")} text={t("staff.lead")} confirm={t("staff.send")} busy={isLoading} error={error && message(failureOf(error).messageId)} onConfirm={() => void confirm()}>
      {replaces && <p className={classes.quiet}>{t("staff.replaces")}</p>}
      <Questions choices={choices} chosen={chosen} fault={tried ? fault : null} seated={hasPlace(enquiry.state)} onToggle={toggle} />
      <Textarea label={t("staff.message")} description={t("staff.message.help")} rows={3} dir="auto" maxLength={LONGEST} value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <NativeSelect
        label={t("staff.days")}
        value={String(days)}
        data={DAYS.map((each) => ({ value: String(each), label: t("staff.days.option", { count: each, shown: format.number(each) }) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <Checkbox label={t("staff.notify")} description={t("staff.notify.help")} checked={notify} onChange={(event) => setNotify(event.currentTarget.checked)} />
    </ConfirmDialog>
  );
}
