import { ActionIcon } from "@mantine/core";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { IconTrash } from "@/ui/icons";
import classes from "./panel.module.css";
import parts from "../parts.module.css";
import { find } from "../model/edit";
import { useBuilder } from "../useBuilder";
import { Problems } from "./Problems";
import { TextPair } from "./TextPair";

/** The form as a whole: its title, whom it is about, where the receipt goes, its samples. */
export function FormPanel({ focus }: { focus: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, change, readOnly } = useBuilder();
  const label = (name: string) => find(model, name)?.question.label?.[language] || name;
  const { receipt, person, samples, raw, version } = model;
  return (
    <div className={parts.form}>
      <h2 className={parts.panelTitle}>{t("form.whole")}</h2>
      <Problems row="form" />
      <TextPair label={t("form.title")} value={model.title} focus={focus} readOnly={readOnly} onChange={(title) => title && change({ ...model, title }, "form:title")} />
      <TextPair label={t("form.description")} help={t("form.description.for")} value={model.description} optional lines={2} maxLength={1000} readOnly={readOnly} onChange={(description) => change({ ...model, description }, "form:description")} />
      <dl className={parts.facts}>
        <dt>{t("form.version")}</dt>
        <dd dir="ltr">{version}</dd>
        <dt>{t("form.person")}</dt>
        <dd>{person.length > 0 ? person.map(label).join(" · ") : t("form.person.none")}</dd>
        <dt>{t("form.receipt")}</dt>
        <dd>{receipt ? label(receipt.email) : t("form.receipt.none")}</dd>
      </dl>
      <section aria-labelledby="form-samples" className={parts.form}>
        <h3 id="form-samples" className={parts.pairLabel}>
          {t("samples.title")}
        </h3>
        <p className={parts.quiet}>{t("samples.for")}</p>
        <ul className={classes.samples}>
          {samples.map((sample, index) => (
            <li key={sample.name}>
              <bdi>{sample.name}</bdi>
              <span className={parts.quiet}>{t("samples.answers", { count: Object.keys(sample.values).length })}</span>
              {!readOnly && samples.length > 1 && (
                <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("samples.remove", { n: index + 1 })} onClick={() => change({ ...model, samples: samples.filter((each) => each !== sample) })}>
                  <IconTrash size={18} stroke={1.5} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      </section>
      {(raw.clauses.length > 0 || raw.required.length > 0) && (
        <section aria-labelledby="form-raw" className={parts.form}>
          <h3 id="form-raw" className={parts.pairLabel}>
            {t("raw.title")}
          </h3>
          <p className={parts.quiet}>{t("raw.rules")}</p>
          <pre className={parts.code} dir="ltr" tabIndex={0} aria-label={t("raw.code")}>
            {JSON.stringify(raw.required.length > 0 ? { allOf: raw.clauses, required: raw.required } : raw.clauses, null, 2)}
          </pre>
        </section>
      )}
    </div>
  );
}
