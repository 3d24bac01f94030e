import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconAlertTriangle } from "@/ui/icons";
import { useDiagnosticText } from "../../publish/useDiagnosticText";
import classes from "../parts.module.css";
import { rowOf } from "../model/problems";
import { useBuilder, type BuilderProblem } from "../useBuilder";

/** What is wrong at this row, in words. */
export function Problems({ row }: { row: string }) {
  const { problems } = useBuilder();
  const problemText = useProblemWords();
  const here = problems.filter(({ spot }) => rowOf(spot) === row);
  if (here.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {here.map((problem) => (
        <li key={`${problem.code}${problem.diagnostic?.pointer ?? ""}`} data-severity={problem.severity}>
          {problem.severity === "error" ? <IconAlertCircle size={18} stroke={1.5} aria-hidden /> : <IconAlertTriangle size={18} stroke={1.5} aria-hidden />}
          {problemText(problem)}
        </li>
      ))}
    </ul>
  );
}

/** A problem in words: ours, or the server's as the desk says it. */
export function useProblemWords(): (problem: BuilderProblem) => ReactNode {
  const { t } = useTranslation("builder");
  const diagnosticText = useDiagnosticText();
  return ({ code, diagnostic }) => (diagnostic ? diagnosticText(diagnostic) : t(`problem.${code as OwnCode}`));
}

type OwnCode = "wordsMissing" | "emptyStep" | "choicesAlike" | "choicesNone" | "choicesTooFew" | "conditionOpen" | "conditionLost" | "totalEmpty" | "totalLost";
