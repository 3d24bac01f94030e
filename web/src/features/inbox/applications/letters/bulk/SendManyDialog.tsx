import "@mantine/core/styles/InlineInput.layer.css";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { PAPER_LANGUAGES } from "../calls";
import { useTemplates } from "../useTemplates";
import { useWhyNot } from "../useWhyNot";
import { BulkPreview } from "./BulkPreview";
import { usePreviewLetterJobMutation, useStartLetterJobMutation, type BulkPreviewAnswer, type Chosen } from "./bulkCalls";
import classes from "../../bulk/moves.module.css";
import { useBulkRefused } from "./useBulkWhy";

/** For how many days a letter can be opened, where nobody says. */
const DAYS = "90";
const MOST_DAYS = 365;

interface Props {
  chosen: Chosen;
  count: number;
  /** It is begun. */
  onAsked: () => void;
  onClose: () => void;
}

/** Sends one letter to many: which, in which language and for how long; who gets it and who does not; and only then is it begun. */
export function SendManyDialog({ chosen, count, onAsked, onClose }: Props) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const bilingual = useBilingual();
  const whyNot = useWhyNot();
  const refusedWhy = useBulkRefused();
  const { templates, error, wanted, want } = useTemplates();
  const [show, looking] = usePreviewLetterJobMutation();
  const [start, starting] = useStartLetterJobMutation();
  const [days, setDays] = useState(DAYS);
  const [tried, setTried] = useState(false);
  const [preview, setPreview] = useState<BulkPreviewAnswer | null>(null);
  const until = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  const isFit = until >= 1 && until <= MOST_DAYS;
  const go = async () => {
    setTried(true);
    if (!wanted || !isFit) return;
    const body = { ...wanted, days: until, ...chosen };
    if (!preview) {
      const answer = await show(body);
      if (answer.data) setPreview(answer.data);
      return;
    }
    const answer = await start(body);
    if (!answer.error) onAsked();
  };
  const none = preview?.will_send === 0;
  const letter = templates?.find(({ code }) => code === wanted?.code);
  const named = letter && wanted && t("bulk.of", { letter: `\u2068${bilingual(letter.title)}\u2069`, language: t(`hand.language.${wanted.language}`) });
  const confirm = preview ? (none ? t("bulk.none") : t("bulk.go", { count: preview.will_send, shown: format.number(preview.will_send) })) : t("bulk.look");
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      size={620}
      title={t("bulk.title", { count, shown: format.number(count) })}
      text={templates?.length === 0 ? t("hand.none") : preview ? named : t("bulk.text")}
      confirm={confirm}
      busy={looking.isLoading || starting.isLoading}
      disabled={!wanted || none}
      error={whyNot(error) ?? refusedWhy(preview ? starting.error : looking.error)}
      onConfirm={() => void go()}
    >
      {preview && wanted ? (
        <>
          <BulkPreview preview={preview} wanted={wanted} />
          <Button variant="subtle" className={classes.back} onClick={() => setPreview(null)}>
            {t("bulk.change")}
          </Button>
        </>
      ) : (
        wanted &&
        templates && (
          <div className={classes.fields}>
            <NativeSelect
              data-autofocus
              label={t("hand.which")}
              value={wanted.code}
              data={templates.map((each) => ({ value: each.code, label: bilingual(each.title) }))}
              onChange={({ currentTarget: { value } }) => {
                const template = templates.find((each) => each.code === value);
                if (template) want({ code: template.code, language: template.languages });
              }}
            />
            <NativeSelect
              label={t("hand.language")}
              value={wanted.language}
              data={PAPER_LANGUAGES.map((value) => ({ value, label: t(`hand.language.${value}`) }))}
              onChange={({ currentTarget: { value } }) => want({ ...wanted, language: PAPER_LANGUAGES.find((each) => each === value) ?? wanted.language })}
            />
            <TextInput
              label={t("bulk.days")}
              inputMode="numeric"
              maxLength={3}
              value={days}
              error={tried && !isFit && t("bulk.days.wrong")}
              onChange={(event) => setDays(event.currentTarget.value)}
            />
          </div>
        )
      )}
    </ConfirmDialog>
  );
}
