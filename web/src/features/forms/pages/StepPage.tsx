import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { SchemaForm } from "@/forms/SchemaForm";
import { shownFields } from "@/forms/conditions";
import type { UploadPort } from "@/forms/context";
import type { FormDocument, FormStep } from "@/forms/model";
import { sortIssues } from "@/forms/validate";
import type { TextContext } from "@/forms/text";
import { ComputedCards } from "../parts/Computed";
import { ErrorSummary, focusField } from "../parts/ErrorSummary";
import classes from "../parts/parts.module.css";
import { takePendingFocus } from "../pendingFocus";
import type { Checked } from "../useCheck";
import { REVIEW, type Filler } from "../useFiller";

interface StepPageProps {
  document: FormDocument;
  filler: Filler;
  step: FormStep;
  check: Checked;
  text: TextContext;
  uploads: UploadPort;
}

/** One topic: its question, its fields, what the rules make of the answers, and the way on. */
export function StepPage({ document, filler, step, check, text, uploads }: StepPageProps) {
  const { t, settings } = text;
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState(0);
  const index = filler.steps.findIndex((each) => each.id === step.id);
  const previous = filler.steps[index - 1];
  const next = filler.steps[index + 1]?.id ?? REVIEW;
  const fields = shownFields(filler.resolved, step);

  useEffect(() => {
    const pointer = takePendingFocus();
    // The fields of a step that has just been opened are drawn by now.
    if (pointer !== null && focusField(pointer)) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  const problems = filler.problems(step, check.issues);
  const errors = sortIssues(problems.filter((issue) => issue.severity === "error"), document, filler.resolved);
  const tried = filler.attempted.has(step.id);

  const forward = (event: React.FormEvent) => {
    event.preventDefault();
    filler.attempt([step.id]);
    if (filler.faults(step, check.issues).length > 0) setAttempt((count) => count + 1);
    else filler.go(next);
  };

  return (
    <form noValidate onSubmit={forward} className={classes.step}>
      {tried && <ErrorSummary issues={errors} resolved={filler.resolved} ui={document.ui} steps={filler.steps} text={text} attempt={attempt} />}
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {step.title}
      </h1>
      {step.help && <p className={classes.lead}>{step.help}</p>}
      <SchemaForm
        document={document}
        resolved={filler.resolved}
        step={step}
        values={filler.values}
        onChange={(values) => filler.change(fields, values)}
        onLeave={filler.leave}
        issues={problems}
        settings={settings}
        uploads={uploads}
      />
      <ComputedCards computed={check.computed} text={text} pending={check.pending} pluginFailed={check.pluginFailed} />
      <div className={classes.actions}>
        <Button type="submit" size="md">
          {next === REVIEW ? t("nav.toReview") : t("nav.next")}
        </Button>
        {previous && (
          <Button variant="default" size="md" onClick={() => filler.go(previous.id)}>
            {t("nav.back")}
          </Button>
        )}
      </div>
    </form>
  );
}
