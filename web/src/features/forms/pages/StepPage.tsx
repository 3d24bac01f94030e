import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { SchemaForm } from "@/forms/SchemaForm";
import { shownFields } from "@/forms/conditions";
import type { UploadPort } from "@/forms/context";
import type { FormDocument, FormStep } from "@/forms/model";
import { sortIssues } from "@/forms/validate";
import type { TextContext } from "@/forms/text";
import { ErrorSummary, focusField } from "../parts/ErrorSummary";
import classes from "../parts/parts.module.css";
import { useRoom, WorkedOut, WorkedOutBeside } from "../parts/WorkedOut";
import { takePendingFocus } from "../pendingFocus";
import type { Checked } from "../useCheck";
import { REVIEW, type Filler } from "../useFiller";

interface StepPageProps {
  document: FormDocument;
  filler: Filler;
  /** The steps of this page: one, or all of them where the school shows its form on one page. */
  steps: readonly FormStep[];
  check: Checked;
  text: TextContext;
  uploads: UploadPort;
}

/** One topic (or all, one below the other): its question, its fields, what the rules make of the answers, and the way on. */
export function StepPage({ document, filler, steps, check, text, uploads }: StepPageProps) {
  const { t, settings } = text;
  const { desk } = useRoom();
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState(0);
  const place = (step: FormStep | undefined) => filler.steps.findIndex((each) => each.id === step?.id);
  const previous = filler.steps[place(steps[0]) - 1];
  const next = filler.steps[place(steps.at(-1)) + 1]?.id ?? REVIEW;
  const ids = steps.map((step) => step.id);

  useEffect(() => {
    const pointer = takePendingFocus();
    // The fields of a step that has just been opened are drawn by now.
    if (pointer !== null && focusField(pointer)) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  const problems = steps.map((step) => filler.problems(step, check.issues));
  const errors = sortIssues(problems.flat().filter((issue) => issue.severity === "error"), document, filler.resolved);
  const tried = ids.some((id) => filler.attempted.has(id));

  const forward = (event: React.FormEvent) => {
    event.preventDefault();
    filler.attempt(ids);
    if (steps.some((step) => filler.faults(step, check.issues).length > 0)) setAttempt((count) => count + 1);
    else filler.go(next);
  };

  return (
    <form noValidate onSubmit={forward} className={classes.step} data-beside={desk || undefined}>
      <div className={classes.questions}>
        {tried && <ErrorSummary issues={errors} resolved={filler.resolved} ui={document.ui} steps={filler.steps} text={text} attempt={attempt} />}
        {steps.length > 1 && (
          <h1 ref={heading} tabIndex={-1} className={classes.heading}>
            {document.title}
          </h1>
        )}
        {steps.map((step, index) => (
          <section key={step.id} className={classes.topic}>
            {steps.length > 1 ? (
              <h2 className={classes.topicHeading}>{step.title}</h2>
            ) : (
              <h1 ref={heading} tabIndex={-1} className={classes.heading}>
                {step.title}
              </h1>
            )}
            {step.help && <p className={classes.lead}>{step.help}</p>}
            <div className={classes.fields}>
              <SchemaForm
                document={document}
                resolved={filler.resolved}
                step={step}
                values={filler.values}
                onChange={(values) => filler.change(shownFields(filler.resolved, step), values)}
                onLeave={filler.leave}
                issues={problems[index] ?? []}
                settings={settings}
                uploads={uploads}
              />
            </div>
          </section>
        ))}
      </div>
      {desk && <WorkedOutBeside check={check} text={text} steps={ids} />}
      <WorkedOut check={check} text={text} steps={ids} />
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
