import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import classes from "./OfferedForms.module.css";
import { useBilingual } from "./useBilingual";

/** Where a link of the same page leads to the forms. */
export const FORMS_ID = "forms";

/** The forms that the school takes now beside its application, each with one line on what it is for. */
export function OfferedForms() {
  const { t } = useTranslation();
  const { forms, application } = useSchool();
  const bilingual = useBilingual();
  const open = forms.filter((form) => form.open && form.id !== application?.form);
  if (open.length === 0) return null;
  return (
    <section className={classes.forms} aria-labelledby={FORMS_ID}>
      <Title order={2} id={FORMS_ID} tabIndex={-1}>
        {t("door.forms")}
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
