import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { isStanding, type Standing } from "@/api/standing";
import type { EnquiryState } from "@/api/types";
import * as toApplication from "@/features/application/paths";
import * as toProfile from "@/features/profile/paths";
import { AnotherChild } from "@/forms/AnotherChild";
import { leadOf } from "@/ui/standingLead";
import { StateMark } from "./StateMark";
import { WaitingList } from "./WaitingList";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import { usePersonName } from "@/ui/usePersonName";
import type { Application, FamilyHome } from "../api";
import classes from "./family.module.css";

/** Each child with what was sent for them, and where it stands in words that need no explaining. */
export function Children({ list }: { list: FamilyHome["children"] }) {
  const { t } = useTranslation("family");
  const format = useFormat();
  const context = useInstitution();
  const name = usePersonName();
  if (list.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="children">
      <Title order={2} id="children">
        {t("family.children", { context })}
      </Title>
      <ul className={classes.cards}>
        {list.map((child) => (
          <li key={child.person_id ?? child.name} className={classes.card}>
            <div>
              <Title order={3}>
                <bdi>{name({ person: child.name, person_ar: child.name_ar })}</bdi>
              </Title>
              {child.birth_date && <span className={classes.quiet}>{t("family.born", { date: format.date(child.birth_date) })}</span>}
            </div>
            <ul className={classes.applications}>
              {child.applications.map((application) => (
                <ApplicationRow key={application.reference} application={application} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Another list={list} />
      <Link className={classes.link} to={toProfile.part("consents")}>
        {t("family.consents")}
      </Link>
    </section>
  );
}

/** The way to an application for another child, which begins with what was sent last. */
function Another({ list }: { list: FamilyHome["children"] }) {
  const called = usePersonName();
  const sent = list.flatMap(({ name, name_ar, applications }) => applications.map((application) => ({ name: called({ person: name, person_ar: name_ar }), application })));
  const [newest] = sent.toSorted((one, other) => other.application.submitted_at.localeCompare(one.application.submitted_at));
  return newest ? (
    <div>
      <AnotherChild application={newest.application.id} name={newest.name} />
    </div>
  ) : null;
}

/** What comes next of an application. */
function Next({ standing }: { standing: Standing }) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const school = bilingual(useSchool().schoolNameLogo.lic_school_name);
  return <span className={classes.quiet}>{t(leadOf(standing), { school })}</span>;
}

/** About where it is on the waiting list, or its number: as much as the school tells. */
function Waits({ waitlist: { band, number, of } }: { waitlist: NonNullable<Application["waitlist"]> }) {
  const { t } = useTranslation("family");
  const format = useFormat();
  if (band) return <span className={classes.quiet}>{t(`family.waitlist.${band}`)}</span>;
  if (typeof number !== "number") return null;
  return <span className={classes.quiet}>{t("family.waitlist.number", { number: format.number(number), of: format.number(of ?? number) })}</span>;
}

function ApplicationRow({ application }: { application: Application }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <li className={classes.application}>
      <span className={classes.formName}>{bilingual(application.form_title)}</span>
      {application.year && (
        <span>
          {application.grade && <>{bilingual(application.grade)} · </>}
          <bdi>{application.year}</bdi>
        </span>
      )}
      {/* The document leaves the word open; the server writes these alone. */}
      <StateMark state={application.state as EnquiryState} words={bilingual(application.status)} />
      {application.waitlist && <Waits waitlist={application.waitlist} />}
      {isStanding(application.state) && <Next standing={application.state} />}
      <span className={classes.quiet}>
        <bdi dir="ltr">{application.registration_id ?? application.reference}</bdi> · {t("family.sent", { date: format.day(application.submitted_at) })}
      </span>
      {application.missing.length > 0 && (
        <div>
          <span className={classes.wanted}>{t("family.missing")}</span>
          <ul className={classes.missing}>
            {application.missing.map((paper) => (
              <li key={paper.en}>{bilingual(paper)}</li>
            ))}
          </ul>
        </div>
      )}
      {application.waiting && application.waiting.length > 0 && <WaitingList waiting={application.waiting} />}
      <Link className={classes.link} to={toApplication.own(application.id)} aria-label={t("family.open.of", { form: bilingual(application.form_title) })}>
        {t("family.open")}
      </Link>
    </li>
  );
}
