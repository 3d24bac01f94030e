import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import type { FamilyDraft } from "../api";
import classes from "./family.module.css";

/** What was begun and not sent, with the way back to it. */
export function Drafts({ drafts }: { drafts: readonly FamilyDraft[] }) {
  const { t } = useTranslation("family");
  const bilingual = useBilingual();
  const format = useFormat();
  if (drafts.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="drafts">
      <Title order={2} id="drafts">
        {t("family.drafts")}
      </Title>
      <ul className={classes.rows}>
        {drafts.map((draft) => (
          <li key={draft.token} className={classes.row}>
            <span className={classes.rowText}>
              <span className={classes.formName}>
                {draft.person ? <bdi>{draft.person}</bdi> : t("family.unnamed")} · {bilingual(draft.form_title)}
              </span>
              <span className={classes.quiet}>
                {t("family.draft.dates", { saved: format.age(draft.updated_at), until: format.day(draft.expires_at) })}
              </span>
            </span>
            <Button component={Link} to={`${draft.address}#draft=${draft.token}`} state={OWN_DRAFT} aria-label={t("family.goOn.of", { form: bilingual(draft.form_title) })}>
              {t("family.goOn")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
