import { Button, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toPointer } from "@/forms/pointer";
import { useLanguage } from "@/i18n/useLanguage";
import { useSetting } from "../../desk/useDesk";
import classes from "./plugin.module.css";
import parts from "../parts.module.css";
import { LANGUAGES, type Language } from "../model/types";

interface Props {
  form: string;
  name: string;
  /** The words as they are live. */
  standard: Record<Language, string>;
}

/** One text of a plugin's form, in both languages. */
export function WordsRow({ form, name, standard }: Props) {
  const { language } = useLanguage();
  const order = language === "ar" ? LANGUAGES.toReversed() : LANGUAGES;
  return (
    <li className={classes.wordRow}>
      <code dir="ltr" id={`key-${name}`} className={classes.key}>
        {name}
      </code>
      <div className={parts.pair}>
        {order.map((which) => (
          <Words key={which} form={form} name={name} language={which} standard={standard[which]} label={standard[language] || name} />
        ))}
      </div>
    </li>
  );
}

interface WordsProps {
  form: string;
  name: string;
  language: Language;
  standard: string;
  /** What the text says in the reader's language: its key means something to its author only. */
  label: string;
}

function Words({ form, name, language, standard, label }: WordsProps) {
  const { t } = useTranslation("builder");
  const setting = useSetting<string | null>(`locales/${language}/form-${form}.json`, toPointer([name]));
  const { value, published } = setting;
  const own = typeof value === "string";
  // What is live already holds the school's published words: without them the plugin's own are not known here.
  const shown = own ? value : standard;
  return (
    <div>
      <Textarea
        aria-label={t(`in.${language}`, { what: label })}
        aria-describedby={`key-${name}`}
        lang={language}
        dir={language === "ar" ? "rtl" : "ltr"}
        rows={shown.length > 90 ? 4 : shown.length > 45 ? 2 : 1}
        resize="vertical"
        maxLength={4000}
        readOnly={setting.readOnly !== null}
        value={shown}
        error={own && value.trim() === "" ? t(`words.missing.${language}`) : undefined}
        onChange={(event) => setting.set(event.currentTarget.value)}
      />
      {own && setting.readOnly === null && (
        <Button size="compact-xs" variant="subtle" onClick={() => setting.set(undefined)}>
          {t(typeof published === "string" && !setting.isChanged ? "plugin.reset" : "plugin.back")}
        </Button>
      )}
    </div>
  );
}
