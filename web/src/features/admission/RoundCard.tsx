import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./admission.module.css";
import { PlacesLeft } from "./PlacesLeft";
import type { Round } from "@/api/rounds";

/** One round: for whom, from when to when, how long still, and about how many places it has left. */
export function RoundCard({ round, gradeName }: { round: Round; gradeName: (code: string) => string }) {
  const { t } = useTranslation("family");
  const format = useFormat();
  const context = useInstitution();
  const { hijri, currency, application } = useSchool();
  const told = application?.rounds?.find(({ year }) => year === round.year);
  const { state, daysLeft } = round;
  return (
    <li className={classes.round} data-state={state}>
      <div className={classes.roundHead}>
        <span className={classes.roundTitle}>
          <bdi>{t("admission.year", { context, year: round.year })}</bdi>
        </span>
        <span className={classes.state} data-state={state}>
          {t(`admission.state.${state}`)}
        </span>
      </div>
      <p className={classes.grades}>
        {round.grades.length > 0 ? round.grades.map(gradeName).join(t("family.comma")) : t(round.isRest ? "admission.otherGrades" : "admission.allGrades", { context })}
      </p>
      <dl className={classes.dates}>
        <dt>{t("admission.from")}</dt>
        <dd>
          <time dateTime={round.from}>{format.date(round.from)}</time>
          {hijri && <span className={classes.quiet}>{format.hijri(round.from)}</span>}
        </dd>
        <dt>{t("admission.until")}</dt>
        <dd>
          <time dateTime={round.until}>{format.date(round.until)}</time>
          {hijri && <span className={classes.quiet}>{format.hijri(round.until)}</span>}
        </dd>
        {typeof told?.fee_minor === "number" && (
          <>
            <dt>{t("admission.fee")}</dt>
            <dd>
              <bdi>{format.money(told.fee_minor, currency)}</bdi>
            </dd>
          </>
        )}
      </dl>
      <p className={classes.days}>
        {state === "open"
          ? daysLeft === 0
            ? t("admission.lastDay")
            : t("admission.daysLeft", { count: daysLeft, shown: format.number(daysLeft) })
          : t("admission.opensIn", { count: daysLeft, shown: format.number(daysLeft) })}
      </p>
      {state === "open" && <PlacesLeft round={round} />}
    </li>
  );
}
