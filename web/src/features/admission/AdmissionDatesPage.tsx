import { Button, Title } from "@mantine/core";
import { useMemo } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGradeName } from "@/api/admissionForm";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { IconCalendar } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./admission.module.css";
import { roundsOf, type Round } from "@/api/rounds";
import * as to from "./paths";

/** When admission opens and closes, for every year and grade. */
export function AdmissionDatesPage() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const { language } = useLanguage();
  const format = useFormat();
  const gradeName = useGradeName();
  const context = useInstitution();
  const rounds = useMemo(() => roundsOf(school.schoolDates, school.today), [school.schoolDates, school.today]);
  const years = [...new Set(rounds.map((round) => round.year))].sort();
  const { state } = school.admissionDates;
  const told = (round: Round) => ({
    grades: round.grades.length > 0 ? round.grades.map(gradeName).join(t("family.comma")) : t(round.isRest ? "admission.otherGrades" : "admission.allGrades", { context }),
    year: round.year,
    start: format.date(round.from),
    end: format.date(round.until),
  });

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
      {/* Each round by itself: the first day of one and the last of another would promise what no round has. */}
      <div className={classes.banner} data-state={state} role="status">
        <span className={classes.state} data-state={state}>
          {t(`admission.banner.${state}`)}
        </span>
        <ul className={classes.told}>
          {rounds
            .filter((round) => round.state === (state === "open" ? "open" : "before"))
            .map((round) => (
              <li key={`${round.from}-${round.grades.join()}`}>
                <Trans t={t} i18nKey={`admission.round.${round.state}`} values={told(round)} components={{ bdi: <bdi /> }} />
              </li>
            ))}
        </ul>
      </div>
      {years.map((year) => (
        <section key={year} className={classes.section} aria-label={t("admission.year", { context, year })}>
          <Title order={2}>{t("admission.year", { context, year: `\u2068${year}\u2069` })}</Title>
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
  const context = useInstitution();
  const { hijri } = useSchool();
  const cell = (iso: string) => (
    <>
      <time dateTime={iso}>{format.date(iso)}</time>
      {hijri && <span className={classes.under}>{format.hijri(iso)}</span>}
    </>
  );
  return (
    <table className={classes.table} aria-label={t("admission.year", { context, year })}>
      <thead>
        <tr>
          <th scope="col">{t("admission.grades", { context })}</th>
          <th scope="col">{t("admission.from")}</th>
          <th scope="col">{t("admission.until")}</th>
          <th scope="col">{t("admission.state")}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <tr key={`${round.from}-${round.grades.join()}`}>
            <th scope="row">
              {round.grades.length > 0 ? round.grades.map(gradeName).join(t("family.comma")) : t(round.isRest ? "admission.otherGrades" : "admission.allGrades", { context })}
            </th>
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
