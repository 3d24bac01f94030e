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
import type { Due } from "../api";
import classes from "./family.module.css";

/** What has a day by which it must be done, by child, the nearest first: where the eye shall land. */
export function DueList({ due }: { due: readonly Due[] }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const formPath = useFormPath();
  const context = useInstitution();
  if (due.length === 0) return null;
  const words = (entry: Due) => {
    const form = bilingual(entry.form_title);
    const text = bilingual(entry.text);
    if (entry.kind !== "missing") return t(`family.due.${entry.kind}`, { form });
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
              <bdi>{person}</bdi>
            </Title>
          )}
          <ul className={classes.rows}>
            {entries.map((entry) => (
              <li key={`${entry.kind}-${entry.form}-${entry.reference ?? ""}-${entry.on}-${entry.text?.en ?? ""}`} className={classes.row}>
                <IconClock className={classes.icon} size={22} stroke={1.5} aria-hidden />
                <span className={classes.rowText}>
                  {/* What was sent has a page of its own, where the paper is added; what was not, is gone on with. */}
                  <Link className={classes.link} to={entry.application ? toApplication.own(entry.application) : formPath(entry.form)}>
                    {words(entry)}
                  </Link>
                  {entry.reference && (
                    <span className={classes.quiet}>
                      <bdi dir="ltr">{entry.reference}</bdi>
                    </span>
                  )}
                </span>
                {entry.on && <time dateTime={entry.on}>{t("family.due.by", { date: entry.on.length > 10 ? format.day(entry.on) : format.date(entry.on) })}</time>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** What is due of each child, the child whose day is nearest first. */
function byChild(due: readonly Due[]): [string, Due[]][] {
  const children = new Map<string, Due[]>();
  for (const entry of due.toSorted((one, two) => (one.on ?? "9").localeCompare(two.on ?? "9"))) {
    const person = entry.person ?? "";
    children.set(person, [...(children.get(person) ?? []), entry]);
  }
  return [...children];
}
