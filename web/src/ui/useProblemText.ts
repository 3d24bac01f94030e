import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type common from "@locales/en/common.json";
import type { Problem } from "@/api/envelope";

/** A text of the account forms; the counted ones without their plural endings. */
type ProblemKey = Extract<keyof typeof common, `problem.${string}`> extends infer Key ? (Key extends `${infer Base}_${"one" | "other"}` ? Base : Key) : never;

/** The words for each code that the server's account forms write (`platform/identity`). */
const WORDS: Readonly<Record<string, ProblemKey>> = {
  required: "problem.required",
  // Names alone are held against one.
  pattern: "problem.name",
  enum: "problem.enum",
  const: "problem.const",
  tooCommon: "problem.tooCommon",
  tooWeak: "problem.tooWeak",
  tooShort: "problem.tooShort",
  minLength: "problem.tooShort",
  tooLong: "problem.tooLong",
  maxLength: "problem.tooLong",
  ownAccount: "problem.ownAccount",
  needsProof: "problem.needsProof",
  notReached: "problem.notReached",
  maxItems: "problem.full",
};
/** What each named format looks like. */
const FORMATS: Readonly<Record<string, ProblemKey>> = {
  email: "problem.format.email",
  phone: "problem.format.phone",
  pin: "problem.format.pin",
  "staff-code": "problem.format.code",
  "till-code": "problem.format.code",
};

/** The key of the words for a problem, and the number in them; `problem.other` for a code that nobody told us of. */
export function problemWords({ path, code, params }: Problem): { key: ProblemKey; count: number } {
  const count = Number(params.limit ?? params.min ?? params.max ?? 0);
  // A PIN is no password: it cannot be made longer or mixed with a word.
  if (code === "tooCommon" && path === "/pin") return { key: "problem.tooCommon.pin", count };
  const found = code === "format" ? (FORMATS[String(params.format)] ?? "problem.pattern") : WORDS[code];
  return { key: found ?? "problem.other", count };
}

/** The words for a problem at a field of an account form. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return useCallback(
    (problem) => {
      const { key, count } = problemWords(problem);
      return t(key, { count });
    },
    [t],
  );
}

/** The first problem at each top-level field, in words. */
export function useProblemsByField(): (problems: readonly Problem[]) => Record<string, string> {
  const say = useProblemText();
  return useCallback(
    (problems) => {
      const found: Record<string, string> = {};
      for (const problem of problems) {
        const field = problem.path.replace(/^\//, "").replaceAll("/", ".");
        found[field] ??= say(problem);
      }
      return found;
    },
    [say],
  );
}
