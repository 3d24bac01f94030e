import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { SegmentedControl } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { asLanguage, LANGUAGE_NAMES, type Language } from "@/i18n/languages";

/** In which language a form is looked at; nothing to choose where the school has one. */
export function TrialLanguage({ value, onChange }: { value: Language; onChange: (language: Language) => void }) {
  const { t } = useTranslation("builder");
  const { languages } = useSchool();
  if (languages.length < 2) return null;
  return (
    <SegmentedControl
      size="sm"
      aria-label={t("trial.language")}
      value={value}
      onChange={onChange}
      data={languages.map((each) => ({ value: asLanguage(each), label: <span lang={each}>{LANGUAGE_NAMES[asLanguage(each)]}</span> }))}
    />
  );
}
