import { Button } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";
import { Readers } from "@/forms/Readers";
import { SchemaForm } from "@/forms/SchemaForm";
import { shownFields } from "@/forms/conditions";
import type { Papers, UploadPort } from "@/forms/context";
import type { FormDocument, FormStep } from "@/forms/model";
import { withReaders } from "@/forms/readers";
import { sortIssues } from "@/forms/validate";
import type { TextContext } from "@/forms/text";
import { useAudienceName } from "@/ui/useAudiences";
import { ErrorSummary, focusField } from "../parts/ErrorSummary";
import classes from "../parts/parts.module.css";
import { useRoom, WorkedOut, WorkedOutBeside } from "../parts/WorkedOut";
import { takePendingFocus } from "../pendingFocus";
import type { Checked } from "../useCheck";
import { REVIEW, type Filler } from "../useFiller";

/** How long the way on waits for the school's rules where they have found nothing so far. */
const LONGEST_WAIT_MS = 1_000;

interface StepPageProps {
  document: FormDocument;
  filler: Filler;
  /** The steps of this page: one, or all of them where the school shows its form on one page. */
  steps: readonly FormStep[];
  check: Checked;
  text: TextContext;
  uploads: UploadPort;
  papers: Papers;
}

/** One topic (or all, one below the other): its question, its fields, what the rules make of the answers, and the way on. */
export function StepPage({ document, filler, steps, check, text, uploads, papers }: StepPageProps) {
  const { t, settings } = text;
  const { desk } = useRoom();
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState(0);
  const place = (step: FormStep | undefined) => filler.steps.findIndex((each) => each.id === step?.id);
  const previous = filler.steps[place(steps[0]) - 1];
  const next = filler.returns ? REVIEW : (filler.steps[place(steps.at(-1)) + 1]?.id ?? REVIEW);
  const nameOf = useAudienceName();
  const shown = useMemo(() => steps.map((step) => withReaders(document, step, (id) => t("readers", { names: nameOf(id) }))), [document, steps, nameOf, t]);
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

  // One press is one step: what is still on its way is waited for, and then the answers decide as they are by then.
  const [going, setGoing] = useState<"finishing" | "settling" | "deciding" | "late" | null>(null);
  const forward = async (event: React.FormEvent) => {
    event.preventDefault();
    if (going !== null) return;
    // The field that is being written in is left now, and not by the press: what its leaving shows would move the button away.
    const writing = window.document.activeElement;
    if (writing instanceof HTMLElement && writing.matches("input, textarea, select")) writing.blur();
    setGoing("finishing");
    await filler.finish();
    setGoing("settling");
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- it decides by the answers as each drawing has them, and ends by `going`
  useEffect(() => {
    if (going === null || going === "finishing") return;
    // The form hands on what a field was left with only once it has drawn it.
    if (going === "settling") return setGoing("deciding");
    if (steps.every((step) => filler.faults(step, []).length === 0)) {
      const faults = steps.flatMap((step) => filler.faults(step, check.issues));
      // The school's rules have not seen what was written last: they are asked at once. Nobody waits long for what they may find, but
      // what they found before stands until they have looked again.
      if (check.pending && !check.judged && (going === "deciding" || faults.length > 0)) return check.hurry();
      if (faults.length === 0 || !check.judged) return filler.go(next, filler.returns);
    }
    setGoing(null);
    filler.attempt(ids);
    setAttempt((count) => count + 1);
  });
  useEffect(() => {
    if (going !== "deciding") return;
    const timer = setTimeout(() => setGoing("late"), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [going]);

  return (
    <form noValidate onSubmit={(event) => void forward(event)} className={classes.step} data-beside={desk || undefined}>
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
            <Readers document={document} step={step} />
            <div className={classes.fields}>
              <SchemaForm
                document={shown[index] ?? document}
                resolved={filler.resolved}
                step={step}
                values={filler.values}
                onChange={(values) => filler.change(shownFields(filler.resolved, step), values)}
                onLeave={filler.leave}
                whenLeft={filler.whenLeft}
                issues={problems[index] ?? []}
                settings={settings}
                uploads={uploads}
                papers={papers}
              />
            </div>
          </section>
        ))}
      </div>
      {desk && <WorkedOutBeside check={check} text={text} steps={ids} />}
      <WorkedOut check={check} text={text} steps={ids} />
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={going !== null && (check.pending || going === "finishing")} loaderProps={{ "aria-hidden": true }} onMouseDown={(event) => event.preventDefault()}>
          {t(filler.returns ? "nav.backToReview" : next === REVIEW ? "nav.toReview" : "nav.next")}
        </Button>
        {previous && !filler.returns && (
          <Button variant="default" size="md" onClick={() => void filler.finish().then(() => filler.go(previous.id))}>
            {t("nav.back")}
          </Button>
        )}
      </div>
    </form>
  );
}
