import { TextInput } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language } from "@/i18n/languages";
import type { Insertable } from "../desk/FieldButtons";
import { inserted, select, selectionOf } from "../desk/insert";
import { InsertField } from "../legal/InsertField";
import { MOST, type Words } from "./letters";
import classes from "./letters.module.css";

interface Props {
  label: string;
  value: Words;
  off: boolean;
  /** What can be put where the caret is; absent where no field is filled. */
  fields?: readonly Insertable[];
  onChange: (value: Words, language: Language) => void;
}

/** A line in both languages, side by side where there is room. */
export function Bilingual({ label, value, off, fields, onChange }: Props) {
  const { t } = useTranslation(["settingsLetters", "settingsDesk"]);
  const last = useRef<{ language: Language; field: HTMLInputElement } | null>(null);
  const insert = (token: string) => {
    if (!last.current) return;
    const { language, field } = last.current;
    const typed = inserted(field.value, selectionOf(field), token);
    onChange({ ...value, [language]: typed.value }, language);
    select(field, typed);
  };
  return (
    <div className={classes.field}>
      <div className={classes.pair}>
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            label={t(`settingsDesk:in.${language}`, { what: label })}
            lang={language}
            dir={language === "ar" ? "rtl" : "ltr"}
            maxLength={MOST.text}
            readOnly={off}
            value={value[language] ?? ""}
            error={(value[language] ?? "").trim() === "" ? t("empty") : undefined}
            onFocus={(event) => (last.current = { language, field: event.currentTarget })}
            onChange={(event) => onChange({ ...value, [language]: event.currentTarget.value }, language)}
          />
        ))}
      </div>
      {fields && <InsertField label={t("insert", { what: label })} off={off} fields={fields} onInsert={insert} />}
    </div>
  );
}
