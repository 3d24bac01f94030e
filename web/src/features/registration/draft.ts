/** What a school has filled in and not sent: kept in this browser, so that a reload or tomorrow loses nothing. */
import { useCallback, useRef, useState } from "react";

const KEY = "qabul.registration";

/** The fields as they are typed. */
export interface Values {
  plan_code: string;
  school_name: string;
  school_name_ar: string;
  subdomain: string;
  country: string;
  students_estimate: string;
  name: string;
  email: string;
  phone: string;
  terms: boolean;
}

export const EMPTY: Values = { plan_code: "", school_name: "", school_name_ar: "", subdomain: "", country: "", students_estimate: "", name: "", email: "", phone: "", terms: false };

/** What the browser keeps; `key` names one sending, so that the same request is never taken twice. */
export interface RegistrationDraft {
  values: Values;
  key: string | null;
  /** The address that a confirmation went to. */
  sentTo: string | null;
}

const NOTHING: RegistrationDraft = { values: EMPTY, key: null, sentTo: null };

/** Reads what was kept; anything else that lies there is nothing. */
export function parseDraft(text: string | null): RegistrationDraft {
  try {
    const found: unknown = JSON.parse(text ?? "null");
    if (typeof found !== "object" || found === null || !("values" in found) || typeof found.values !== "object" || found.values === null) return NOTHING;
    const raw = found.values as Record<string, unknown>;
    const values = Object.fromEntries(Object.entries(EMPTY).map(([name, empty]) => [name, typeof raw[name] === typeof empty ? raw[name] : empty])) as unknown as Values;
    const { key, sentTo } = found as Record<string, unknown>;
    return { values, key: typeof key === "string" ? key : null, sentTo: typeof sentTo === "string" ? sentTo : null };
  } catch {
    return NOTHING;
  }
}

/** Written at once and not after drawing: a page that is closed in the middle of a sending keeps its key. */
function write(draft: RegistrationDraft): void {
  try {
    if (draft === NOTHING) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A full or forbidden storage costs the convenience of coming back, and nothing else.
  }
}

/** The request that this browser keeps, and how it changes. */
export function useRegistrationDraft() {
  const [draft, setDraft] = useState(() => parseDraft(localStorage.getItem(KEY)));
  const now = useRef(draft);
  const put = useCallback((next: RegistrationDraft) => {
    now.current = next;
    write(next);
    setDraft(next);
  }, []);
  /** Another request than the one that was sent before has a key of its own. */
  const change = useCallback((part: Partial<Values>) => put({ values: { ...now.current.values, ...part }, key: null, sentTo: null }), [put]);
  const setKey = useCallback((key: string) => put({ ...now.current, key }), [put]);
  const sent = useCallback((sentTo: string) => put({ values: EMPTY, key: null, sentTo }), [put]);
  const forget = useCallback(() => put(NOTHING), [put]);
  return { ...draft, change, setKey, sent, forget };
}

/** A sub-domain that a school's name suggests: letters, digits and hyphens. */
export function suggested(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 30)
    .replace(/-+$/, "");
}

/** What a person types into the sub-domain's field, as it is sent. */
export const tidySubdomain = (typed: string) => typed.trim().toLowerCase().replaceAll(/\s+/g, "-");

/** The fields in the order in which they are asked. */
export const FIELDS = ["plan_code", "school_name", "school_name_ar", "subdomain", "country", "students_estimate", "name", "email", "phone", "terms"] as const;
export type Field = (typeof FIELDS)[number];

/** Why a value cannot be sent: the key of the words below `fault.`. */
export type Fault = "missing" | "email" | "phone" | "number" | "latin" | "terms" | "plan";

/** What is still missing or wrong, before the server is asked. */
export function faultsOf(values: Values): Partial<Record<Field, Fault>> {
  const faults: Partial<Record<Field, Fault>> = {};
  for (const name of ["school_name", "school_name_ar", "country", "name"] as const) if (values[name].trim() === "") faults[name] = "missing";
  if (values.plan_code === "") faults.plan_code = "plan";
  if (!/^[a-z0-9-]+$/.test(tidySubdomain(values.subdomain))) faults.subdomain = values.subdomain.trim() === "" ? "missing" : "latin";
  const students = Number(values.students_estimate);
  if (!Number.isInteger(students) || students < 1 || students > 200_000) faults.students_estimate = "number";
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(values.email.trim())) faults.email = "email";
  if (!/^\+[1-9]\d{6,14}$/.test(values.phone)) faults.phone = "phone";
  if (!values.terms) faults.terms = "terms";
  return faults;
}

/** The field that a place of the request stands for. */
export function fieldOf(path: string): Field | null {
  const name = path.replace(/^\/(contact\/)?/, "");
  return FIELDS.find((field) => field === name) ?? (name === "terms_version" ? "terms" : null);
}
