import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListPapersQuery, type PaperState, type PaperView } from "@/api/generated";
import { statusOf, type Standing } from "@/api/standing";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { PAPER_TONES as TONES } from "@/ui/papers/tones";
import { isOpen, usePapers } from "../usePapers";
import classes from "./applications.module.css";

const SETTLED: readonly PaperState[] = ["accepted", "waived"];

/** What is not settled of a document before a step that documents matter for; what nobody waits for is not. */
const isLeft = (paper: PaperView): boolean => !SETTLED.includes(paper.state) && (paper.state !== "missing" || isOpen(paper));

/** Whether documents matter for a step: the shortlist asks for all of them, and nobody is enrolled twice. */
export const asksDocuments = (from: Standing, to: Standing): boolean => to === "C" || (statusOf(from) === "W" && statusOf(to) === "S");

/** Whether a step wants them all, or a reason. */
export const needsDocuments = (from: Standing, to: Standing): boolean => statusOf(from) === "W" && statusOf(to) === "S";

/** What the server counts as missing: also what no scanner has passed yet. */
const isLacking = (paper: PaperView): boolean => isOpen(paper) || (paper.wanted && paper.state === "scanning");

/** Whether documents are known to be missing for a step that needs them. */
export function useLacksDocuments(id: string, needs: boolean): boolean {
  const { data } = useListPapersQuery({ id }, { skip: !needs });
  return needs && (data?.items.some(isLacking) ?? false);
}

interface Props {
  id: string;
  /** Goes on without them, for a reason. */
  onWaive?: (() => void) | undefined;
}

/** Which documents are not accepted yet, before the step is taken. */
export function OpenDocuments({ id, onWaive }: Props) {
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
      {onWaive && <p>{t("documents.stop")}</p>}
      {onWaive && (
        <Button variant="default" onClick={onWaive}>
          {t("refused.waive")}
        </Button>
      )}
    </div>
  );
}
