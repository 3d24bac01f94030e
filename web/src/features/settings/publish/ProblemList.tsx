import { Link } from "react-router";
import { sectionOf, sectionPath, useSections } from "../desk/sections";
import type { Diagnostic } from "../desk/types";
import classes from "./publish.module.css";
import { useDiagnosticText } from "./useDiagnosticText";
import { usePlaceWords } from "./words";

/** The first thirty things that are wrong, each with the way to where it is mended. */
export function ProblemList({ problems, onGo }: { problems: readonly Diagnostic[]; onGo: () => void }) {
  const words = usePlaceWords();
  const diagnosticText = useDiagnosticText();
  const sections = useSections();
  return (
    <ul className={classes.problems}>
      {problems.slice(0, 30).map((problem) => {
        const section = sectionOf(sections, problem);
        // What is of the changes as a whole is of no file that anybody knows.
        const name = problem.file.endsWith("/overlay.json") ? "" : words.label(problem) || problem.file;
        return (
          <li key={`${problem.file}${problem.pointer}${problem.code}`}>
            {section ? (
              <Link to={sectionPath(section)} onClick={onGo}>
                {name}
              </Link>
            ) : (
              name && <bdi>{name}</bdi>
            )}
            {name && ": "}
            {diagnosticText(problem)}
          </li>
        );
      })}
    </ul>
  );
}
