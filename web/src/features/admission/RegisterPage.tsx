import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { applicationOf, applyAt, enquiryOf, standingOf } from "@/api/admissionForm";
import { useGetFamilyHomeQuery, type GetFamilyHomeApiResponse } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { nextOpening } from "@/api/rounds";
import { useSchool } from "@/api/school";
import * as toInbox from "@/features/inbox/paths";
import { AnotherChild, useTakesAnotherChild } from "@/forms/AnotherChild";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./admission.module.css";
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
  const sent = newestOf(data?.children ?? []);
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <Title order={1}>{t("register.title")}</Title>
        {path !== null && <p className={classes.lead}>{t(sent.length > 0 ? "register.lead" : "register.first")}</p>}
        {path === null ? (
          <Closed />
        ) : isLoading ? (
          <div role="status" aria-label={t("register.loading")}>
            <Skeleton height={40} width={280} />
          </div>
        ) : (
          <Ways sent={sent} path={path} />
        )}
      </header>
    </div>
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

/** With what was sent for each child, or with nothing. */
function Ways({ sent, path }: { sent: ReturnType<typeof newestOf>; path: string }) {
  const { t } = useTranslation("origins");
  const bilingual = useBilingual();
  return (
    <>
      {sent.map(({ name, newest }) => (
        <AnotherChild key={newest.id} application={newest.id} name={name}>
          {name ? t("register.with", { name: `\u2068${name}\u2069` }) : t("register.withUnnamed", { form: bilingual(newest.form_title) })}
        </AnotherChild>
      ))}
      <Button component={Link} to={path} variant={sent.length > 0 ? "subtle" : "filled"}>
        {t(sent.length > 0 ? "register.empty" : "register.begin")}
      </Button>
    </>
  );
}

/** What was sent last for each child. */
function newestOf(children: Children) {
  return children.flatMap((child) => {
    const [newest] = child.applications.toSorted((one, other) => other.submitted_at.localeCompare(one.submitted_at));
    return newest ? [{ name: child.name, newest }] : [];
  });
}
