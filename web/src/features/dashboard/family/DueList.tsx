import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormPath } from "@/api/formPaths";
import * as toApplication from "@/features/application/paths";
import card from "@/ui/card.module.css";
import { IconClock } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import { usePersonName } from "@/ui/usePersonName";
import type { Due } from "../api";
import classes from "./family.module.css";

interface Props {
  due: readonly Due[];
  /** How many documents each application lacks, also those that are due later. */
  missing: ReadonlyMap<string, number>;
}

/** What has a day by which it must be done, by child, the nearest first: where the eye shall land. */
export function DueList({ due, missing }: Props) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const formPath = useFormPath();
  const context = useInstitution();
  const name = usePersonName();
  if (due.length === 0) return null;
  // What is to be sent again stands on a line of its own.
  const lacks = ({ application }: Due) => (application ? (missing.get(application) ?? 0) - due.filter((one) => one.kind === "refused" && one.application === application).length : 0);
  const hasMore = ({ entry, papers }: Line) => entry.kind === "missing" && papers.length > 0 && lacks(entry) > papers.length;
  const words = ({ entry, papers }: Line) => {
    const form = bilingual(entry.form_title);
    const text = bilingual(entry.text);
    if (entry.kind === "open_answers") return t("family.due.open_answers", { context });
    if (entry.kind !== "missing") return t(`family.due.${entry.kind}`, { form, paper: text, place: text });
    const all = lacks(entry);
    if (hasMore({ entry, papers })) return t("family.due.papers_of", { context, shown: format.number(papers.length), of: format.number(all) });
    if (papers.length > 1) return t("family.due.papers", { context, count: papers.length, shown: format.number(papers.length) });
    return text ? t("family.due.paper", { context, paper: text }) : t("family.due.missing", { context, form });
  };
  return (
    <section className={`${classes.due} ${card.attention}`} aria-labelledby="due">
      <Title order={2} id="due">
        {t("family.due")}
      </Title>
      {byChild(due).map(([person, entries]) => (
        <div key={person} className={classes.dueOf}>
          {person && (
            <Title order={3}>
              <bdi>{name({ person, person_ar: entries.find((entry) => entry.person_ar)?.person_ar })}</bdi>
            </Title>
          )}
          <ul className={classes.rows}>
            {linesOf(entries).map(({ entry, papers }) => (
              <li key={`${entry.kind}-${entry.form}-${entry.reference ?? ""}-${entry.on ?? ""}-${entry.text?.en ?? ""}`} className={classes.row}>
                <IconClock className={classes.icon} size={22} stroke={1.5} aria-hidden />
                <span className={classes.rowText}>
                  {/* What was sent has a page of its own, where the paper is added; what was not, is gone on with. */}
                  <Link className={classes.link} to={entry.application ? toApplication.own(entry.application) : formPath(entry.form)}>
                    {words({ entry, papers })}
                  </Link>
                  {(papers.length > 1 || hasMore({ entry, papers })) && <span className={classes.quiet}>{papers.map((paper) => bilingual(paper)).join(t("family.comma"))}</span>}
                  {entry.reference && (
                    <span className={classes.quiet}>
                      <bdi dir="ltr">{entry.reference}</bdi>
                    </span>
                  )}
                </span>
                {entry.on && <time dateTime={entry.on}>{t(isAnswered(entry) ? "family.due.until" : "family.due.by", { date: entry.on.length > 10 ? format.day(entry.on) : format.date(entry.on) })}</time>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface Line {
  entry: Due;
  /** All that it stands for, where papers are wanted. */
  papers: readonly NonNullable<Due["text"]>[];
}

/** Papers that one application wants by one day are one thing to do. */
function linesOf(entries: readonly Due[]): Line[] {
  const lines: Line[] = [];
  for (const entry of entries) {
    const same = lines.findIndex(({ entry: other }) => entry.kind === "missing" && other.kind === "missing" && entry.application != null && other.application === entry.application && other.on === entry.on);
    const [line, paper] = [lines[same], entry.text ? [entry.text] : []];
    if (line) lines[same] = { ...line, papers: [...line.papers, ...paper] };
    else lines.push({ entry, papers: paper });
  }
  return lines;
}

/** Whether its last day is one on which it can still be done. */
const isAnswered = ({ kind }: Due) => ["offer", "letter", "signature", "financial", "condition", "open_answers"].includes(kind);

/** What the school waits for an answer to stands before everything, then what has no day, then the nearest. */
const FIRST: readonly Due["kind"][] = ["offer", "letter", "signature", "refused", "financial", "open_answers"];
const rank = ({ kind, on }: Due) => `${FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length}${on ?? ""}`;

/** What is due of each child, the child whose day is nearest first. */
function byChild(due: readonly Due[]): [string, Due[]][] {
  const children = new Map<string, Due[]>();
  for (const entry of due.toSorted((one, two) => rank(one).localeCompare(rank(two)))) {
    const person = entry.person ?? "";
    children.set(person, [...(children.get(person) ?? []), entry]);
  }
  return [...children];
}
