import { useTranslation } from "react-i18next";
import type { PaperState, PaperView } from "@/api/generated";
import { statusOf, type Standing } from "@/api/standing";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { TONES } from "../paperTones";
import { isOpen, usePapers } from "../usePapers";
import classes from "./applications.module.css";

const SETTLED: readonly PaperState[] = ["accepted", "waived"];

/** What is not settled of a document before a step that documents matter for; what nobody waits for is not. */
const isLeft = (paper: PaperView): boolean => !SETTLED.includes(paper.state) && (paper.state !== "missing" || isOpen(paper));

/** Whether documents matter for a step: the shortlist asks for all of them, and nobody is enrolled twice. */
export const asksDocuments = (from: Standing, to: Standing): boolean => to === "C" || (statusOf(from) === "W" && statusOf(to) === "S");

/** Which documents are not accepted yet, before the step is taken. */
export function OpenDocuments({ id }: { id: string }) {
  const { t } = useTranslation(["applications", "staff"]);
  const bilingual = useBilingual();
  const { papers } = usePapers(id);
  if (!papers) return null;
  const left = papers.filter(isLeft);
  if (left.length === 0) return <p className={classes.quiet}>{t("documents.settled")}</p>;
  return (
    <div className={classes.refused}>
      <p>{t("documents.left", { count: left.length })}</p>
      <ul>
        {left.map((paper) => (
          <li key={`${paper.field ?? ""} ${paper.label.en}`}>
            <bdi>{bilingual(paper.label)}</bdi> <StatusDot tone={TONES[paper.state]}>{t(`staff:papers.state.${paper.state}`)}</StatusDot>
          </li>
        ))}
      </ul>
    </div>
  );
}
