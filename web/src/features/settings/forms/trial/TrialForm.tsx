import { SchoolContext, useSchool } from "@/api/school";
import { SchemaForm } from "@/forms/SchemaForm";
import { resolveSchema, shownFields } from "@/forms/conditions";
import type { FormDocument, FormStep, Values } from "@/forms/model";
import { topField } from "@/forms/pointer";
import { useFormSettings } from "@/forms/useFormSettings";
import { validateValues } from "@/forms/validate";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchoolSetting } from "../../desk/useDesk";
import classes from "./trial.module.css";
import parts from "../parts.module.css";
import { useTrialUploads } from "./useTrialUploads";

interface Props {
  document: FormDocument;
  step: FormStep;
  values: Values;
  onChange: (values: Values) => void;
}

/** One step of the form, drawn by the same code as on its page; problems show at fields that were left. */
export function TrialForm({ document, step, values, onChange }: Props) {
  const { t } = useTranslation("forms");
  const settings = useFormSettings();
  const school = useSchool();
  // As the draft has it: what the page itself wears is live.
  const hijri = useSchoolSetting<string>("/hijri").value === "Y";
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const uploads = useTrialUploads();
  const resolved = resolveSchema(document.schema, values);
  const fields = shownFields(resolved, step);
  const issues = validateValues(document, values, settings.today).filter((issue) => left.has(topField(issue.path) ?? ""));
  return (
    <div className={classes.sheet}>
      <p className={classes.formTitle}>{document.title}</p>
      <p className={classes.stepTitle}>{step.title}</p>
      {step.help && <p className={classes.stepHelp}>{step.help}</p>}
      {fields.length === 0 ? (
        <p className={parts.quiet}>{t("answers.none")}</p>
      ) : (
        <SchoolContext value={{ ...school, hijri }}>
          <SchemaForm
            document={document}
            resolved={resolved}
            step={step}
            values={values}
            onChange={(next) => onChange({ ...Object.fromEntries(Object.entries(values).filter(([name]) => !fields.includes(name))), ...next })}
            onLeave={(pointer) => setLeft((before) => new Set([...before, topField(pointer) ?? ""]))}
            issues={issues}
            settings={settings}
            uploads={uploads}
          />
        </SchoolContext>
      )}
    </div>
  );
}
