import { useCallback, useEffect, useRef, useState } from "react";
import type { Issue, Values } from "@/forms/model";
import { isSchemaCode } from "@/forms/text";
import type { Language } from "@/i18n/languages";
import { useCheckFormMutation, type Computed } from "./api";
import { stableJson } from "./draft/merge";

const PAUSE_MS = 450;

/** What the form's own rules say of the answers so far. */
export interface Checked {
  computed: readonly Computed[];
  /** By the key of a worked-out value: the step whose answers changed it last. What stood there at the start belongs to none. */
  changedIn: Readonly<Record<string, string>>;
  /** The plugin's own findings; the JSON Schema's are worked out in the page, at once. */
  issues: readonly Issue[];
  /** Whether the findings speak of the answers as they are now. */
  judged: boolean;
  pluginFailed: boolean;
  /** The answers have changed since; what is shown is about to be replaced. */
  pending: boolean;
  /** Asks now instead of after the pause. */
  hurry: () => void;
}

interface Answered {
  computed: readonly Computed[];
  changedIn: Readonly<Record<string, string>>;
  issues: readonly Issue[];
  pluginFailed: boolean;
  /** The question that was answered last, or had no answer to be had. */
  question: string | null;
  /** The answers that the findings speak of. */
  judged: string | null;
}

const NOTHING: Answered = { computed: [], changedIn: {}, issues: [], pluginFailed: false, question: null, judged: null };

interface CheckInput {
  form: string;
  formVersion: string;
  /** Forms without a plugin and without totals work nothing out. */
  active: boolean;
  values: Values;
  locale: Language;
  step: string | undefined;
  messages: Record<string, string>;
}

/**
 * Asks the school's rules after a pause in typing. Answers that come late are dropped; while one is awaited, and when none can
 * be had, the last one stays on the screen.
 */
export function useCheck({ form, formVersion, active, values, locale, step, messages }: CheckInput): Checked {
  const [check] = useCheckFormMutation();
  const [state, setState] = useState(NOTHING);
  const asked = useRef(0);
  const body = stableJson(values);
  const question = `${formVersion} ${locale} ${step ?? ""} ${body}`;
  const begun = useRef(body);
  // A question may be asked again on the next step; what changed is still the doing of the step before.
  const author = useRef({ body, step: step ?? "" });
  const ask = useRef<(() => void) | null>(null);

  useEffect(() => {
    if (author.current.body !== body) author.current = { body, step: step ?? "" };
    const by = author.current.step;
    if (!active) return;
    const turn = (asked.current += 1);
    let running: { abort: () => void } | undefined;
    const run = () => {
      ask.current = null;
      const call = check({
        form,
        checkRequest: { values: JSON.parse(body) as Values, locale, form_version: formVersion, ...(step ? { step } : {}) },
      });
      running = call;
      void call.then((answer) => {
        if (turn !== asked.current) return;
        if (!answer.data) return setState((before) => ({ ...before, question }));
        const { errors, computed, plugin_failed } = answer.data;
        setState((before) => ({
          computed,
          changedIn: before.judged === null && body === begun.current ? {} : changes(before, computed, by),
          issues: (errors as Issue[]).filter((issue) => !isSchemaCode(issue.code, messages)),
          pluginFailed: plugin_failed,
          question,
          judged: body,
        }));
      });
    };
    const timer = setTimeout(run, asked.current === 1 ? 0 : PAUSE_MS);
    ask.current = () => {
      clearTimeout(timer);
      run();
    };
    return () => {
      clearTimeout(timer);
      ask.current = null;
      running?.abort();
    };
  }, [check, active, form, formVersion, body, question, locale, step, messages]);

  const hurry = useCallback(() => ask.current?.(), []);
  const { computed, changedIn, issues, pluginFailed } = state;
  return { computed, changedIn, issues, pluginFailed, judged: state.judged === body, pending: active && state.question !== question, hurry };
}

function changes(before: Answered, computed: readonly Computed[], by: string): Record<string, string> {
  const known = new Map(before.computed.map((item) => [item.key, stableJson(item)]));
  return Object.fromEntries(
    computed.flatMap((item) => {
      const owner = known.get(item.key) === stableJson(item) ? before.changedIn[item.key] : by;
      return owner === undefined ? [] : [[item.key, owner]];
    }),
  );
}
