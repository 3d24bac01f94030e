import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { failureOf, type Failure } from "@/api/envelope";
import { useSendUnlockedMutation, useViewUnlockedMutation } from "@/api/generated";
import type { Unlocked } from "@/api/generatedTypes";
import { useLanguage } from "@/i18n/useLanguage";
import { prune, resolveSchema, shownSteps } from "../conditions";
import { asDocument, type Issue, type Values } from "../model";
import { usePhoneRules } from "../phoneRules";
import { topField } from "../pointer";
import { useFormSettings } from "../useFormSettings";
import { issuesOf, validateValues } from "../validate";

/** How a family comes to what is open for it: by a link, or by what opens its own page. */
export type Way = { grant: string } | { key: string };

/** The answers that may be changed, in this page's memory and nowhere else. */
export function useUnlocked(way: Way, onGone: () => void) {
  const { language } = useLanguage();
  const settings = useFormSettings();
  const phones = usePhoneRules();
  const [view] = useViewUnlockedMutation();
  const [put, { isLoading: busy }] = useSendUnlockedMutation();
  const [shown, setShown] = useState<{ language: string; unlocked: Unlocked } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [values, setValues] = useState<Values | null>(null);
  const [refused, setRefused] = useState<readonly Issue[]>([]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [conflict, setConflict] = useState(false);
  const [isGone, setGone] = useState(false);
  const isLink = "grant" in way;
  const id = isLink ? way.grant : way.key;
  const access: Way = useMemo(() => (isLink ? { grant: id } : { key: id }), [isLink, id]);

  const load = useCallback(async () => {
    const answer = await view({ viewUnlockedRequest: { ...access, lng: language } });
    if (answer.data) {
      const { application } = answer.data;
      setFailure(null);
      setShown({ language, unlocked: application });
      // What was typed stays, whatever is asked for again.
      setValues((before) => before ?? application.values);
      return;
    }
    const found = failureOf(answer.error);
    if (found.messageId === "L010") setGone(true);
    else setFailure(found);
  }, [view, access, language]);
  useEffect(() => void load(), [load]);
  const gone = useEffectEvent(onGone);
  useEffect(() => {
    if (isGone) gone();
  }, [isGone]);

  const document = shown ? asDocument(shown.unlocked.document) : null;
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

  /** Sends them; true once the school has them. */
  const send = async (): Promise<boolean> => {
    if (!shown || busy) return false;
    setAttempt((before) => before + 1);
    setConflict(false);
    if (errors.length > 0) return false;
    const answer = await put({ sendUnlockedRequest: { ...access, version: shown.unlocked.version, values: answers, locale: language } });
    if (answer.data) return true;
    const found = failureOf(answer.error);
    if (found.messageId === "L010") setGone(true);
    else if (found.messageId === "A003") {
      setConflict(true);
      await load();
    } else if (found.messageId === "F003") setRefused(found.problems);
    else setFailure(found);
    return false;
  };

  return {
    shown: shown?.unlocked ?? null, document, resolved, values: typed, settings, failure, busy, conflict, errors, attempt, change, problems, send, load,
    steps: document && resolved ? shownSteps(document, resolved) : [],
    leave: useCallback((pointer: string) => setLeft((before) => (before.has(pointer) ? before : new Set([...before, pointer]))), []),
  };
}
