import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { applicationOf, applyAt, enquiryOf, standingOf, useGradeName } from "@/api/admissionForm";
import { type GetFamilyHomeApiResponse } from "@/api/generated";
import { useGetFamilyHomeQuery } from "@/api/generatedFamily";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { nextOpening } from "@/api/rounds";
import { useSchool } from "@/api/school";
import * as toInbox from "@/features/inbox/paths";
import { AnotherChild, useTakesAnotherChild } from "@/forms/AnotherChild";
import { AskedPapers } from "@/ui/AskedPapers";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import classes from "./admission.module.css";
import { RoundCard } from "./RoundCard";
import * as to from "./paths";

type Children = GetFamilyHomeApiResponse["children"];

/** Where an application begins: for a first child at the form itself, for another with what the family has sent before. */
export function RegisterPage() {
  const { t } = useTranslation("origins");
  const school = useSchool();
  const { user, status } = useAppSelector((state) => state.auth);
  const takes = useTakesAnotherChild();
  const asks = may(user?.authority, "family.read") && takes;
  const { data, isLoading } = useGetFamilyHomeQuery(undefined, { skip: !asks });
  const application = applicationOf(school);
  if (may(user?.authority, "enquiry.edit") && application) return <Navigate to={toInbox.fillIn(application.id)} replace />;
  const path = applyAt(school, status === "signedIn", to.start());
  const newest = newestOf(data?.children ?? []);
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <Title order={1}>{t("register.title")}</Title>
        {path === null ? (
          <Closed />
        ) : isLoading ? (
          <div role="status" aria-label={t("register.loading")}>
            <Skeleton height={40} width={280} />
          </div>
        ) : (
          <Ways newest={newest} path={path} />
        )}
      </header>
      {path !== null && <Needed />}
    </div>
  );
}

/** Which rounds are open, and what to have at hand. */
function Needed() {
  const { t } = useTranslation("origins");
  const school = useSchool();
  const gradeName = useGradeName();
  const { open } = standingOf(school);
  const papers = school.application?.papers ?? [];
  return (
    <>
      {open.length > 0 && (
        <section className={classes.section} aria-labelledby="rounds">
          <Title order={2} id="rounds">
            {t("register.rounds")}
          </Title>
          <ul className={classes.rounds}>
            {open.map((round) => (
              <RoundCard key={`${round.year}-${round.from}-${round.grades.join()}`} round={round} gradeName={gradeName} />
            ))}
          </ul>
        </section>
      )}
      {papers.length > 0 && (
        <section className={classes.section} aria-labelledby="papers">
          <Title order={2} id="papers">
            {t("register.papers")}
          </Title>
          <p className={classes.quiet}>{t("register.papers.lead")}</p>
          <AskedPapers papers={papers} list={classes.papers} />
        </section>
      )}
    </>
  );
}

/** When one can apply again, as far as it is known, and what to do until then. */
function Closed() {
  const { t } = useTranslation("origins");
  const school = useSchool();
  const format = useFormat();
  const next = nextOpening(standingOf(school).rounds);
  const enquiry = enquiryOf(school);
  return (
    <>
      <p className={classes.lead}>{next ? t("register.opens", { date: format.date(next) }) : t("register.closed")}</p>
      <div className={classes.actions}>
        {enquiry && (
          <Button component={Link} to={enquiry.path}>
            {t("register.ask")}
          </Button>
        )}
        <Button component={Link} to={to.admission()} variant={enquiry ? "default" : "filled"}>
          {t("register.dates")}
        </Button>
      </div>
    </>
  );
}

/** For another child with what the family sent last, or with nothing; and how long it takes. */
function Ways({ newest, path }: { newest: ReturnType<typeof newestOf>; path: string }) {
  const { t } = useTranslation("origins");
  const { t: common } = useTranslation();
  const format = useFormat();
  const called = usePersonName();
  const minutes = useSchool().application?.minutes ?? 0;
  const name = newest ? called({ person: newest.child.name, person_ar: newest.child.name_ar }) : "";
  const lead = name ? t("register.lead", { name: `\u2068${name}\u2069` }) : newest ? t("register.lead.unnamed") : t("register.first");
  return (
    <>
      <p className={classes.lead}>
        {lead} {minutes > 0 && `${common("door.minutes", { count: minutes, shown: format.number(minutes) })}.`}
      </p>
      <div className={classes.actions}>
        {newest && (
          <AnotherChild application={newest.application.id} name={name} primary>
            {t("register.another")}
          </AnotherChild>
        )}
        <Button component={Link} to={path} variant={newest ? "default" : "filled"}>
          {t(newest ? "register.empty" : "register.begin")}
        </Button>
      </div>
    </>
  );
}

/** What the family sent last, and for whom. */
function newestOf(children: Children) {
  const sent = children.flatMap((child) => child.applications.map((application) => ({ child, application })));
  return sent.toSorted((one, other) => other.application.submitted_at.localeCompare(one.application.submitted_at))[0];
}
