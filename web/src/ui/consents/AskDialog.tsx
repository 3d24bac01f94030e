import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Checkbox, NativeSelect } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../ConfirmDialog";
import { useBilingual } from "../useBilingual";
import { useFormat } from "../useFormat";
import { PAPER_LANGUAGES, type Askable, type AskFor } from "./consents";

/** What the server takes at once. */
const MOST = 8;
const DAYS = [7, 14, 21, 30, 60, 90] as const;

interface Props {
  title: string;
  text: ReactNode;
  open: readonly Askable[];
  /** What is asked for where nobody says otherwise. */
  first: readonly string[];
  busy?: boolean;
  error?: string | null;
  onAsk: (asked: AskFor) => void;
  onClose: () => void;
}

/** Which consents a family is asked for, until when, and in which language. */
export function AskDialog({ title, text, open, first, busy = false, error = null, onAsk, onClose }: Props) {
  const { t } = useTranslation(["letterConsents", "letters"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const [codes, setCodes] = useState<readonly string[]>(() => first.slice(0, MOST));
  const [days, setDays] = useState<number>(14);
  const [language, setLanguage] = useState<AskFor["language"]>("both");
  const [tried, setTried] = useState(false);
  const isFew = codes.length >= 1 && codes.length <= MOST;
  const send = () => {
    setTried(true);
    if (isFew) onAsk({ codes, days, language });
  };
  const said = ({ state, required, accepted = 0 }: Askable) =>
    [state && t(`state.${state}`), required && t("required"), accepted > 0 && t("ask.accepted", { count: accepted, shown: format.number(accepted) })].filter(Boolean).join(" · ");
  return (
    <ConfirmDialog opened onClose={onClose} title={title} text={text} confirm={t("staff.ask.go")} busy={busy} error={error} onConfirm={send}>
      <Checkbox.Group label={t("staff.ask.which")} value={[...codes]} error={tried && !isFew && t("staff.ask.which.wrong", { most: format.number(MOST) })} onChange={setCodes}>
        {open.map((one) => (
          <Checkbox key={one.code} mt="xs" value={one.code} label={bilingual(one.title)} description={said(one)} />
        ))}
      </Checkbox.Group>
      <NativeSelect
        label={t("staff.ask.days")}
        value={String(days)}
        data={DAYS.map((count) => ({ value: String(count), label: t("staff.ask.days.of", { count, shown: format.number(count) }) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <NativeSelect
        label={t("letters:hand.language")}
        value={language}
        data={PAPER_LANGUAGES.map((value) => ({ value, label: t(`letters:hand.language.${value}`) }))}
        onChange={(event) => setLanguage(PAPER_LANGUAGES.find((each) => each === event.currentTarget.value) ?? language)}
      />
    </ConfirmDialog>
  );
}
