import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PlatformInfo } from "@/api/platform";
import { countryName } from "@/forms/countries";
import { useLanguage } from "@/i18n/useLanguage";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { tidySubdomain, type Values } from "./draft";
import { PlanFacts } from "./PlanCards";
import classes from "./registration.module.css";

/** Everything once more, before it is sent. */
export function Review({ info, values }: { info: PlatformInfo; values: Values }) {
  const { t } = useTranslation("registration");
  const { language } = useLanguage();
  const bilingual = useBilingual();
  const format = useFormat();
  const plan = info.plans.find(({ code }) => code === values.plan_code);
  return (
    <section className={classes.group} aria-label={t("review.title")}>
      <dl className={classes.review}>
        {plan && (
          <div>
            <dt>{t("group.plan")}</dt>
            <dd className={classes.reviewPlan}>
              <strong>{bilingual(plan.name)}</strong>
              <PlanFacts plan={plan} />
            </dd>
          </div>
        )}
        <Row name={t("field.school_name")}>
          <bdi lang="en">{values.school_name}</bdi>
        </Row>
        <Row name={t("field.school_name_ar")}>
          <bdi lang="ar">{values.school_name_ar}</bdi>
        </Row>
        <Row name={t("field.subdomain")}>
          <bdi dir="ltr">{`${tidySubdomain(values.subdomain)}.${info.base_domain}`}</bdi>
        </Row>
        <Row name={t("field.country")}>{countryName(values.country, language)}</Row>
        <Row name={t("field.students_estimate")}>{format.number(Number(values.students_estimate))}</Row>
        <Row name={t("field.name")}>
          <bdi>{values.name}</bdi>
        </Row>
        <Row name={t("field.email")}>
          <bdi dir="ltr">{values.email}</bdi>
        </Row>
        <Row name={t("field.phone")}>
          <bdi dir="ltr">{values.phone}</bdi>
        </Row>
      </dl>
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
