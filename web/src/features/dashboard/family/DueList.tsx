import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormPath } from "@/api/formPaths";
import card from "@/ui/card.module.css";
import { IconClock } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { Due } from "../api";
import classes from "./family.module.css";

/** What has a day by which it must be done, the nearest first: where the eye shall land. */
export function DueList({ due }: { due: readonly Due[] }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const formPath = useFormPath();
  if (due.length === 0) return null;
  const sorted = due.toSorted((one, two) => (one.on ?? "9").localeCompare(two.on ?? "9"));
  const words = (entry: Due) => {
    const form = bilingual(entry.form_title);
    const text = bilingual(entry.text);
    return entry.kind === "missing" && text ? t("family.due.paper", { paper: text, form }) : t(`family.due.${entry.kind}`, { form });
  };
  return (
    <section className={`${classes.due} ${card.attention}`} aria-labelledby="due">
      <Title order={2} id="due">
        {t("family.due")}
      </Title>
      <ul className={classes.rows}>
        {sorted.map((entry) => (
          <li key={`${entry.kind}-${entry.form}-${entry.reference ?? ""}-${entry.on}-${entry.text?.en ?? ""}`} className={classes.row}>
            <IconClock className={classes.icon} size={22} stroke={1.5} aria-hidden />
            <span className={classes.rowText}>
              {entry.kind === "missing" ? <span>{words(entry)}</span> : <Link className={classes.link} to={formPath(entry.form)}>{words(entry)}</Link>}
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
    </section>
  );
}
