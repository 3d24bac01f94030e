import { Button, Title } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAdmissionForm } from "@/api/admissionForm";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { IconCalendar } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import classes from "./admission.module.css";
import { roundsOf, type Round } from "./rounds";
import * as to from "./paths";

/** When admission opens and closes, for every year and grade. */
export function AdmissionDatesPage() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const { language } = useLanguage();
  const format = useFormat();
  const { gradeName } = useAdmissionForm();
  const rounds = useMemo(() => roundsOf(school.schoolDates, school.today), [school.schoolDates, school.today]);
  const years = [...new Set(rounds.map((round) => round.year))].sort();
  const { earliest_start: start, latest_end: end, state } = school.admissionDates;

  if (rounds.length === 0) {
    return (
      <StateScreen
        order={1}
        icon={<IconCalendar size={28} stroke={1.5} />}
        title={t("admission.dates.none")}
        text={t("admission.dates.none.text")}
        action={
          <Button component={Link} to={to.admission()} variant="default">
            {t("admission.dates.back")}
          </Button>
        }
      />
    );
  }
  return (
    <div className={classes.page}>
      <Title order={1}>{t("admission.dates.title")}</Title>
      <p className={classes.banner} data-state={state} role="status">
        <span className={classes.state} data-state={state}>
          {t(`admission.banner.${state}`)}
        </span>
        {start && end && <span>{t("admission.banner.span", { start: format.date(start), end: format.date(end) })}</span>}
        {school.hijri && start && end && <span className={classes.quiet}>{t("admission.banner.span", { start: format.hijri(start), end: format.hijri(end) })}</span>}
      </p>
      {years.map((year) => (
        <section key={year} className={classes.section} aria-label={t("admission.year", { year })}>
          <Title order={2}>{t("admission.year", { year: `\u2068${year}\u2069` })}</Title>
          <DatesTable rounds={rounds.filter((round) => round.year === year)} year={year} gradeName={gradeName} />
        </section>
      ))}
      <div className={classes.actions}>
        <Button component={Link} to={to.admission()}>
          {t("admission.dates.back")}
        </Button>
        <Button component="a" href={`/calendar/admission.ics?lng=${language}`} variant="default" leftSection={<IconCalendar size={18} stroke={1.5} aria-hidden />}>
          {t("admission.dates.calendar")}
        </Button>
      </div>
    </div>
  );
}

function DatesTable({ rounds, year, gradeName }: { rounds: readonly Round[]; year: string; gradeName: (code: string) => string }) {
  const { t } = useTranslation("family");
  const format = useFormat();
  const { hijri } = useSchool();
  const cell = (iso: string) => (
    <>
      <time dateTime={iso}>{format.date(iso)}</time>
      {hijri && <span className={classes.under}>{format.hijri(iso)}</span>}
    </>
  );
  return (
    <table className={classes.table} aria-label={t("admission.year", { year })}>
      <thead>
        <tr>
          <th scope="col">{t("admission.grades")}</th>
          <th scope="col">{t("admission.from")}</th>
          <th scope="col">{t("admission.until")}</th>
          <th scope="col">{t("admission.state")}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <tr key={`${round.from}-${round.grades.join()}`}>
            <th scope="row">{round.grades.length > 0 ? round.grades.map(gradeName).join(t("family.comma")) : t("admission.allGrades")}</th>
            <td data-label={t("admission.from")}>{cell(round.from)}</td>
            <td data-label={t("admission.until")}>{cell(round.until)}</td>
            <td>
              <span className={classes.state} data-state={round.state}>
                {t(`admission.state.${round.state}`)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
