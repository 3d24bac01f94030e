import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Alert, Checkbox, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { UnlockChoice } from "@/api/generatedTypes";
import { isolateOwn } from "@/i18n/isolate";
import { IconAlertTriangle } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./unlocks.module.css";

interface QuestionsProps {
  choices: readonly UnlockChoice[];
  chosen: ReadonlySet<string>;
  fault: string | null;
  /** Whether the child has a place, which does not follow its answers. */
  seated: boolean;
  onToggle: (field: string, is: boolean) => void;
}

/** The questions by the steps that they stand in; what is looked for narrows them, and what is chosen stays so. */
export function Questions({ choices, chosen, fault, seated, onToggle }: QuestionsProps) {
  const { t, i18n } = useTranslation("unlocked");
  const bilingual = useBilingual();
  const format = useFormat();
  const [sought, setSought] = useState("");
  const moving = choices.filter((choice) => choice.moves_place && chosen.has(choice.field));
  const named = choices.map((choice) => ({ field: choice.field, label: bilingual(choice.label), step: bilingual(choice.step) }));
  const wanted = sought.trim().toLocaleLowerCase();
  const shown = named.filter(({ label, step }) => `${label} ${step}`.toLocaleLowerCase().includes(wanted));
  const steps = [...new Set(shown.map(({ step }) => step))];
  return (
    <fieldset className={classes.questions} aria-describedby={fault ? "unlock-fault" : undefined}>
      <legend>
        {t("staff.fields")} <span className={classes.quiet}>{chosen.size > 0 && t("staff.chosen", { count: chosen.size, shown: format.number(chosen.size) })}</span>
      </legend>
      <TextInput type="search" aria-label={t("staff.search")} placeholder={t("staff.search")} value={sought} onChange={(event) => setSought(event.currentTarget.value)} />
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t("staff.fields")}>
        {steps.map((step) => (
          <fieldset key={step} className={classes.step}>
            <legend>{step}</legend>
            {shown
              .filter((one) => one.step === step)
              .map(({ field, label }) => (
                <Checkbox key={field} label={label} checked={chosen.has(field)} onChange={(event) => onToggle(field, event.currentTarget.checked)} />
              ))}
          </fieldset>
        ))}
        {shown.length === 0 && <p>{t("staff.none")}</p>}
      </div>
      {seated && moving.length > 0 && (
        <Alert color="amber" role="status" icon={<IconAlertTriangle stroke={1.5} />}>
          {t("staff.place", { fields: new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(moving.map(({ label }) => isolateOwn(bilingual(label)))) })}
        </Alert>
      )}
      {fault && (
        <p id="unlock-fault" role="alert" className={classes.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
