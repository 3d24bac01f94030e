import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, Navigate } from "react-router";
import { type GetFamilyHomeApiResponse } from "@/api/generated";
import { useGetFamilyHomeQuery } from "@/api/generatedFamily";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import * as toApplication from "@/features/application/paths";
import * as toDashboard from "@/features/dashboard/paths";
import * as toInbox from "@/features/inbox/paths";
import { BackLink } from "@/ui/BackLink";
import card from "@/ui/card.module.css";
import { IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { usePersonName } from "@/ui/usePersonName";
import classes from "./documents.module.css";
import * as to from "./paths";
import { Waiting } from "./Waiting";

type Child = GetFamilyHomeApiResponse["children"][number];

/** Whose documents are to be added: those of an account's applications. Who has none is told how its link is found. */
export function WhosePage() {
  const { status, user } = useAppSelector((state) => state.auth);
  if (status === "restoring") return null;
  if (may(user?.authority, "enquiry.edit")) return <Navigate to={toInbox.enquiries()} replace />;
  // There the link is looked for, sent again, or signed in instead.
  if (!may(user?.authority, "family.read")) return <Navigate to={toApplication.linked()} replace />;
  return <Whose />;
}

function Whose() {
  const { t } = useTranslation("documents");
  const { data, error, refetch, isFetching } = useGetFamilyHomeQuery(undefined, { refetchOnMountOrArgChange: true });
  const back = <BackLink to={toDashboard.dashboard()}>{t("back.home")}</BackLink>;
  if (!data) return <Waiting back={back} error={error} isFetching={isFetching} retry={() => void refetch()} />;
  const rows = data.children.flatMap((child) => child.applications.map((application) => ({ child, application })));
  const wanted = rows.filter(({ application }) => application.missing.length > 0);
  if (wanted.length === 0) {
    return (
      <>
        {back}
        <StateScreen
          order={1}
          icon={<IconFileText size={28} stroke={1.5} />}
          title={t("whose.none")}
          text={t(rows.length > 0 ? "whose.none.text" : "whose.nothing.text")}
          action={
            <Button component={Link} to={rows.length > 0 ? toDashboard.dashboard() : toApplication.linked()} variant="default">
              {t(rows.length > 0 ? "back.home" : "whose.link")}
            </Button>
          }
        />
      </>
    );
  }
  return (
    <article className={classes.page}>
      {back}
      <header className={classes.head}>
        <h1>{t("title")}</h1>
        <p className={classes.sum}>{t("whose.text")}</p>
      </header>
      <section className={card.card} aria-label={t("whose")}>
        <ul className={classes.items}>
          {wanted.map(({ child, application }) => (
            <Row key={application.id} child={child} application={application} />
          ))}
        </ul>
      </section>
    </article>
  );
}

function Row({ child, application }: { child: Child; application: Child["applications"][number] }) {
  const { t } = useTranslation("documents");
  const bilingual = useBilingual();
  const name = usePersonName();
  const whose = name({ person: child.name, person_ar: child.name_ar }) || bilingual(application.form_title);
  return (
    <li className={classes.item}>
      <div className={classes.itemHead}>
        <span className={classes.name}>
          <bdi>{whose}</bdi>
        </span>
        <Button component={Link} to={to.upload(application.id)} aria-label={t("whose.add.of", { name: `\u2068${whose}\u2069` })}>
          {t("open")}
        </Button>
      </div>
      <p className={classes.quiet}>
        {bilingual(application.form_title)} · <bdi dir="ltr">{application.registration_id ?? application.reference}</bdi>
      </p>
      <p>{application.missing.map((paper) => bilingual(paper)).join(t("whose.comma"))}</p>
    </li>
  );
}
