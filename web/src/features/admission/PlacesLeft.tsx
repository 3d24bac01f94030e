import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { standingOf } from "@/api/admissionForm";
import { type GradePlaces, useListPlacesQuery } from "@/api/generated";
import type { Round } from "@/api/rounds";
import { useSchool } from "@/api/school";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./admission.module.css";
import { isForGrade } from "./forGrade";

/** In the order in which a family hopes for them, each with what it is coloured by. */
const BANDS = [["available", "good"], ["few", "waiting"], ["waitlist", "bad"], ["none", "over"]] as const;

/** About how many places each grade of an open round has left. Nothing where the school tells nothing of them, or it is not known now. */
export function PlacesLeft({ round }: { round: Round }) {
  const { t } = useTranslation("family");
  const context = useInstitution();
  const school = useSchool();
  const { data } = useListPlacesQuery();
  const { rounds } = standingOf(school);
  const isIn = (grade: string) => isForGrade(round, grade, rounds);
  const grades = data?.years.find(({ year }) => year === round.year)?.grades.filter(({ grade }) => isIn(grade)) ?? [];
  if (grades.length === 0) return null;
  const told = new Set(grades.map(({ grade }) => grade));
  const areAllTold = (school.application?.grades ?? []).every(({ code }) => told.has(code) || !isIn(code));
  return (
    <dl className={classes.bands}>
      {BANDS.map(([band, tone]) => {
        const some = grades.filter((grade) => grade.band === band);
        if (some.length === 0) return null;
        return (
          <div key={band} className={classes.band}>
            <dt>
              <StatusDot tone={tone}>{t(`places.${band}`)}</StatusDot>
            </dt>
            <dd>
              {areAllTold && some.length === grades.length ? t("admission.allGrades", { context }) : <Streams grades={some} />}
              {band === "waitlist" && <span className={classes.quiet}>{t("places.waitlist.text")}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The names of grades, those of each stream by themselves. */
function Streams({ grades }: { grades: readonly GradePlaces[] }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const streamOf = ({ stream }: GradePlaces) => (stream ? bilingual(stream) : "");
  return [...new Set(grades.map(streamOf))].map((stream) => (
    <span key={stream}>
      {stream && <span className={classes.stream}>{t("places.stream", { stream })} </span>}
      {grades.filter((grade) => streamOf(grade) === stream).map(({ bucket, name }, at) => (
        <Fragment key={bucket}>
          {at > 0 && t("family.comma")}
          <bdi>{bilingual(name)}</bdi>
        </Fragment>
      ))}
    </span>
  ));
}
