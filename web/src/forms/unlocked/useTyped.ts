import { useCallback, useMemo, useState } from "react";
import { prune, resolveSchema, shownSteps } from "../conditions";
import type { FormDocument, Issue, Values } from "../model";
import { usePhoneRules } from "../phoneRules";
import { topField } from "../pointer";
import { useFormSettings } from "../useFormSettings";
import { issuesOf, validateValues } from "../validate";

/** What somebody types into the form of some fields, and what is wrong with it. Nothing of it is stored. */
export function useTyped(document: FormDocument | null) {
  const settings = useFormSettings();
  const phones = usePhoneRules();
  const [values, setValues] = useState<Values | null>(null);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const typed: Values = useMemo(() => values ?? {}, [values]);
  const resolved = document ? resolveSchema(document.schema, typed) : null;
  const answers = useMemo(() => (resolved ? prune(resolved, typed) : {}), [resolved, typed]);
  const issues = useMemo(() => (document ? validateValues(document, answers, settings.today, phones) : []), [document, answers, settings.today, phones]);
  const errors = [...issues, ...refused].filter(({ severity }) => severity === "error");

  const change = (fields: readonly string[], of: Values) => {
    setValues((before) => {
      const next = { ...before };
      for (const field of fields) {
        if (of[field] === undefined) delete next[field];
        else next[field] = of[field];
      }
      return next;
    });
    // What the server refused is settled once its field has changed.
    setRefused((before) => before.filter(({ path }) => !fields.some((field) => field === topField(path) && of[field] !== typed[field])));
  };
  /** The issues that stand at a step's fields now: before the first attempt none that something is missing. */
  const problems = (fields: readonly string[]) => {
    const own = issuesOf(issues, fields);
    return [...(attempt > 0 ? own : own.filter(({ path, code }) => code !== "required" && left.has(path))), ...issuesOf(refused, fields)];
  };
  return {
    resolved, values: typed, answers, settings, errors, attempt, change, problems,
    steps: document && resolved ? shownSteps(document, resolved) : [],
    /** What stands there at first; what was typed stays, whatever is asked for again. */
    begin: useCallback((first: Values) => setValues((before) => before ?? first), []),
    refuse: setRefused,
    tried: useCallback(() => setAttempt((before) => before + 1), []),
    leave: useCallback((pointer: string) => setLeft((before) => (before.has(pointer) ? before : new Set([...before, pointer]))), []),
  };
}
