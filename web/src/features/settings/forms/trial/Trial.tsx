import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import { NativeSelect, SegmentedControl, Skeleton } from "@mantine/core";
import { lazy, Suspense, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import classes from "./trial.module.css";
import parts from "../parts.module.css";
import { find } from "../model/edit";
import { localise } from "../model/localise";
import { useBuilder } from "../useBuilder";
import { InLanguage } from "./InLanguage";
import { Sheet } from "./Sheet";
import { TrialLanguage } from "./TrialLanguage";

// The form's own code is as large as the rest of this page: the outline and the panel do not wait for it.
const TrialForm = lazy(async () => ({ default: (await import("./TrialForm")).TrialForm }));
const TotalsNow = lazy(async () => ({ default: (await import("../totals/TotalsNow")).TotalsNow }));
const RealPage = lazy(async () => ({ default: (await import("./RealPage")).RealPage }));

/** The form as a family sees it: at once as it is being built, to be filled in and checked, or the real page. */
export function Trial() {
  const { t } = useTranslation("builder");
  const { language: own } = useLanguage();
  const { document, model, selected, id, values, fill } = useBuilder();
  const [language, setLanguage] = useState<Language>(own);
  const [mode, setMode] = useState<"try" | "page">("try");
  const [chosen, setChosen] = useState<{ step: string; at: string } | null>(null);
  // Typing a label must not wait for the form to be drawn.
  const shown = useDeferredValue(document);
  const local = useMemo(() => localise(shown, language), [shown, language]);
  const ofSelection = selected.startsWith("step:") ? selected.slice(5) : find(model, selected.replace("question:", ""))?.step.id;
  const stepId = (chosen?.at === selected ? chosen.step : ofSelection) ?? local.steps[0]?.id ?? "";
  const step = local.steps.find((each) => each.id === stepId) ?? local.steps[0];

  return (
    <section className={parts.trial} aria-label={t("trial.title")}>
      <div className={classes.trialTools}>
        <SegmentedControl
          size="sm"
          aria-label={t("trial.mode")}
          value={mode}
          onChange={(next) => setMode(next)}
          data={[
            { value: "try", label: t("trial.try") },
            { value: "page", label: t("trial.page") },
          ]}
        />
        <TrialLanguage value={language} onChange={setLanguage} />
      </div>
      {mode === "page" ? (
        <Suspense fallback={null}>
          <RealPage form={id} language={language} />
        </Suspense>
      ) : (
        <>
          {local.steps.length > 1 && step && (
            <NativeSelect
              size="sm"
              aria-label={t("trial.step")}
              value={step.id}
              data={local.steps.map((each, index) => ({ value: each.id, label: `${index + 1}. ${each.title}` }))}
              onChange={(event) => setChosen({ step: event.currentTarget.value, at: selected })}
            />
          )}
          <div className={classes.paper}>
            <InLanguage language={language}>
              {step && (
                <Suspense fallback={<Skeleton height={320} />}>
                  <TrialForm document={local} step={step} values={values} onChange={fill} />
                </Suspense>
              )}
            </InLanguage>
          </div>
          {model.totals.length > 0 && (
            <Suspense>
              <TotalsNow language={language} />
            </Suspense>
          )}
          <Sheet values={values} onFill={fill} language={language} />
        </>
      )}
    </section>
  );
}
