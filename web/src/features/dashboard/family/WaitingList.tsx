import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { Application } from "../api";
import classes from "./family.module.css";

const DAY_MS = 86_400_000;

/** Conditions, signatures and financial documents that a school waits for, what is due first first. */
export function WaitingList({ waiting }: { waiting: NonNullable<Application["waiting"]> }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  const { today } = useSchool();
  const left = (until: string) => {
    const days = (Date.parse(until) - Date.parse(today)) / DAY_MS;
    if (days < 0) return t("family.waiting.over");
    return days === 0 ? t("family.waiting.today") : t("family.waiting.days", { count: days, shown: format.number(days) });
  };
  return (
    <div>
      <span className={classes.wanted}>{t("family.waiting")}</span>
      <ul className={classes.missing}>
        {waiting.map(({ kind, text, until, reference }) => (
          <li key={`${reference ?? ""}${text.en}`}>
            {t(`family.waiting.${kind}`, { text: bilingual(text) })}{" "}
            <span className={classes.quiet}>
              <time dateTime={until}>{t("family.waiting.until", { date: format.date(until) })}</time> · {left(until)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
