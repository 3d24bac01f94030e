import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { AnswersLetter } from "@/forms/AnswersLetter";
import type { Papers, UploadPort } from "@/forms/context";
import type { FormDocument, FormStep, Issue } from "@/forms/model";
import { missingPapers } from "@/forms/paperNote";
import { sortIssues } from "@/forms/validate";
import type { TextContext } from "@/forms/text";
import { useCountdown } from "@/ui/useCountdown";
import { ErrorSummary } from "../parts/ErrorSummary";
import { Proof } from "../parts/Proof";
import classes from "../parts/parts.module.css";
import { SubmitProblemNote } from "../parts/SubmitProblemNote";
import { WorkedOutWhole } from "../parts/WorkedOut";
import { requestFocus } from "../pendingFocus";
import type { Checked } from "../useCheck";
import type { Filler } from "../useFiller";
import type { useSubmit } from "../useSubmit";

interface ReviewPageProps {
  document: FormDocument;
  filler: Filler;
  check: Checked;
  text: TextContext;
  uploads: UploadPort;
  papers: Papers;
  submission: ReturnType<typeof useSubmit>;
}

/** Everything once more, as a letter, with a way back to each part; then sending it. */
export function ReviewPage({ document, filler, check, text, uploads, papers, submission }: ReviewPageProps) {
  const { t, settings } = text;
  const heading = useRef<HTMLHeadingElement>(null);
  const [attempt, setAttempt] = useState(0);
  const { submit, sending, problem, clear, prepare, asksEachTime, riddle } = submission;

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  useEffect(() => prepare(), [prepare]);

  const wait = useCountdown(problem?.kind === "busy" ? problem.retryAfter : undefined, problem);

  const everything = distinct([...filler.issues, ...check.issues, ...filler.refused]);
  const errors = sortIssues(everything.filter((issue) => issue.severity === "error"), document, filler.resolved);
  const warnings = sortIssues(everything.filter((issue) => issue.severity === "warning"), document, filler.resolved);
  const stepOf = (issue: Issue): FormStep | undefined => filler.steps.find((step) => filler.faults(step, [issue]).includes(issue));

  // The server's refusal names its fields: the first step with one opens, and the fields show what is wrong.
  const { rejected, attempt: showAll, go } = filler;
  useEffect(() => {
    if (problem?.kind !== "invalid") return;
    rejected(problem.issues);
    const first = sortIssues([...problem.issues], document, filler.resolved)[0];
    const step = first && document.steps.find((each) => each.fields.includes(first.path.split("/")[1] ?? ""));
    clear();
    setAttempt((count) => count + 1);
    if (!first || !step) return;
    showAll(document.steps.map((each) => each.id));
    requestFocus(first.path);
    go(step.id, true);
  }, [problem, rejected, showAll, go, clear, document, filler.resolved]);

  const open = (step: string, pointer: string) => {
    showAll([step]);
    requestFocus(pointer);
    go(step, true);
  };

  const missing = missingPapers(document, filler.answers, papers);
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    if (wait > 0) return;
    if (errors.some((issue) => stepOf(issue) !== undefined)) {
      showAll(filler.steps.map((step) => step.id));
      setAttempt((count) => count + 1);
      return;
    }
    void submit(filler.answers);
  };

  return (
    <form noValidate onSubmit={send} className={classes.step} data-review>
      <ErrorSummary issues={errors} resolved={filler.resolved} ui={document.ui} steps={filler.steps} text={text} attempt={attempt} onOpen={open} />
      <h1 ref={heading} tabIndex={-1} className={classes.heading}>
        {t("review.title")}
      </h1>
      <p className={classes.lead}>{t("review.lead")}</p>
      {missing > 0 && <p className={classes.lead}>{t("thanks.missing", { count: missing })}</p>}
      <AnswersLetter
        document={document}
        values={filler.answers}
        files={uploads.files}
        picture={uploads.picture}
        papers={papers}
        settings={settings}
        action={(step) => (
          <Button variant="subtle" size="compact-md" onClick={() => go(step.id, true)} aria-label={t("review.changePart", { part: step.title })}>
            {t("review.change")}
          </Button>
        )}
      />
      <WorkedOutWhole check={check} text={text} />
      <ErrorSummary issues={warnings} resolved={filler.resolved} ui={document.ui} steps={filler.steps} text={text} attempt={0} onOpen={open} tone="warning" />
      <SubmitProblemNote problem={problem} wait={wait} />
      {riddle && (asksEachTime ? riddle : <Proof>{riddle}</Proof>)}
      <div className={classes.actions}>
        <Button type="submit" size="md" disabled={wait > 0} loading={sending} loaderProps={{ "aria-hidden": true }}>
          {t("review.send")}
        </Button>
        <Button variant="default" size="md" disabled={sending} onClick={() => go(filler.steps.at(-1)?.id ?? "")}>
          {t("nav.back")}
        </Button>
      </div>
      <p role="status" className={classes.sending}>
        {sending ? t("review.sending") : ""}
      </p>
    </form>
  );
}

function distinct(issues: readonly Issue[]): Issue[] {
  const seen = new Map(issues.map((issue) => [`${issue.path} ${issue.code}`, issue]));
  return [...seen.values()];
}
