import { Checkbox, NativeSelect, Switch } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { Card } from "../desk/RoomHead";
import { Bilingual } from "./Bilingual";
import type { PartProps } from "./parts";
import { MAIL_FORMS, mailOf, MOST, PAPER_LANGUAGES, type PaperLanguage } from "./letters";
import classes from "./letters.module.css";
import { useLetterFields, useLetterPalette } from "./useLetterCatalogue";

/** What a letter is called, what stands over its text, and in which languages its paper is. */
export function AboutCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const { language } = useLanguage();
  const palette = useLetterPalette(letter.kind);
  const fields = useLetterFields(letter.kind).filter(({ kind }) => kind !== "list");
  const facts = letter.facts ?? [];
  return (
    <Card title={t("about")}>
      <Bilingual label={t("about.title")} value={letter.title} off={off} onChange={(title, of) => change({ title }, `title ${of}`)} />
      <Bilingual label={t("about.subject")} value={letter.subject} off={off} fields={palette.fields} onChange={(subject, of) => change({ subject }, `subject ${of}`)} />
      <NativeSelect
        className={classes.narrow}
        label={t("about.languages")}
        description={t("about.languages.help")}
        disabled={off}
        value={letter.languages}
        data={PAPER_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={(event) => change({ languages: event.currentTarget.value as PaperLanguage }, "languages")}
      />
      {letter.kind === "plain" && (
        <NativeSelect
          className={classes.narrow}
          label={t("about.mail")}
          description={t("about.mail.help")}
          disabled={off}
          value={mailOf(letter)}
          data={MAIL_FORMS.map((form) => ({ value: form, label: t(`mail.${form}`) }))}
          onChange={(event) => change({ mail: event.currentTarget.value === "link" ? "link" : "text" }, "mail")}
        />
      )}
      <fieldset className={classes.choices}>
        <legend>{t("about.facts")}</legend>
        <p className={classes.quiet}>{t("about.facts.help", { most: MOST.facts })}</p>
        {fields.map(({ name, label }) => (
          <Checkbox
            key={name}
            size="sm"
            label={label[language]}
            checked={facts.includes(name)}
            disabled={off || (facts.length >= MOST.facts && !facts.includes(name))}
            onChange={(event) => change({ facts: event.currentTarget.checked ? [...facts, name] : facts.filter((each) => each !== name) }, "facts")}
          />
        ))}
      </fieldset>
      {letter.kind === "consent" && (
        <Switch
          label={t("about.required")}
          description={t("about.required.help")}
          disabled={off}
          checked={letter.required ?? false}
          onChange={({ currentTarget: { checked } }) => change({ required: checked || undefined }, "required")}
        />
      )}
    </Card>
  );
}
