import { Checkbox, NativeSelect, Radio, Stack } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { SettingFlag } from "../desk/fields";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";

const SPOKEN = { file: "school.yaml", pointer: "/languages" } as const;
const DIGITS = { file: "school.yaml", pointer: "/digits" } as const;
const SCRIPTS = ["latn", "arab"] as const;

/** In which languages the school speaks, which digits its Arabic has, and whether it counts by the Hijri calendar too. */
export function LanguageCard() {
  const { t } = useTranslation("settingsRooms");
  const digits = useSchoolSetting<string>(DIGITS.pointer);
  return (
    <Card title={t("language.title")} help={t("language.help")}>
      <Stack gap="lg">
        <Spoken />
        <div>
          <Radio.Group label={t("language.digits")} description={t("language.digits.help")} value={digits.value ?? "latn"} readOnly={digits.readOnly !== null} onChange={(value) => digits.set(value)}>
            {SCRIPTS.map((script) => (
              <Radio key={script} mt={8} value={script} disabled={digits.readOnly !== null} label={t(`language.digits.${script}`)} />
            ))}
          </Radio.Group>
          <Marks setting={digits} place={DIGITS} />
        </div>
        <SettingFlag pointer="/hijri" label={t("language.hijri")} description={t("language.hijri.help")} />
      </Stack>
    </Card>
  );
}

/** One language or both; the first is the one of whoever has chosen none. */
function Spoken() {
  const { t } = useTranslation("settingsRooms");
  const setting = useSchoolSetting<Language[]>(SPOKEN.pointer);
  const spoken = setting.value ?? LANGUAGES;
  const off = setting.readOnly !== null;
  const toggle = (language: Language, on: boolean) => setting.set(on ? [...spoken, language] : spoken.filter((each) => each !== language), language);
  return (
    <div>
      <Checkbox.Group label={t("language.spoken")} description={t("language.spoken.help")} value={[...spoken]}>
        {LANGUAGES.map((language) => (
          <Checkbox
            key={language}
            mt={8}
            value={language}
            label={<span lang={language}>{LANGUAGE_NAMES[language]}</span>}
            // A school without a language has no page.
            disabled={off || (spoken.length === 1 && spoken[0] === language)}
            onChange={(event) => toggle(language, event.currentTarget.checked)}
          />
        ))}
      </Checkbox.Group>
      {spoken.length > 1 && (
        <NativeSelect
          mt={12}
          label={t("language.first")}
          description={t("language.first.help")}
          disabled={off}
          value={spoken[0] ?? "en"}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={(event) => setting.set(LANGUAGES.toSorted((one) => (one === event.currentTarget.value ? -1 : 1)), "first")}
        />
      )}
      <Marks setting={setting} place={SPOKEN} />
    </div>
  );
}
