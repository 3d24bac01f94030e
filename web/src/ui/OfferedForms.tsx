import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import type { FormSummary } from "@/api/types";
import classes from "./OfferedForms.module.css";
import { useBilingual } from "./useBilingual";

/** Where a link of the same page leads to the forms. */
export const FORMS_ID = "forms";

/** The forms that the school takes now, each with one line on what it is for: those that are given, or all beside its application. */
export function OfferedForms({ title, forms: given }: { title?: string; forms?: readonly FormSummary[] }) {
  const { t } = useTranslation();
  const { forms, application } = useSchool();
  const bilingual = useBilingual();
  const open = (given ?? forms.filter((form) => form.id !== application?.form)).filter((form) => form.open);
  if (open.length === 0) return null;
  return (
    <section className={classes.forms} aria-labelledby={FORMS_ID}>
      <Title order={2} id={FORMS_ID} tabIndex={-1}>
        {title ?? t("door.forms")}
      </Title>
      <ul className={classes.list}>
        {open.map((form) => (
          <li key={form.id} className={classes.form}>
            <Link className={classes.link} to={form.path}>
              {bilingual(form.title)}
            </Link>
            <span className={classes.about}>{bilingual(form.about) || t(`door.form.${form.kind === "application" ? "other" : form.kind}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
