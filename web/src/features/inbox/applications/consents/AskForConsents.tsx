import { Checkbox, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { PAPER_LANGUAGES, type PaperLanguage } from "../letters/calls";
import { useWhyNot } from "../letters/useWhyNot";
import { useAskForConsentsMutation, type ConsentOfChild } from "./calls";

/** What the server takes at once. */
const MOST = 8;
const DAYS = [7, 14, 21, 30, 60, 90] as const;

/** Which consents a family is asked for, until when, and in which language. */
export function AskForConsents({ id, open, onClose }: { id: string; open: readonly ConsentOfChild[]; onClose: () => void }) {
  const { t } = useTranslation(["letterConsents", "letters"]);
  const bilingual = useBilingual();
  const format = useFormat();
  const whyNot = useWhyNot();
  const [ask, { error, isLoading }] = useAskForConsentsMutation();
  // What still lacks an answer that counts is asked for where nobody says otherwise.
  const [codes, setCodes] = useState<readonly string[]>(() => open.filter(({ state }) => state === "never" || state === "older").slice(0, MOST).map(({ code }) => code));
  const [days, setDays] = useState<number>(14);
  const [language, setLanguage] = useState<PaperLanguage>("both");
  const [tried, setTried] = useState(false);
  const isFew = codes.length >= 1 && codes.length <= MOST;
  const send = async () => {
    setTried(true);
    if (!isFew) return;
    const answer = await ask({ id, asked: { codes, days, language } });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={t("staff.ask")} text={t("staff.ask.text")} confirm={t("staff.ask.go")} busy={isLoading} error={whyNot(error)} onConfirm={() => void send()}>
      <Checkbox.Group label={t("staff.ask.which")} value={[...codes]} error={tried && !isFew && t("staff.ask.which.wrong", { most: format.number(MOST) })} onChange={setCodes}>
        {open.map((one) => (
          <Checkbox key={one.code} mt="xs" value={one.code} label={bilingual(one.title)} description={`${t(`state.${one.state}`)}${one.required ? ` · ${t("required")}` : ""}`} />
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
