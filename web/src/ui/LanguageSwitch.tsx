import { UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMaybeSchool } from "@/api/school";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import classes from "./LanguageSwitch.module.css";

/** The other language, in its own script; absent where the school offers only one. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const { language, change } = useLanguage();
  const school = useMaybeSchool();
  const other = LANGUAGES.find((each) => each !== language && (!school || school.languages.includes(each)));
  if (!other) return null;
  return (
    <UnstyledButton className={classes.switch} lang={other} aria-label={`${LANGUAGE_NAMES[other]} (${t("language.switch")})`} onClick={() => change(other)}>
      {LANGUAGE_NAMES[other]}
    </UnstyledButton>
  );
}
