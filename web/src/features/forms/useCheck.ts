import { useEffect, useRef, useState } from "react";
import type { Issue, Values } from "@/forms/model";
import { isSchemaCode } from "@/forms/text";
import type { Language } from "@/i18n/languages";
import { useCheckFormMutation, type Computed } from "./api";
import { stableJson } from "./draft/merge";

const PAUSE_MS = 450;

/** What the form's own rules say of the answers so far. */
export interface Checked {
  computed: readonly Computed[];
  /** The plugin's own findings; the JSON Schema's are worked out in the page, at once. */
  issues: readonly Issue[];
  pluginFailed: boolean;
  /** The answers have changed since; what is shown is about to be replaced. */
  pending: boolean;
}

const NOTHING: Checked = { computed: [], issues: [], pluginFailed: false, pending: false };

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

  useEffect(() => {
    if (!active) return;
    const turn = (asked.current += 1);
    setState((before) => (before.pending ? before : { ...before, pending: true }));
    let running: { abort: () => void } | undefined;
    const timer = setTimeout(() => {
      const call = check({
        form,
        checkRequest: { values: JSON.parse(body) as Values, locale, form_version: formVersion, ...(step ? { step } : {}) },
      });
      running = call;
      void call.then((answer) => {
        if (turn !== asked.current) return;
        if (!answer.data) return setState((before) => ({ ...before, pending: false }));
        const { errors, computed, plugin_failed } = answer.data;
        setState({
          computed,
          issues: (errors as Issue[]).filter((issue) => !isSchemaCode(issue.code, messages)),
          pluginFailed: plugin_failed,
          pending: false,
        });
      });
    }, asked.current === 1 ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      running?.abort();
    };
  }, [check, active, form, formVersion, body, locale, step, messages]);

  return state;
}
