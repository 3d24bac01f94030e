import { Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localDrafts } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { BegunForm } from "@/ui/BegunForm";
import { IconFileText } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import classes from "./admission.module.css";

/** The forms that were begun in this browser and not sent. */
export function Resume() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const bilingual = useBilingual();
  const [drafts] = useState(() => localDrafts(school.school_id));
  const known = drafts.flatMap(({ form }) => school.forms.filter((each) => each.id === form));
  if (known.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="resume">
      <Title order={2} id="resume">
        {t("admission.resume")}
      </Title>
      <ul className={classes.links}>
        {known.map((form) => (
          <li key={form.id}>
            <BegunForm form={form.id} title={bilingual(form.title)}>
              <Link className={classes.draft} to={form.path}>
                <IconFileText size={20} stroke={1.5} aria-hidden />
                {t("admission.resume.go", { form: bilingual(form.title) })}
              </Link>
            </BegunForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
