import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { formatDate, formatInstant, formatMoney, formatNumber, type FormatSettings } from "@/i18n/format";
import { asLanguage, LANGUAGE_NAMES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import type { Profile } from "./api";
import { Card } from "./Card";
import classes from "./profile.module.css";
import { useProfileChange } from "./useProfileChange";

/** The language of the pages and of the school's messages, with how dates and amounts will look in it. */
export function LanguageTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation("profile");
  const school = useSchool();
  const { language, change } = useLanguage();
  const { save, error } = useProfileChange(profile);
  const [saved, setSaved] = useState(false);

  const choose = async (chosen: string) => {
    setSaved(false);
    // The page changes at once; the account remembers it for the school's messages.
    const locale = asLanguage(chosen);
    change(locale);
    if (await save({ locale })) setSaved(true);
  };
  return (
    <Card title={t("profile.language.title")} lead={t("profile.language.lead")}>
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {error}
        </Alert>
      )}
      <Radio.Group value={language} onChange={(chosen) => void choose(chosen)} aria-label={t("profile.language.title")}>
        <Stack gap="sm">
          {school.languages.map((each) => (
            <Radio key={each} value={each} label={<span lang={each}>{LANGUAGE_NAMES[asLanguage(each)]}</span>} />
          ))}
        </Stack>
      </Radio.Group>
      <Preview language={language} />
      <span role="status" className={classes.saved}>
        {saved && (
          <>
            <IconCircleCheck size={20} stroke={1.5} aria-hidden /> {t("profile.saved")}
          </>
        )}
      </span>
    </Card>
  );
}

/** The same day, moment, number and amount as every page will write them. */
function Preview({ language }: { language: Language }) {
  const { t } = useTranslation("profile");
  const { digits, time_zone: timeZone, currency, today } = useSchool() as ReturnType<typeof useSchool> & { today?: string };
  const settings: FormatSettings = { language, digits, timeZone };
  const [now] = useState(() => new Date().toISOString());
  const rows = [
    [t("profile.preview.date"), formatDate(today ?? now.slice(0, 10), settings)],
    [t("profile.preview.time"), formatInstant(now, settings)],
    [t("profile.preview.number"), formatNumber(12_345.5, settings)],
    [t("profile.preview.money"), formatMoney(1_487_125, currency, settings)],
  ];
  return (
    <dl className={classes.preview}>
      {rows.map(([name, value]) => (
        <div key={name} style={{ display: "contents" }}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
