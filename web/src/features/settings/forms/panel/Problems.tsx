import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconAlertTriangle } from "@/ui/icons";
import { useDiagnosticText } from "../../publish/useDiagnosticText";
import classes from "../parts.module.css";
import { rowOf } from "../model/problems";
import { useBuilder, type Shown } from "../useBuilder";

/** What is wrong at this row, in words. */
export function Problems({ row }: { row: string }) {
  const { problems } = useBuilder();
  const say = useProblemWords();
  const here = problems.filter(({ spot }) => rowOf(spot) === row);
  if (here.length === 0) return null;
  return (
    <ul className={classes.problems}>
      {here.map((problem) => (
        <li key={`${problem.code}${problem.told?.pointer ?? ""}`} data-severity={problem.severity}>
          {problem.severity === "error" ? <IconAlertCircle size={18} stroke={1.5} aria-hidden /> : <IconAlertTriangle size={18} stroke={1.5} aria-hidden />}
          {say(problem)}
        </li>
      ))}
    </ul>
  );
}

/** A problem in words: ours, or the server's as the desk says it. */
export function useProblemWords(): (problem: Shown) => ReactNode {
  const { t } = useTranslation("builder");
  const say = useDiagnosticText();
  return ({ code, told }) => (told ? say(told) : t(`problem.${code as OwnCode}`));
}

type OwnCode = "wordsMissing" | "emptyStep" | "choicesAlike" | "choicesNone" | "choicesTooFew" | "conditionOpen" | "conditionLost" | "totalEmpty" | "totalLost";
