import { Title } from "@mantine/core";
import { Fragment, useId } from "react";
import { useTranslation } from "react-i18next";
import { useListPlacesQuery, type YearPlaces } from "@/api/generated";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./admission.module.css";

/** In the order in which a family hopes for them, each with what it is coloured by. */
const BANDS = [["available", "good"], ["few", "waiting"], ["waitlist", "bad"], ["none", "over"]] as const;

/** About how many places each grade has left for which families can apply today. Nothing where the school tells nothing of them, or it is not known now. */
export function PlacesLeft() {
  const { data } = useListPlacesQuery();
  return data?.years.map((year) => <Year key={year.year} {...year} />);
}

function Year({ year, grades }: YearPlaces) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const context = useInstitution();
  const id = useId();
  return (
    <section className={classes.places} aria-labelledby={id}>
      <Title order={3} id={id}>
        {t("places.title", { year: `\u2066${year}\u2069` })}
      </Title>
      <dl className={classes.bands}>
        {BANDS.map(([band, tone]) => {
          const names = grades.filter((grade) => grade.band === band).map(({ name }) => bilingual(name));
          if (names.length === 0) return null;
          return (
            <div key={band} className={classes.band}>
              <dt>
                <StatusDot tone={tone}>{t(`places.${band}`)}</StatusDot>
              </dt>
              <dd>
                <span>
                  {names.length === grades.length
                    ? t("admission.allGrades", { context })
                    : names.map((name, at) => (
                        <Fragment key={name}>
                          {at > 0 && t("family.comma")}
                          <bdi>{name}</bdi>
                        </Fragment>
                      ))}
                </span>
                {band === "waitlist" && <span className={classes.quiet}>{t("places.waitlist.text")}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
