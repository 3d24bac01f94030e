import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import classes from "../parts.module.css";
import { Conditions } from "../conditions/Conditions";
import { updateStep } from "../model/edit";
import { stepRow } from "../model/order";
import type { Step } from "../model/types";
import { useBuilder } from "../useBuilder";
import { AudienceSelect } from "./AudienceSelect";
import { Problems } from "./Problems";
import { TextPair } from "./TextPair";
import { Tools } from "./Tools";

/** A step: its heading, a sentence under it, and when it shows. */
export function StepPanel({ id, focus }: { id: string; focus: Ref<HTMLInputElement> }) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const { model, change, readOnly } = useBuilder();
  const step = model.steps.find((each) => each.id === id);
  if (!step) return <p className={classes.quiet}>{t("panel.gone")}</p>;
  const set = (part: Partial<Step>, what: string) => change(updateStep(model, id, (each) => ({ ...each, ...part })), `step:${id}:${what}`);
  return (
    <div className={classes.form}>
      <div className={classes.panelHead}>
        <h2 className={classes.panelTitle}>{t("step.title")}</h2>
        <Tools row={stepRow(id)} name={step.title[language]} />
      </div>
      <Problems row={stepRow(id)} />
      <TextPair label={t("step.heading")} help={t("step.heading.for")} value={step.title} focus={focus} readOnly={readOnly} onChange={(title) => title && set({ title }, "title")} />
      <TextPair label={t("step.help")} value={step.help} optional lines={2} maxLength={1000} readOnly={readOnly} onChange={(help) => set({ help }, "help")} />
      <AudienceSelect label={t("step.audience")} value={step.audience} onChange={(audience) => set({ audience }, "audience")} />
      <Conditions what="step" when={step.when} self={stepRow(id)} onChange={(when) => set({ when }, "when")} />
    </div>
  );
}
