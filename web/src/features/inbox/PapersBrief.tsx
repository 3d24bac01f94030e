import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { PaperState } from "@/api/generated";
import type { Enquiry } from "@/api/types";
import { RecordSection } from "@/ui/record/RecordSection";
import { StatusDot } from "@/ui/record/StatusDot";
import { useFormat } from "@/ui/useFormat";
import classes from "./enquiry.module.css";
import { PAPER_TONES as TONES } from "@/ui/papers/tones";
import { isOpen, usePapers } from "./usePapers";
import * as to from "./paths";

const STATES: readonly PaperState[] = ["missing", "refused", "expired", "infected", "received", "scanning", "accepted", "waived"];

/** On a phone the documents are further down than what is seen. */
const comeDown = () => requestAnimationFrame(() => document.querySelector('[role="tablist"]')?.scrollIntoView());

/** How many documents stand where; the documents themselves are a press away. */
export function PapersBrief({ enquiry, order }: { enquiry: Enquiry; order: 2 | 3 }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const { papers } = usePapers(enquiry.id);
  // What nobody waits for is not missing.
  const counted = papers?.filter((paper) => paper.state !== "missing" || isOpen(paper)) ?? [];
  if (counted.length === 0) return null;
  const counts = STATES.map((state) => ({ state, n: counted.filter((paper) => paper.state === state).length })).filter(({ n }) => n > 0);
  return (
    <RecordSection order={order} title={t("tab.papers")}>
      <ul className={classes.brief}>
        {counts.map(({ state, n }) => (
          <li key={state}>
            <StatusDot tone={TONES[state]}>
              {t(`papers.state.${state}`)} <b className="tabular">{format.number(n)}</b>
            </StatusDot>
          </li>
        ))}
      </ul>
      <div>
        <Button component={Link} to={`${to.enquiry(enquiry.id)}?tab=papers`} onClick={comeDown} variant="default" size="compact-sm">
          {t("papers.all")}
        </Button>
      </div>
    </RecordSection>
  );
}
