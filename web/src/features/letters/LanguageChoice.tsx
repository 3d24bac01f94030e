import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, type Language } from "@/i18n/languages";
import classes from "./letter.module.css";

/** What of a text in two languages is shown. */
export type Shown = Language | "both";
const CHOICES: readonly Shown[] = ["en", "ar", "both"];

/** Which language of a letter in both is read. */
export function LanguageChoice({ shown, onChoose }: { shown: Shown; onChoose: (shown: Shown) => void }) {
  const { t } = useTranslation("letters");
  return (
    <div className={classes.languages} role="group" aria-label={t("offer.language")}>
      {CHOICES.map((each) => (
        <Button key={each} {...(each !== "both" && { lang: each })} variant={each === shown ? "filled" : "default"} aria-pressed={each === shown} onClick={() => onChoose(each)}>
          {each === "both" ? t("offer.both") : LANGUAGE_NAMES[each]}
        </Button>
      ))}
    </div>
  );
}
