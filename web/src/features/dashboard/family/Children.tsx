import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { EnquiryState } from "@/api/types";
import * as toApplication from "@/features/application/paths";
import { StateMark } from "./StateMark";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import type { Application, FamilyHome } from "../api";
import classes from "./family.module.css";

/** Each child with what was sent for them, and where it stands in words that need no explaining. */
export function Children({ list }: { list: FamilyHome["children"] }) {
  const { t } = useTranslation("family");
  const format = useFormat();
  const context = useInstitution();
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
                <bdi>{child.name}</bdi>
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
    </section>
  );
}

function ApplicationRow({ application }: { application: Application }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <li className={classes.application}>
      <span className={classes.formName}>{bilingual(application.form_title)}</span>
      {/* The document leaves the word open; the server writes these alone. */}
      <StateMark state={application.state as EnquiryState} words={bilingual(application.status)} />
      <span className={classes.quiet}>
        <bdi dir="ltr">{application.reference}</bdi> · {t("family.sent", { date: format.day(application.submitted_at) })}
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
      <Link className={classes.link} to={toApplication.own(application.id)} aria-label={t("family.open.of", { form: bilingual(application.form_title) })}>
        {t("family.open")}
      </Link>
    </li>
  );
}
