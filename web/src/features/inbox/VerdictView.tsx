import { Alert } from "@mantine/core";
import { useId, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Computed, Enquiry } from "@/api/types";
import { messageText } from "@/forms/text";
import { useFormSettings } from "@/forms/useFormSettings";
import { IconAlertTriangle } from "@/ui/icons";
import { Fact, Facts } from "@/ui/record/Facts";
import record from "@/ui/record/record.module.css";
import { RecordSection } from "@/ui/record/RecordSection";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { ComputedValue } from "./ComputedValue";
import classes from "./enquiry.module.css";
import { humanise } from "./useFormTexts";
import { isOpen, usePapers } from "./usePapers";

/** Fills a text of the enquiry's own form. */
export function useEnquiryText(enquiry: Enquiry): (code: string, params?: Record<string, unknown>) => string {
  const settings = useFormSettings();
  const { messages } = enquiry.document;
  return useMemo(() => (code, params = {}) => (messages[code] ? messageText(code, params, { messages, settings }) : humanise(code)), [messages, settings]);
}

/** The level of the parts' headings: one below the heading that stands over the whole. */
type HeadingOrder = 2 | 4;

/** What the school's plugin made of the answers, with its reasons. */
export function VerdictView({ enquiry, order }: { enquiry: Enquiry; order: HeadingOrder }) {
  const { t } = useTranslation("staff");
  const text = useEnquiryText(enquiry);
  const format = useFormat();
  const label = useId();
  const { verdict, plugin_failure: failure } = enquiry;
  if (failure) {
    return (
      <Alert color="amber" icon={<IconAlertTriangle stroke={1.5} />} title={t("verdict.failed.title")}>
        {t("verdict.failed.text")} <bdi dir="ltr">({failure.code})</bdi>
      </Alert>
    );
  }
  if (!verdict || isEmpty(verdict)) return <p className={record.quiet}>{t("verdict.none")}</p>;
  const { score, explain } = verdict;
  const why = score && reasonOf(score, explain);
  // How many places an application's grade has is said by its status, as it is now.
  const others = explain.filter((reason) => reason !== why && !(enquiry.registration_id && countsPlaces(reason)));
  return (
    <div className={classes.verdict}>
      {score && (
        <div className={classes.score}>
          <span id={label} className={record.quiet}>
            {t("column.score")}
          </span>
          <p className={classes.figure}>
            <bdi className={classes.points}>{t("score", { points: format.number(score.points), outOf: format.number(score.out_of) })}</bdi>
            {why && <span>{text(why.code, why.params)}</span>}
          </p>
          <meter min={0} max={score.out_of} value={score.points} aria-labelledby={label} />
          <p className={record.quiet}>{t("score.sent")}</p>
        </div>
      )}
      {verdict.route && (
        <RecordSection order={order} title={t("column.route")}>
          <span>{text(verdict.route)}</span>
        </RecordSection>
      )}
      {others.length > 0 && (
        <RecordSection order={order} title={t("verdict.explain")}>
          <ul className={classes.reasons}>
            {others.map((reason) => (
              <li key={`${reason.code}${JSON.stringify(reason.params)}`}>{text(reason.code, reason.params)}</li>
            ))}
          </ul>
        </RecordSection>
      )}
      {verdict.errors.length > 0 && (
        <RecordSection order={order} title={t("verdict.warnings")}>
          <ul className={classes.reasons}>
            {verdict.errors.map((issue) => (
              <li key={`${issue.path}${issue.code}`}>{text(issue.code, issue.params)}</li>
            ))}
          </ul>
        </RecordSection>
      )}
      {verdict.checklist.length > 0 && <StillNeeded id={enquiry.id} order={order} />}
      {verdict.computed.length > 0 && (
        <RecordSection order={order} title={t("verdict.computed")}>
          <ComputedList enquiry={enquiry} computed={verdict.computed} />
        </RecordSection>
      )}
    </div>
  );
}

/** What is still missing of what the rules asked for, as the documents stand now and not when the form was sent. */
function StillNeeded({ id, order }: { id: string; order: HeadingOrder }) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const format = useFormat();
  const { papers } = usePapers(id);
  if (!papers) return null;
  const needed = papers.filter(isOpen);
  return (
    <RecordSection order={order} title={t("verdict.checklist")}>
      {needed.length === 0 ? (
        <p className={record.quiet}>{t("verdict.complete")}</p>
      ) : (
        <ul className={classes.reasons}>
          {needed.map((paper) => (
            <li key={paper.field ?? paper.label.en}>
              {bilingual(paper.label)} {paper.due_on && <span className={record.quiet}>{t("verdict.due", { date: format.date(paper.due_on) })}</span>}
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

type Verdict = NonNullable<Enquiry["verdict"]>;

/** Whether a reason counts the places of a grade: by the names of what it counts, for its words are the form's own. */
const countsPlaces = ({ params }: Verdict["explain"][number]) => ["free", "places"].every((name) => name in (params ?? {}));

/** What a score counts: the reason that names both of its figures, else the first one. */
function reasonOf({ points, out_of }: NonNullable<Verdict["score"]>, reasons: Verdict["explain"]): Verdict["explain"][number] | undefined {
  const naming = reasons.find(({ params }) => [points, out_of].every((figure) => Object.values(params ?? {}).includes(figure)));
  return naming ?? reasons[0];
}

/** A declarative form has a verdict without a word in it. */
function isEmpty(verdict: Verdict): boolean {
  const lists = [verdict.explain, verdict.errors, verdict.checklist, verdict.computed];
  return !verdict.score && !verdict.route && lists.every((list) => list.length === 0);
}

function ComputedList({ enquiry, computed }: { enquiry: Enquiry; computed: readonly Computed[] }) {
  const text = useEnquiryText(enquiry);
  return (
    <Facts>
      {computed.map((each) => (
        <Fact key={each.key} wide={each.kind === "table" || each.kind === "list"} name={text(each.label_code, each.params)}>
          <ComputedValue computed={each} text={text} />
          {each.reason_code && <p className={record.quiet}>{text(each.reason_code, each.params)}</p>}
        </Fact>
      ))}
    </Facts>
  );
}
