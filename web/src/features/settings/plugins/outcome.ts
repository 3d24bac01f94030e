/** What two sets of rules make of the same answers, line by line. Pure. */
import type { Computed } from "@/api/types";
import type { ComparedSample, Outcome } from "../desk/wordsApi";

/** The lines that an outcome is read in, in this order. */
export const LINES = ["failure", "error", "warning", "score", "route", "tag", "checklist", "explain", "computed", "task"] as const;
export type Line = (typeof LINES)[number];

/** One thing that is said of the answers. */
export interface Fact {
  line: Line;
  /** Of computed values: which. */
  key: string;
  label: string;
  text: string;
}

/** Writes codes and values in the reader's words. */
export interface Words {
  message: (code: string, params?: Record<string, unknown>) => string;
  computed: (value: Computed) => string;
  date: (iso: string) => string;
  score: (points: number, outOf: number) => string;
}

/** Everything that an outcome says. */
export function factsOf(outcome: Outcome | null | undefined, words: Words): Fact[] {
  if (!outcome) return [];
  const { verdict } = outcome;
  const facts: Fact[] = [];
  const add = (line: Line, text: string, key = text, label = "") => facts.push({ line, key, label, text });
  if (outcome.failure) add("failure", outcome.failure);
  for (const { code, params, severity, path } of outcome.errors) add(severity === "warning" ? "warning" : "error", words.message(code, params ?? {}), `${path} ${code}`);
  if (verdict?.score) add("score", words.score(verdict.score.points, verdict.score.out_of), "");
  if (verdict?.route) add("route", words.message(verdict.route), "");
  for (const tag of verdict?.tags ?? []) add("tag", words.message(tag), tag);
  for (const { code, params, due_on: due } of verdict?.checklist ?? []) add("checklist", words.message(code, params) + (due ? ` (${words.date(due)})` : ""), `${code} ${JSON.stringify(params ?? {})}`);
  for (const { code, params } of verdict?.explain ?? []) add("explain", words.message(code, params), code);
  for (const { code, params } of verdict?.tasks ?? []) add("task", words.message(code, params), code);
  for (const each of outcome.computed) add("computed", words.computed(each), each.key, words.message(each.label_code, each.params ?? {}));
  return facts;
}

/** A line of the comparison: what is live, what the draft makes of it. */
export interface Compared {
  line: Line;
  label: string;
  live: string | null;
  draft: string | null;
  differs: boolean;
}

/** Both sides' facts, one beside the other. */
export function compared(sample: ComparedSample, words: Words): Compared[] {
  const [live, draft] = [factsOf(sample.live, words), factsOf(sample.draft, words)];
  const found: Compared[] = [];
  for (const line of LINES) {
    const left = live.filter((fact) => fact.line === line);
    const right = draft.filter((fact) => fact.line === line);
    const keys = [...new Set([...left, ...right].map(({ key }) => key))];
    for (const key of keys) {
      const [one, other] = [left.filter((fact) => fact.key === key), right.filter((fact) => fact.key === key)];
      for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
        const [was, is] = [one[at], other[at]];
        found.push({ line, label: is?.label || was?.label || "", live: was?.text ?? null, draft: is?.text ?? null, differs: was?.text !== is?.text });
      }
    }
  }
  return found;
}
