import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApplicationStanding } from "@/api/applications";
import { useSchool } from "@/api/school";
import * as toSeats from "@/features/seats/paths";
import { Fact, Facts } from "@/ui/record/Facts";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useStandingName } from "@/ui/useStatusName";
import classes from "./applications.module.css";

/** What is known of where it stands: since when, for which places it competes, what it waits for. */
export function ApplicationFacts({ application }: { application: ApplicationStanding }) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const bilingual = useBilingual();
  const name = useStandingName();
  const { today } = useSchool();
  const { seats, offer_until, review_by, held_from } = application;
  return (
    <Facts>
      <Fact name={t("fact.registration")}>
        <bdi dir="ltr" className="tabular">
          {application.registration_id}
        </bdi>
      </Fact>
      <Fact name={t("fact.since")}>
        <time dateTime={application.since} title={format.instant(application.since)}>
          {format.day(application.since)}
        </time>
      </Fact>
      {application.appointment && (
        <Fact name={t("appointment")}>
          <strong>{format.instant(application.appointment.at)}</strong>
          {application.appointment.place && (
            <>
              {" · "}
              <bdi>{application.appointment.place}</bdi>
            </>
          )}
        </Fact>
      )}
      {offer_until && (
        <Fact name={t("fact.offerUntil")}>
          <strong>{format.date(offer_until)}</strong>
        </Fact>
      )}
      {review_by && <Fact name={t("fact.reviewBy")}>{review_by < today ? <strong>{t("fact.reviewBy.over", { date: `\u2068${format.date(review_by)}\u2069` })}</strong> : format.date(review_by)}</Fact>}
      {application.seat_ended && <Fact name={t("fact.seatEnded")}>{t("fact.seatEnded.text")}</Fact>}
      {held_from && <Fact name={t("fact.heldFrom")}>{name(held_from)}</Fact>}
      {application.reason && (
        <Fact name={t("fact.reason")}>
          <bdi>{bilingual(application.reason_words) || application.reason}</bdi>
        </Fact>
      )}
      <Fact name={t("fact.year")}>
        <bdi dir="ltr" className="tabular">
          {application.year}
        </bdi>
      </Fact>
      <Fact name={t("fact.grade")}>
        <bdi>{bilingual(application.bucket_name)}</bdi>
      </Fact>
      {seats && application.status === "W" && application.sub_status === "waitlist" && (
        <Fact name={t("seats.waitlist")}>
          <Link className={classes.door} to={toSeats.waitlist(application.round, application.bucket)}>
            {t("fact.waitlist")}
          </Link>
        </Fact>
      )}
      {seats && (
        <Fact name={t("fact.places")}>
          <Link className={classes.door} to={toSeats.seats()}>
            {typeof seats.places === "number" ? t("fact.places.of", { free: format.number(seats.free ?? 0), places: format.number(seats.places) }) : t("fact.places.none")}
          </Link>
        </Fact>
      )}
    </Facts>
  );
}
