import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { prune, resolveSchema, shownFields, shownSteps } from "@/forms/conditions";
import type { FormDocument, FormSettings, FormStep, Issue, Values } from "@/forms/model";
import { usePhoneRules } from "@/forms/phoneRules";
import { topField } from "@/forms/pointer";
import { issuesOf, validateValues } from "@/forms/validate";
import { sameAnswer, stableJson } from "./draft/merge";
import type { DraftController } from "./draft/controller";
import { visibleIssues } from "./visibleIssues";

/** The step after the last one: reading it all over. */
export const REVIEW = "review";
/** Says in the address that somebody came from the review to change one part, and goes back there. */
const RETURN = "then";

interface FillerInput {
  document: FormDocument;
  settings: FormSettings;
  controller: DraftController;
  start: { values: Values; step: string | null };
  /** Steps that were open in this browser before. */
  reached: readonly string[];
  /** The school shows all its steps on one page. */
  single: boolean;
}

/** Filling in: the answers, where the family is, and which problems have been shown to it. */
export function useFiller({ document, settings, controller, start, reached, single }: FillerInput) {
  const [values, setValues] = useState(start.values);
  const resolved = resolveSchema(document.schema, values);
  const body = stableJson(prune(resolved, values));
  // The same answers are the same object, so that nothing is worked out again for them.
  const answers = useMemo(() => JSON.parse(body) as Values, [body]);
  const steps = shownSteps(document, resolved);
  const phones = usePhoneRules();
  const issues = useMemo(() => validateValues(document, answers, settings.today, phones), [document, answers, settings.today, phones]);

  const [params, setParams] = useSearchParams();
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => visitedBefore(steps, start.step, reached));
  const asked = params.get("step") ?? start.step;
  const named = steps.find((step) => step.id === asked);
  // Nothing is sent unseen: a step that an answer has opened since comes before the review.
  const unseen = single ? undefined : steps.find((step) => !visited.has(step.id));
  const current: FormStep | null = asked === REVIEW ? (unseen ?? null) : (named ?? steps[0] ?? null);
  const currentId = current?.id ?? REVIEW;
  const lastId = steps.at(-1)?.id ?? null;
  const returns = params.get(RETURN) === REVIEW;

  // What a person has begun in a field and not handed over yet, such as a signature that is drawn.
  const unfinished = useRef(new Set<() => Promise<void>>());
  const whenLeft = useCallback((finish: () => Promise<void>) => {
    const all = unfinished.current;
    all.add(finish);
    return () => void all.delete(finish);
  }, []);
  const finish = useCallback(() => Promise.all([...unfinished.current].map((each) => each())), []);

  const [attempted, setAttempted] = useState<ReadonlySet<string>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [fromServer, setFromServer] = useState<{ issue: Issue; answer: unknown }[]>([]);

  useEffect(() => setVisited((before) => (before.has(currentId) ? before : new Set([...before, currentId]))), [currentId]);

  // Another tab's answers may replace these.
  useEffect(() => {
    controller.onAnswers = setValues;
  }, [controller]);

  const last = useRef({ body, step: currentId, language: settings.language, first: true });
  useEffect(() => {
    const before = last.current;
    const moved = before.step !== currentId;
    last.current = { body, step: currentId, language: settings.language, first: false };
    if (before.first || (before.body === body && !moved && before.language === settings.language)) return;
    // Looking around in an empty form makes no draft.
    if (body === "{}" && controller.read().token === null) return;
    // The review is no step of the form; the server knows the one before it.
    controller.changed({ values: answers, step: current?.id ?? lastId, locale: settings.language });
    if (moved) void controller.flush();
  }, [controller, answers, body, current?.id, currentId, lastId, settings.language]);

  const go = useCallback(
    (step: string, back = false) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set("step", step);
          if (back) next.set(RETURN, REVIEW);
          else next.delete(RETURN);
          return next;
        },
        { preventScrollReset: false },
      );
    },
    [setParams],
  );

  const change = useCallback(
    (fields: readonly string[], stepValues: Values) =>
      setValues((before) => {
        const next = { ...before };
        for (const field of fields) {
          if (stepValues[field] === undefined) delete next[field];
          else next[field] = stepValues[field];
        }
        return sameAnswer(next, before) ? before : next;
      }),
    [],
  );

  const leave = useCallback((pointer: string) => setLeft((before) => (before.has(pointer) ? before : new Set([...before, pointer]))), []);
  const attempt = useCallback((ids: readonly string[]) => setAttempted((before) => new Set([...before, ...ids])), []);
  const rejected = useCallback(
    (found: readonly Issue[]) => setFromServer(found.map((issue) => ({ issue, answer: answers[topField(issue.path) ?? ""] }))),
    [answers],
  );

  // What the server refused is settled once its field has changed.
  const refused = useMemo(
    () => fromServer.filter(({ issue, answer }) => sameAnswer(answer, answers[topField(issue.path) ?? ""])).map(({ issue }) => issue),
    [fromServer, answers],
  );

  return {
    values, answers, resolved, steps, current, currentId, issues, refused, visited, attempted, left, returns,
    setValues, change, leave, attempt, rejected, whenLeft, finish,
    /** Opens a step; with `back`, to come back to the review from it. */
    go,
    /** What to show at a step's fields now. */
    problems: (step: FormStep, own: readonly Issue[]) =>
      visibleIssues({ issues: issuesOf(issues, step.fields), own: issuesOf([...own, ...refused], step.fields), all: attempted.has(step.id), left }),
    /** Everything wrong in a step, shown or not. */
    faults: (step: FormStep, own: readonly Issue[]) =>
      issuesOf([...issues, ...own, ...refused], shownFields(resolved, step)).filter((issue) => issue.severity === "error"),
  };
}

/** The page's state of a form. */
export type Filler = ReturnType<typeof useFiller>;

/** The steps that were open: up to the one that the draft was left at, and those of this browser. An answer says nothing: it may have come from before the form. */
function visitedBefore(steps: readonly FormStep[], leftAt: string | null, reached: readonly string[]): ReadonlySet<string> {
  const last = leftAt === REVIEW ? steps.length : steps.findIndex((each) => each.id === leftAt);
  return new Set([...steps.slice(0, last + 1).map((each) => each.id), ...reached]);
}
