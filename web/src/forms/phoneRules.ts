/** Whether a telephone number can be one by its country's own rules. They are loaded with the first field that asks for a number. */
import { useSyncExternalStore } from "react";
import type { PhoneRules } from "./phoneNumbers";

let rules: PhoneRules | null = null;
let loading: Promise<unknown> | null = null;
const listeners = new Set<() => void>();

/** Fetches the rules; without them (no connection) a number is looked at by its shape alone. */
export function loadPhoneRules(): Promise<unknown> {
  loading ??= import("./phoneNumbers").then(
    (module) => {
      rules = module.phoneRules;
      for (const listener of listeners) listener();
    },
    () => {
      loading = null;
    },
  );
  return loading;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The rules, once a field has asked for them. */
export function usePhoneRules(): PhoneRules | null {
  return useSyncExternalStore(subscribe, () => rules);
}
