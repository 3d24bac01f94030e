import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Problem } from "@/api/envelope";

const KNOWN = ["required", "format", "pattern", "taken", "tooCommon", "tooWeak", "enum"] as const;

/** The words for a problem at a field of an account form. */
export function useProblemText(): (problem: Problem) => string {
  const { t } = useTranslation();
  return useCallback(
    ({ code, params }) => {
      const count = Number(params.limit ?? params.min ?? params.max ?? 0);
      if (code === "tooShort" || code === "minLength") return t("problem.tooShort", { count });
      if (code === "tooLong" || code === "maxLength") return t("problem.tooLong", { count });
      const known = KNOWN.find((each) => each === code);
      return known ? t(`problem.${known}`) : t("problem.other");
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
